// SPDX-License-Identifier: GPL-3.0-or-later
// Many cells of a study, one after the other, each on all threads.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "core/study/grid/cell_result.h"

namespace stepzero {

/// How a run ended: neither is "all done".
struct CellsEnding {
    bool stopped = false;
    Text failure {};   ///< a sentence with the cell's name
};

struct CellsRun {
    const Grid& grid;
    std::vector<std::size_t> cells;
    std::filesystem::path folder;   ///< of a relative input file
    std::function<void(CellResult)> keep;   ///< called with each cell as it is done
    /// Share of the work that is done, the place of the cell under way in `cells`, and its stage. May be empty.
    std::function<void(double fraction, std::size_t place, const Text& stage)> report;
};

/// Runs them in the order of `cells`, as far as it comes: what was done was given to `keep`. Cells are looked at before
/// the first is run: throws TooLarge for one that would need more memory than there is, BadInput for one that is no
/// experiment or whose input file cannot be read, Stopped. What `keep` throws comes out. context.report is not used.
CellsEnding run_cells(const CellsRun& run, NoiseCache& cache, const Context& context);

}   // namespace stepzero
