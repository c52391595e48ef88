// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/grid_run.h"

#include <algorithm>
#include <chrono>

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "core/base/words/shown_text.h"
#include "core/base/words/words.h"
#include "core/kinds/kinds.h"
#include "core/study/effort.h"
#include "core/study/grid/run_cells.h"

namespace stepzero {

namespace {

constexpr int most_parts = 10000;

/// Returns the cells of a part: "3/16" means cells 2, 18, 34, …; without the option, all of them.
std::vector<std::size_t> cells_of_part(const Grid& grid, const std::optional<std::string>& part)
{
    std::size_t first = 0, step = 1;
    if (part) {
        const std::vector<std::string> parts = split(*part, '/');
        if (parts.size() != 2)
            throw UsageError(tr("--cells must be K/N, the K-th of N parts, got %1", quote(*part)));
        step = std::size_t(whole_number(tr("N of --cells K/N"), parts[1], 1, most_parts));
        first = std::size_t(whole_number(tr("K of --cells K/N"), parts[0], 1, int(step))) - 1;
    }
    std::vector<std::size_t> cells;
    for (std::size_t cell = first; cell < cell_count(grid); cell += step)
        cells.push_back(cell);
    return cells;
}

/// Forecasts once, after the first seconds, how long all cells will take and how many bytes they will need.
class Forecast {
public:
    Forecast(const Grid& grid, const std::vector<std::size_t>& cells) : grid_(grid), cells_(cells) { }

    void kept(const CellResult& cell) { layers_ += cell.layers.size(); }
    /// Returns the sentence when it is due. `fraction` is the completed part of the work, `bytes` what was written.
    Text at(double fraction, std::size_t bytes)
    {
        using Seconds = std::chrono::duration<double>;
        constexpr double enough = 2, long_time = 60, large = 1e9;
        const auto now = std::chrono::steady_clock::now();
        if (fraction == 0)
            begun_ = now;
        const double seconds = Seconds(now - begun_).count();
        if (said_ || layers_ == 0 || seconds < enough)
            return {};
        said_ = true;
        const double time = seconds / fraction, size = double(bytes) / double(layers_) * layers_of_all();
        if (time < long_time && size < large)
            return {};
        return cells_.size() < cell_count(grid_)
            ? tr("%1 of %2 cells: about %3 and %4", cells_.size(), sizes(), seconds_text(time), bytes_text(size))
            : tr("%1 {cell|cells}: about %2 and %3", sizes(), seconds_text(time), bytes_text(size));
    }

private:
    /// Returns a text such as "1000 × 1000".
    std::string sizes() const
    {
        std::string words;
        for (const GridAxis& axis : grid_.axes)
            words += (words.empty() ? "" : " × ") + std::to_string(axis.values.size());
        return words;
    }

    /// Extrapolates from cells all over the grid, because the first ones may be the smallest.
    double layers_of_all() const
    {
        constexpr std::size_t most = 200;
        double layers = 0;
        const std::size_t looked = std::min(most, cells_.size());
        for (std::size_t i = 0; i < looked; ++i)
            layers += depth(cell_experiment(grid_, cells_[i * cells_.size() / looked]).network);
        return layers / double(looked) * double(cells_.size());
    }

    const Grid& grid_;
    const std::vector<std::size_t>& cells_;
    std::chrono::steady_clock::time_point begun_;
    std::size_t layers_ = 0;   // number of layers of the completed cells
    bool said_ = false;
};

/// Passes the cells to `keep` until it is stopped or one fails.
CellsEnding run_shown(const Grid& grid, const std::vector<std::size_t>& cells, const SourceText& source,
    const std::function<void(CellResult)>& keep, const std::stop_token& stop,
    const std::function<void(const Progress&)>& report)
{
    NoiseCache cache(noise_bytes);
    const auto show = [&](double fraction, std::size_t place, const Text& stage) {
        report({fraction, tr("cell %1 of %2: %3", place + 1, cells.size(), stage)});
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

/// Called for the first cell, because nothing is written without one.
void GridWriter::write_heads()
{
    json_.write(grid_result_head(grid_));
    if (csv_)
        csv_->write(grid_csv_head(grid_));
}

void GridWriter::put(ResultWriter& writer, const std::string& text)
{
    writer.write(text);
    bytes_ += text.size();
}

void GridWriter::add(const CellResult& cell)
{
    if (cells_ == 0)
        write_heads();
    put(json_, grid_result_cell(cell, cells_ == 0));
    if (csv_)
        put(*csv_, grid_csv_row(cell));
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
    const CellsEnding ending = run_shown(result.grid, cells_of_part(result.grid, {}), source, keep, stop, report);
    if (ending.stopped)
        throw Stopped {};
    if (!ending.failure.empty())
        throw TextError(ending.failure);
    return result;
}

void run_grid(const SourceText& source, const Arguments& arguments)
{
    for (const char* option : {"--tensors", "--trained"})
        if (arguments.has(option))
            throw UsageError(tr("%1 is for one experiment, but %2 is a study", option, quote(source.name)));
    const Grid grid = grid_in(source, most_cells);
    const std::vector<std::size_t> cells = cells_of_part(grid, arguments.value("--cells"));
    GridWriter writer(grid, arguments);
    const Interrupt interrupt;
    ProgressLine line;
    Forecast forecast(grid, cells);
    const auto keep = [&](const CellResult& cell) {
        writer.add(cell);
        forecast.kept(cell);
    };
    const auto show = [&](const Progress& p) {
        if (const Text words = forecast.at(p.fraction, writer.bytes()); !words.empty()) {
            line.clear();
            note(words);
        }
        line.show(p);
    };
    const CellsEnding ending = run_shown(grid, cells, source, keep, interrupt.token(), show);
    line.clear();
    if (writer.cells() == 0 && ending.stopped)
        throw Stopped {};
    if (writer.cells() == 0 && !ending.failure.empty())
        throw TextError(ending.failure);
    writer.commit();
    if (ending.stopped)
        throw Interrupted(tr("interrupted: %1 of %2 {cell was|cells were} written", writer.cells(), cells.size()));
    if (!ending.failure.empty())
        throw TextError(
            joined({ending.failure, tr("%1 of %2 {cell was|cells were} written", writer.cells(), cells.size())}, "\n"));
}

}   // namespace stepzero
