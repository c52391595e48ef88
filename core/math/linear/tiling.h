// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a matrix into tasks. The split depends only on the shape, never on the number of threads, and therefore so do
// the last bits of sums over tasks.
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
