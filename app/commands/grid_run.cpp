// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/grid_run.h"

#include <algorithm>
#include <chrono>

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "core/grid/run_cells.h"
#include "core/kinds/kinds.h"
#include "core/study/effort.h"
#include "core/words/shown_text.h"
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
    return all == 1 ? std::to_string(done) + " of 1 cell"
                    : std::to_string(done) + " of " + std::to_string(all) + " cells";
}

/// Says once, when the first seconds have shown it, how long all will take and how much is written.
class Forecast {
public:
    Forecast(const Grid& grid, const std::vector<std::size_t>& cells) : grid_(grid), cells_(cells) { }

    void kept(const CellResult& cell) { layers_ += cell.layers.size(); }
    /// The sentence, where it is time. `fraction` of the work is done, and so many bytes are written.
    std::string at(double fraction, std::size_t bytes)
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
        return names() + ": about " + seconds_text(time) + " and " + bytes_text(size);
    }

private:
    /// "1000 × 1000 cells", "10000 of 1000 × 1000 cells"
    std::string names() const
    {
        std::string words;
        for (const GridAxis& axis : grid_.axes)
            words += (words.empty() ? "" : " × ") + std::to_string(axis.values.size());
        if (cells_.size() < cell_count(grid_))
            words = std::to_string(cells_.size()) + " of " + words;
        return words + " cells";
    }

    /// Of cells here and there: the first ones may be the smallest.
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
    std::size_t layers_ = 0;   // of the cells that are done
    bool said_ = false;
};

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
    const CellsEnding ending = run_shown(result.grid, cells_of_share(result.grid, {}), source, keep, stop, report);
    if (ending.stopped)
        throw Stopped {};
    if (!ending.failure.empty())
        throw std::runtime_error(ending.failure);
    return result;
}

void run_grid(const SourceText& source, const Arguments& arguments)
{
    for (const char* option : {"--tensors", "--trained"})
        if (arguments.has(option))
            throw UsageError(
                std::string(option) + " is for one experiment, and " + quote(source.name) + " is a study of many");
    const Grid grid = grid_in(source, most_cells);
    const std::vector<std::size_t> cells = cells_of_share(grid, arguments.value("--cells"));
    GridWriter writer(grid, arguments);
    const Interrupt interrupt;
    ProgressLine line;
    Forecast forecast(grid, cells);
    const auto keep = [&](const CellResult& cell) {
        writer.add(cell);
        forecast.kept(cell);
    };
    const auto show = [&](const Progress& p) {
        if (const std::string words = forecast.at(p.fraction, writer.bytes()); !words.empty()) {
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
        throw std::runtime_error(ending.failure);
    writer.commit();
    const std::string written = done_of_all(writer.cells(), cells.size()) + " were written";
    if (ending.stopped)
        throw Interrupted("interrupted, " + written);
    if (!ending.failure.empty())
        throw std::runtime_error(ending.failure + "\n" + written);
}

}   // namespace stepzero
