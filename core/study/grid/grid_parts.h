// SPDX-License-Identifier: GPL-3.0-or-later
// Shares of a study that were run apart, joined cell by cell: they need not fit into memory.
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

/// Shares that do not go together. what() is a sentence.
struct MergeError : TextError {
    using TextError::TextError;
};

class GridParts {
public:
    /// Reads a part through, to see what it holds, and keeps it to read cells from; every cell is looked at. What is
    /// wrong with it; then nothing else may be asked. Throws MergeError on a part of another study than the first's,
    /// and on a cell that another part has; Stopped.
    std::vector<Problem> add(std::string name, std::unique_ptr<std::streambuf> text, const Context& context = {});

    // Precondition: there is a part.
    const Grid& grid() const { return *grid_; }
    bool holds(std::size_t cell) const { return places_.at(cell).part != nullptr; }
    /// "2 of 6 cells are missing: 4, 5"; empty where none is.
    Text missing() const;
    /// Best asked for by index. Throws MergeError where the part is not what it was. Precondition: holds(cell).
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
    std::string study_;   // as text
    std::vector<std::unique_ptr<Part>> parts_;
    std::vector<Place> places_;   // of the grid's cells
};

}   // namespace stepzero
