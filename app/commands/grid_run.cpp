// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/grid_run.h"

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "core/grid/run_cells.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr int most_shares = 10000;

/// "3/16": cells 2, 18, 34, …; all of them without the option.
std::vector<std::size_t> cells_of_share(const Grid& grid, const std::optional<std::string>& share)
{
    std::size_t first = 0, step = 1;
    if (share) {
        const std::vector<std::string> parts = split(*share, '/');
        if (parts.size() != 2)
            throw UsageError("--cells must be K/N, the K-th of N shares, got " + quote(*share));
        step = std::size_t(whole_number("N of --cells K/N", parts[1], 1, most_shares));
        first = std::size_t(whole_number("K of --cells K/N", parts[0], 1, int(step))) - 1;
    }
    std::vector<std::size_t> cells;
    for (std::size_t cell = first; cell < cell_count(grid); cell += step)
        cells.push_back(cell);
    return cells;
}

std::string done_of_all(std::size_t done, std::size_t all)
{
    return std::to_string(done) + " of " + std::to_string(all) + (all == 1 ? " cell" : " cells");
}

/// Gives the cells to `keep`, as far as it comes.
CellsEnding run_shown(const Grid& grid, const std::vector<std::size_t>& cells, const SourceText& source,
    const std::function<void(CellResult)>& keep, const std::stop_token& stop,
    const std::function<void(const Progress&)>& report)
{
    NoiseCache cache(noise_bytes);
    const auto show = [&](double fraction, std::size_t place, const char* stage) {
        const std::string words
            = "cell " + std::to_string(place + 1) + " of " + std::to_string(cells.size()) + ": " + stage;
        report({fraction, words.c_str()});
    };
    return run_cells({grid, cells, source.folder.value_or("."), keep, show}, cache, Context {stop, {}});
}

}   // namespace

GridWriter::GridWriter(const Grid& grid, const Arguments& arguments)
    : grid_(grid), json_(arguments.value("--output").value_or("-"))
{
    if (const auto csv = arguments.value("--csv"))
        csv_.emplace(*csv);
}

/// Not before there is a cell: where none can be had, nothing is written.
void GridWriter::write_heads()
{
    json_.write(grid_result_head(grid_));
    if (csv_)
        csv_->write(grid_csv_head(grid_));
}

void GridWriter::add(const CellResult& cell)
{
    if (cells_ == 0)
        write_heads();
    json_.write(grid_result_cell(cell, cells_ == 0));
    if (csv_)
        csv_->write(grid_csv_row(cell));
    ++cells_;
}

void GridWriter::commit()
{
    if (cells_ == 0)
        write_heads();
    json_.write(grid_result_foot(grid_, cells_));
    if (csv_)
        csv_->commit();
    json_.commit();
}

GridResult whole_grid_result(
    const SourceText& source, const std::stop_token& stop, const std::function<void(const Progress&)>& report)
{
    GridResult result {grid_in(source), {}};
    const auto keep = [&](CellResult cell) { result.cells.push_back(std::move(cell)); };
    const CellsEnding ending = run_shown(result.grid, cells_of_share(result.grid, {}), source, keep, stop, report);
    if (ending.stopped)
        throw Stopped {};
    if (!ending.failure.empty())
        throw std::runtime_error(ending.failure);
    return result;
}

void run_grid(const SourceText& source, const Arguments& arguments)
{
    if (arguments.value("--tensors"))
        throw UsageError("--tensors is for one experiment, and " + quote(source.name) + " is a study of many");
    const Grid grid = grid_in(source, most_cells);
    const std::vector<std::size_t> cells = cells_of_share(grid, arguments.value("--cells"));
    GridWriter writer(grid, arguments);
    const Interrupt interrupt;
    ProgressLine line;
    const CellsEnding ending = run_shown(
        grid, cells, source, [&](const CellResult& cell) { writer.add(cell); }, interrupt.token(),
        [&line](const Progress& p) { line.show(p); });
    line.clear();
    if (writer.cells() == 0 && ending.stopped)
        throw Stopped {};
    if (writer.cells() == 0 && !ending.failure.empty())
        throw std::runtime_error(ending.failure);
    writer.commit();
    const std::string written = done_of_all(writer.cells(), cells.size()) + " were written";
    if (ending.stopped)
        throw Interrupted("interrupted, " + written);
    if (!ending.failure.empty())
        throw std::runtime_error(ending.failure + "\n" + written);
}

}   // namespace stepzero
