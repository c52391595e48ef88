// SPDX-License-Identifier: GPL-3.0-or-later
// How a [units, samples] tensor is cut into tasks. The cut depends on the shape alone, never on the number
// of threads, so neither do the last bits of a product.
#pragma once

#include <algorithm>

namespace stepzero {

struct Block {
    int row, column, rows, columns;
};

class Tiling {
public:
    Tiling(int units, int samples)
        : units_(units), samples_(samples), height_(units <= 512 ? 128 : 256), width_(128) { }

    int size() const { return row_blocks() * column_blocks(); }
    int row_blocks() const { return (units_ + height_ - 1) / height_; }
    int column_blocks() const { return (samples_ + width_ - 1) / width_; }

    Block operator[](int i) const
    {
        const int row = i % row_blocks() * height_, column = i / row_blocks() * width_;
        return {row, column, std::min(height_, units_ - row), std::min(width_, samples_ - column)};
    }

private:
    int units_, samples_, height_, width_;
};

}   // namespace stepzero
