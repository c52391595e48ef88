// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps track of the free space in the rows of text above the axes.
#pragma once

#include <QVector>
#include <optional>

namespace stepzero {

// In Style pixels. The room for a mark includes its distance from the name.
inline constexpr double headerGap = 14, headerMarkRoom = 22, headerRowHeight = 16;

struct HeaderRows {
    QVector<double> left, right;

    double room(int row) const { return right[row] - left[row]; }
    /// Returns the first row with at least this much free space.
    std::optional<int> with(double wide) const
    {
        for (int row = 0; row < left.size(); ++row)
            if (room(row) >= wide)
                return row;
        return {};
    }
    /// Returns the row for a caption: the first one from `first` on with enough space, else the row with the most
    /// space.
    int captionRow(double wide, int first) const
    {
        int most = first;
        for (int row = first; row < left.size(); ++row) {
            if (room(row) >= wide)
                return row;
            if (room(row) > room(most))
                most = row;
        }
        return most;
    }
};

}   // namespace stepzero
