// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/run_cells.h"

#include <cmath>
#include <exception>
#include <new>
#include <numeric>

#include "core/base/words/words.h"
#include "core/files/experiment_file.h"
#include "core/kinds/kinds.h"
#include "core/simulate/simulate.h"

namespace stepzero {

namespace {

/// Without this check, a cell that is too large could fail after hours.
std::vector<double> checked_costs(const CellsRun& run, const Context& context)
{
    constexpr double gibibyte = 1 << 30;
    const auto limit = double(SimulateOptions::default_memory_limit());
    std::vector<double> costs;
    for (const std::size_t cell : run.cells) {
        context.check();
        if (run.report)
            run.report(0, 0, tr("checking all cells first"));
        const Experiment experiment = with_input_from(run.folder, cell_experiment(run.grid, cell));
        const NetworkPlan plan = plan_of(experiment.network);
        if (const double bytes = memory_estimate(experiment, plan); bytes > limit)
            throw TooLarge(tr("%1 needs about %2 GiB of memory, but only %3 GiB may be used", cell_name(run.grid, cell),
                number_text(std::ceil(bytes / gibibyte)), number_text(std::floor(limit / gibibyte))));
        costs.push_back(cell_cost(experiment, plan));
    }
    return costs;
}

}   // namespace

CellsEnding run_cells(const CellsRun& run, NoiseCache& cache, const Context& context)
{
    const std::vector<double> costs = checked_costs(run, context);
    const double all = std::reduce(costs.begin(), costs.end());
    double done = 0;
    for (std::size_t i = 0; i < run.cells.size(); ++i) {
        Context own = context;
        own.report = {};
        if (run.report)
            own.report = [&](const Progress& progress) {
                run.report((done + progress.fraction * costs[i]) / all, i, progress.stage);
            };
        std::optional<CellResult> cell;
        try {
            own.check();
            cell = run_cell(run.grid, run.cells[i], run.folder, cache, own);
        } catch (const Stopped&) {
            return {true};
        } catch (const std::bad_alloc&) {
            return {false, tr("%1: there is not enough memory for it", cell_name(run.grid, run.cells[i]))};
        } catch (const std::exception& error) {
            return {false, joined({cell_name(run.grid, run.cells[i]), text_of(error)}, ": ")};
        }
        run.keep(std::move(*cell));
        done += costs[i];
    }
    return {};
}

}   // namespace stepzero
