// SPDX-License-Identifier: GPL-3.0-or-later
// How a matrix is cut into tasks. The cut depends on the shape alone, never on the number of threads, so neither do the
// last bits of what is summed by tasks.
#pragma once

#include <algorithm>

namespace stepzero {

struct Block {
    int row, column, rows, columns;
};

class Tiling {
public:
    Tiling(int rows, int columns)
        : rows_(rows), columns_(columns), height_(rows > 512 && columns < 64 ? 256 : 128),
          width_(rows > 512 || columns > 512 ? 256 : 128)
    {
    }

    int size() const { return across() * ((columns_ + width_ - 1) / width_); }

    Block operator[](int i) const
    {
        const int row = i % across() * height_, column = i / across() * width_;
        return {row, column, std::min(height_, rows_ - row), std::min(width_, columns_ - column)};
    }

private:
    int across() const { return (rows_ + height_ - 1) / height_; }

    int rows_, columns_, height_, width_;
};

}   // namespace stepzero
