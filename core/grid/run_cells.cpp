// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/grid/run_cells.h"

#include <cmath>
#include <exception>
#include <new>
#include <numeric>

#include "core/files/experiment_file.h"
#include "core/kinds/kinds.h"
#include "core/simulate/simulate.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

/// One cell that is too large would be found after hours.
std::vector<double> checked_costs(const CellsRun& run, const Context& context)
{
    constexpr double gibibyte = 1 << 30;
    const auto limit = double(SimulateOptions::default_memory_limit());
    std::vector<double> costs;
    for (const std::size_t cell : run.cells) {
        context.check();
        if (run.report)
            run.report(0, 0, "before it, all are looked at");
        const Experiment experiment = with_input_from(run.folder, cell_experiment(run.grid, cell));
        const NetworkPlan plan = plan_of(experiment.network);
        if (const double bytes = memory_estimate(experiment, plan); bytes > limit)
            throw TooLarge(cell_name(run.grid, cell) + " needs about " + number_text(std::ceil(bytes / gibibyte))
                + " GiB of memory, and " + number_text(std::floor(limit / gibibyte)) + " GiB may be used");
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
            return {false, cell_name(run.grid, run.cells[i]) + ": there is not enough memory for it"};
        } catch (const std::exception& error) {
            return {false, cell_name(run.grid, run.cells[i]) + ": " + error.what()};
        }
        run.keep(std::move(*cell));
        done += costs[i];
    }
    return {};
}

}   // namespace stepzero
