// SPDX-License-Identifier: GPL-3.0-or-later
// Runs many cells of a study sequentially, each on all threads. Completed cells are passed on immediately, so that a
// stopped run keeps its results.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "core/study/grid/cell_result.h"

namespace stepzero {

/// The way in which a run ended; the default means that all cells are done.
struct CellsEnding {
    bool stopped = false;
    Text failure {};   ///< a sentence with the cell's name
};

struct CellsRun {
    const Grid& grid;
    std::vector<std::size_t> cells;
    std::filesystem::path folder;   ///< folder of a relative input file
    std::function<void(CellResult)> keep;   ///< called with each completed cell
    /// Receives the completed fraction of the work, the index of the current cell in `cells`, and its stage. May be
    /// empty.
    std::function<void(double fraction, std::size_t place, const Text& stage)> report;
};

/// Runs the cells in order until they are done, fail or are stopped; completed cells were passed to `keep`. All cells
/// are checked before the first one runs. Throws TooLarge for a cell that needs more memory than available, BadInput
/// for an invalid experiment or an unreadable input file, and Stopped. Exceptions of `keep` are propagated.
/// context.report is not used.
CellsEnding run_cells(const CellsRun& run, NoiseCache& cache, const Context& context);

}   // namespace stepzero
