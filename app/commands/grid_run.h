// SPDX-License-Identifier: GPL-3.0-or-later
// `run` of a study: an experiment with lists in place of values.
#pragma once

#include <functional>
#include <stop_token>

#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/commands/source.h"
#include "core/base/run/context.h"
#include "core/study/grid/grid_result.h"

namespace stepzero {

/// With the options of `run`. Interrupted, or when a cell fails, it writes the cells that are done and throws then.
/// Throws what a command may throw (command.h).
void run_grid(const SourceText& source, const Arguments& arguments);

/// All cells of a study, for commands that draw it: relative input files are taken from the source's folder. `report`
/// is given the fraction that is done and what is under way. Throws Stopped, and TextError where a cell fails.
GridResult whole_grid_result(
    const SourceText& source, const std::stop_token& stop, const std::function<void(const Progress&)>& report);

/// Cells by index, to --output, or standard output, and to --csv, one after the other.
class GridWriter {
public:
    /// Checks the outputs. The grid must outlive this.
    GridWriter(const Grid& grid, const Arguments& arguments);
    void add(const CellResult& cell);
    void commit();
    std::size_t cells() const { return cells_; }   ///< so far
    std::size_t bytes() const { return bytes_; }   ///< of them

private:
    void write_heads();
    void put(ResultWriter& writer, const std::string& text);

    const Grid& grid_;
    ResultWriter json_;
    std::optional<ResultWriter> csv_;
    std::size_t cells_ = 0, bytes_ = 0;
};

}   // namespace stepzero
