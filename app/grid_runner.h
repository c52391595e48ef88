// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the cells of a study beside the window: latest wins, cells that are known from before are not run again, and
// what is done is shown while the rest is under way.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>

#include "core/grid/cell_result.h"
#include "core/init/noise_cache.h"
#include "core/study/exhibit.h"

namespace stepzero {

class GridRunner : public QObject {
    Q_OBJECT
public:
    explicit GridRunner(QObject* parent = nullptr);
    ~GridRunner() override;

    /// Stops what is under way and runs this study. `anew`: known cells too. Precondition: parse_grid() gave it.
    void request(const Grid& grid, const std::filesystem::path& folder, bool anew = false);
    /// Ends what is under way; cells that are done stay.
    void cancel();
    bool isRunning() const { return running_; }
    int cellsRun() const { return cellsRun_; }   ///< so far: for the test that none is run twice

signals:
    void delivered(const stepzero::GridStudyPtr& study);
    /// From the 300th millisecond on, some twenty times a second.
    void progress(double fraction, const QString& words);
    void failed(const QString& sentence);
    void runningChanged();

private:
    struct Job;
    void work(const std::shared_ptr<Job>& job);
    void show(Job& job);
    template <class Slot>
    void tell(quint64 generation, Slot&& slot);
    void end(quint64 generation);

    // GUI thread only.
    quint64 generation_ = 0;
    bool running_ = false;
    std::stop_source stop_;

    std::atomic<int> cellsRun_ = 0;   // counted by the worker

    // Worker only.
    std::map<std::string, std::shared_ptr<const CellResult>> known_;   // by the experiment, without its title
    std::unique_ptr<NoiseCache> noise_;   // while there is something to do

    QThreadPool worker_;   // one thread; last: it uses all the above
};

}   // namespace stepzero
