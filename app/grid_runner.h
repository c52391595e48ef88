// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the cells of a study in another thread. Cells that were computed before are not run again, and finished cells
// are shown while the others are running.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/latest_job.h"
#include "core/study/exhibit.h"
#include "core/study/grid/cell_result.h"

namespace stepzero {

class GridRunner : public LatestJob {
    Q_OBJECT
public:
    explicit GridRunner(QObject* parent = nullptr) : LatestJob(parent) { }
    ~GridRunner() override { end(); }

    /// Stops the running study and runs this one. With `rerun`, known cells are run again. Precondition: parse_grid()
    /// returned the grid.
    void request(const Grid& grid, const std::filesystem::path& folder, bool rerun = false);

    int cellsRun() const { return cellsRun_; }   ///< number of runs so far, for tests

signals:
    void delivered(const stepzero::GridStudyPtr& study);

private:
    struct Job;
    void work(const std::shared_ptr<Job>& job);
    void keep(const std::shared_ptr<Job>& job, CellResult cell);
    void takeKnown(Job& job);
    void deliver(const std::shared_ptr<Job>& job);
    void show(Job& job);

    quint64 generation_ = 0;   // GUI thread only
    std::atomic<int> cellsRun_ = 0;   // counted by the worker

    // Used by the worker only.
    std::map<std::string, std::shared_ptr<const CellResult>> known_;   // key: the experiment without its title
};

}   // namespace stepzero
