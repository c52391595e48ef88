// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the cells of a study beside the window. Cells that are known from before are not run again, and what is done is
// shown while the rest is under way.
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

    /// Stops what is under way and runs this study. `anew`: known cells too. Precondition: parse_grid() gave it.
    void request(const Grid& grid, const std::filesystem::path& folder, bool anew = false);

    int cellsRun() const { return cellsRun_; }   ///< so far: for the test that none is run twice

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

    // Worker only.
    std::map<std::string, std::shared_ptr<const CellResult>> known_;   // by the experiment, without its title
};

}   // namespace stepzero
