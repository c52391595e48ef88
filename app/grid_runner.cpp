// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/grid_runner.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "core/base/words/text_error.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "core/network/init/noise_cache.h"
#include "core/study/effort.h"
#include "core/study/grid/run_cells.h"
#include "core/study/grid_study.h"

namespace stepzero {

namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr auto deliveryInterval = std::chrono::milliseconds(100);
constexpr std::size_t mostKnown = 2 * most_cells;
constexpr std::size_t noiseBytes = std::size_t(512) << 20;

std::string keyOf(const Grid& grid, std::size_t cell, const std::filesystem::path& folder)
{
    Experiment experiment = with_input_from(folder, cell_experiment(grid, cell));
    experiment.title.clear();
    return format_experiment(experiment);
}

/// Returns a text about the progress of a study, with its total time if that is long.
Text progressText(std::size_t place, std::size_t cells, double fraction, SteadyClock::duration elapsed)
{
    constexpr double shown = 10;   // seconds; a shorter time is not displayed
    const double seconds = std::chrono::duration<double>(elapsed).count() / fraction;
    return fraction > 0 && seconds > shown ? tr("%1 of %2 · about %3", place, cells, seconds_text(seconds))
                                           : tr("%1 of %2 {cell|cells}", place, cells);
}

}   // namespace

struct GridRunner::Job {
    const Turn* turn = nullptr;
    quint64 generation;
    std::filesystem::path folder;
    bool rerun;
    GridResult result;   ///< finished cells
    std::vector<std::string> keys {};   ///< keys of all cells
    std::vector<std::size_t> missing {};   ///< cells to run
    SteadyClock::time_point delivery = SteadyClock::now();   ///< time of the last delivery
    SteadyClock::duration delivering {};   ///< duration of the last delivery, here or in the window

    std::mutex mutex {};
    GridStudyPtr latest {};   ///< delivered, but not shown yet, because the window may be slower
    std::atomic<std::int64_t> showing {};   ///< nanoseconds that the window needed to show the last one
};

void GridRunner::request(const Grid& grid, const std::filesystem::path& folder, bool rerun)
{
    const std::shared_ptr<Job> job(new Job {nullptr, ++generation_, folder, rerun, {grid, {}}});
    start([this, job](const Turn& turn) {
        job->turn = &turn;
        work(job);
    });
}

void GridRunner::work(const std::shared_ptr<Job>& job)
{
    if (job->rerun || known_.size() > mostKnown)
        known_.clear();
    takeKnown(*job);
    if (!job->missing.empty())
        deliver(job);   // shows the grid with the known cells
    NoiseCache noise(noiseBytes);   // freed at the end, because a later study may not need it
    const Context& context = job->turn->context();
    const auto report = [&, begun = SteadyClock::now()](double fraction, std::size_t place, const Text&) {
        context.progress(fraction, progressText(place, job->missing.size(), fraction, SteadyClock::now() - begun));
    };
    const CellsEnding ending = run_cells(
        {job->result.grid, job->missing, job->folder, [&](CellResult cell) { keep(job, std::move(cell)); }, report},
        noise, Context {context.stop, {}});
    deliver(job);
    if (!ending.failure.empty())
        throw TextError(ending.failure);
}

/// Adds the known cells, which may have another place and other labels in this study.
void GridRunner::takeKnown(Job& job)
{
    const Grid& grid = job.result.grid;
    for (std::size_t cell = 0; cell < cell_count(grid); ++cell) {
        job.turn->context().check();
        const auto found = known_.find(job.keys.emplace_back(keyOf(grid, cell, job.folder)));
        if (found == known_.end()) {
            job.missing.push_back(cell);
            continue;
        }
        std::vector<std::string> labels = cell_labels(grid, cell);
        if (found->second->index == cell && found->second->labels == labels) {
            job.result.cells.push_back(found->second);
            continue;
        }
        CellResult same = *found->second;
        same.index = cell;
        same.labels = std::move(labels);
        job.result.cells.push_back(std::move(same));
    }
}

/// Stores a cell. Deliveries are spaced such that copying and showing take only a small fraction of the time.
void GridRunner::keep(const std::shared_ptr<Job>& job, CellResult cell)
{
    const auto shared = std::make_shared<const CellResult>(std::move(cell));
    known_[job->keys[shared->index]] = shared;
    job->result.cells.put(shared);
    ++cellsRun_;
    if (SteadyClock::now() - job->delivery > std::max<SteadyClock::duration>(deliveryInterval, 10 * job->delivering))
        deliver(job);
}

void GridRunner::deliver(const std::shared_ptr<Job>& job)
{
    const auto before = SteadyClock::now();
    GridStudyPtr study = grid_study(job->result, job->generation);
    const std::lock_guard lock(job->mutex);
    if (!std::exchange(job->latest, study))   // otherwise a pending show() takes this one
        job->turn->post([this, job] { show(*job); });
    job->delivery = SteadyClock::now();
    job->delivering
        = std::max<SteadyClock::duration>(job->delivery - before, std::chrono::nanoseconds(job->showing.load()));
}

void GridRunner::show(Job& job)
{
    GridStudyPtr study;
    {
        const std::lock_guard lock(job.mutex);
        study = std::exchange(job.latest, nullptr);
    }
    const auto start = SteadyClock::now();
    emit delivered(study);
    job.showing = std::chrono::nanoseconds(SteadyClock::now() - start).count();
}

}   // namespace stepzero
