// SPDX-License-Identifier: GPL-3.0-or-later
// Merges parts of a study that were run separately, cell by cell, so that they need not fit into memory.
#pragma once

#include <memory>
#include <optional>
#include <streambuf>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/problem.h"
#include "core/base/words/text_error.h"
#include "core/study/grid/cell_result.h"

namespace stepzero {

/// Parts that do not belong together. what() is a sentence.
struct MergeError : TextError {
    using TextError::TextError;
};

class GridParts {
public:
    /// Reads a whole part to check its cells, and keeps it for reading them later. Returns its problems, after which
    /// this object must not be used. Throws MergeError for a part of another study than the first, and for a cell that
    /// another part has; Stopped.
    std::vector<Problem> add(std::string name, std::unique_ptr<std::streambuf> text, const Context& context = {});

    // Precondition of the following: there is a part.
    const Grid& grid() const { return *grid_; }
    bool holds(std::size_t cell) const { return places_.at(cell).part != nullptr; }
    /// Returns "2 of 6 cells are missing: 4, 5"; empty when none is.
    Text missing() const;
    /// Fastest in index order. Throws MergeError when the part has changed. Precondition: holds(cell).
    CellResult cell(std::size_t cell);

private:
    struct Part {
        std::string name;
        std::unique_ptr<std::streambuf> text;
    };
    struct Place {
        Part* part = nullptr;
        std::uint64_t begin = 0, end = 0;
    };
    void read_study(const Json& study, const Part& part, Problems& problems);

    std::optional<Grid> grid_;
    std::string study_;   // JSON text
    std::vector<std::unique_ptr<Part>> parts_;
    std::vector<Place> places_;   // one per cell of the grid
};

}   // namespace stepzero
