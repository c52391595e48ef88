// SPDX-License-Identifier: GPL-3.0-or-later
// Implements `run` for a study: an experiment with lists instead of values.
#pragma once

#include <functional>
#include <stop_token>

#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/commands/source.h"
#include "core/base/run/context.h"
#include "core/study/grid/grid_result.h"

namespace stepzero {

/// Takes the options of `run`. When it is interrupted, or a cell fails, it writes the finished cells before it throws.
/// Throws what a command may throw (command.h).
void run_grid(const SourceText& source, const Arguments& arguments);

/// Returns all cells of a study, for commands that draw it. Relative input files are relative to the source's folder.
/// `report` receives the completed fraction and a text about the current work. Throws Stopped, and TextError when a
/// cell fails.
GridResult whole_grid_result(
    const SourceText& source, const std::stop_token& stop, const std::function<void(const Progress&)>& report);

/// Writes cells by index, one after the other, to --output or standard output, and to --csv.
class GridWriter {
public:
    /// Checks the outputs. The grid must outlive the writer.
    GridWriter(const Grid& grid, const Arguments& arguments);
    void add(const CellResult& cell);
    void commit();
    std::size_t cells() const { return cells_; }   ///< number of cells so far
    std::size_t bytes() const { return bytes_; }   ///< their size

private:
    void write_heads();
    void put(ResultWriter& writer, const std::string& text);

    const Grid& grid_;
    ResultWriter json_;
    std::optional<ResultWriter> csv_;
    std::size_t cells_ = 0, bytes_ = 0;
};

}   // namespace stepzero
