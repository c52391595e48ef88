// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/grid_runner.h"

#include <QMetaObject>
#include <algorithm>
#include <chrono>
#include <mutex>

#include "app/worker.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "core/grid/run_cells.h"
#include "core/study/effort.h"
#include "core/study/grid_study.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto deliveryInterval = std::chrono::milliseconds(100);
constexpr std::size_t mostKnown = 2 * most_cells;
constexpr std::size_t noiseBytes = std::size_t(512) << 20;

std::string keyOf(const Grid& grid, std::size_t cell, const std::filesystem::path& folder)
{
    Experiment experiment = with_input_from(folder, cell_experiment(grid, cell));
    experiment.title.clear();
    return format_experiment(experiment);
}

}   // namespace

struct GridRunner::Job {
    Grid grid;
    std::filesystem::path folder;
    quint64 generation;
    bool anew;
    std::stop_token stop;
    std::mutex mutex {};
    GridStudyPtr latest {};   ///< not yet taken by the window, which may be slower
    std::atomic<std::int64_t> showing {};   ///< nanoseconds that the window spent on the last one
};

GridRunner::GridRunner(QObject* parent) : QObject(parent) { worker_.setMaxThreadCount(1); }

GridRunner::~GridRunner()
{
    stop_.request_stop();
    worker_.waitForDone();
}

void GridRunner::request(const Grid& grid, const std::filesystem::path& folder, bool anew)
{
    stop_.request_stop();
    stop_ = std::stop_source();
    const std::shared_ptr<Job> job(new Job {grid, folder, ++generation_, anew, stop_.get_token()});
    worker_.start([this, job] { work(job); });
    if (!std::exchange(running_, true))
        emit runningChanged();
}

void GridRunner::cancel() { stop_.request_stop(); }

/// In the GUI's thread, unless another request was made meanwhile.
template <class Slot>
void GridRunner::tell(quint64 generation, Slot&& slot)
{
    QMetaObject::invokeMethod(
        this,
        [this, generation, slot] {
            if (generation == generation_)
                slot();
        },
        Qt::QueuedConnection);
}

void GridRunner::show(Job& job)
{
    GridStudyPtr study;
    {
        const std::lock_guard lock(job.mutex);
        study = std::exchange(job.latest, nullptr);
    }
    const auto start = Clock::now();
    emit delivered(study);
    job.showing = std::chrono::nanoseconds(Clock::now() - start).count();
}

void GridRunner::end(quint64 generation)
{
    tell(generation, [this] {
        running_ = false;
        emit runningChanged();
    });
}

void GridRunner::work(const std::shared_ptr<Job>& job)
{
    giveWayToTheWindow();
    const auto fail
        = [&](const QString& sentence) { tell(job->generation, [this, sentence] { emit failed(sentence); }); };
    if (job->anew || known_.size() > mostKnown)
        known_.clear();
    const auto start = Clock::now();
    auto begun = start, delivery = start, report = start + quietTime - progressInterval;
    auto delivering = Clock::duration(0);
    GridResult result {job->grid, {}};
    const auto deliver = [&] {
        const auto before = Clock::now();
        GridStudyPtr study = grid_study(result, job->generation);
        const std::lock_guard lock(job->mutex);
        if (!std::exchange(job->latest, study))   // else the window takes this one in place of that
            tell(job->generation, [this, job] { show(*job); });
        delivery = Clock::now();
        delivering = std::max<Clock::duration>(delivery - before, std::chrono::nanoseconds(job->showing.load()));
    };
    const std::optional<QString> failure = failureOf([&] {
        std::vector<std::size_t> missing;
        std::vector<std::string> keys;
        for (std::size_t cell = 0; cell < cell_count(job->grid); ++cell) {
            if (job->stop.stop_requested())
                throw Stopped {};
            const auto& key = keys.emplace_back(keyOf(job->grid, cell, job->folder));
            const auto found = known_.find(key);
            if (found == known_.end()) {
                missing.push_back(cell);
                continue;
            }
            std::vector<std::string> labels = cell_labels(job->grid, cell);
            if (found->second->index == cell && found->second->labels == labels) {
                result.cells.push_back(found->second);
                continue;
            }
            CellResult same = *found->second;
            same.index = cell;
            same.labels = std::move(labels);
            result.cells.push_back(std::move(same));
        }
        if (!missing.empty())
            deliver();   // the places of all cells, and those that are known
        const auto keep = [&](CellResult cell) {
            const auto shared = std::make_shared<const CellResult>(std::move(cell));
            known_[keys[shared->index]] = shared;
            result.cells.put(shared);
            ++cellsRun_;
            // Little time goes into copies and into showing them, however many cells there are.
            if (Clock::now() - delivery > std::max<Clock::duration>(deliveryInterval, 10 * delivering))
                deliver();
        };
        const auto show = [&](double fraction, std::size_t place, const Text&) {
            if (Clock::now() - report < progressInterval)
                return;
            report = Clock::now();
            QString words = GridRunner::tr("%1 of %n cell(s)", nullptr, int(missing.size())).arg(place);
            constexpr double shown = 10;   // seconds: of less nobody needs to know
            if (const double seconds = std::chrono::duration<double>(report - begun).count() / fraction;
                fraction > 0 && seconds > shown)
                words = GridRunner::tr("%1 of %2 · about %3")
                            .arg(place)
                            .arg(missing.size())
                            .arg(QString::fromStdString(seconds_text(seconds)));
            tell(job->generation, [this, fraction, words] { emit progress(fraction, words); });
        };
        if (!noise_)
            noise_ = std::make_unique<NoiseCache>(noiseBytes);
        begun = Clock::now();
        const CellsEnding ending
            = run_cells({job->grid, missing, job->folder, keep, show}, *noise_, Context {job->stop, {}});
        deliver();
        if (!ending.failure.empty())
            fail(translated(ending.failure));
    });
    if (failure)
        fail(*failure);
    noise_.reset();   // gigabytes that a later study may not need
    end(job->generation);
}

}   // namespace stepzero
