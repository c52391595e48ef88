// SPDX-License-Identifier: GPL-3.0-or-later
// What is free of the rows of words above axes.
#pragma once

#include <QVector>
#include <optional>

namespace stepzero {

struct HeaderRows {
    QVector<double> left, right;

    double room(int row) const { return right[row] - left[row]; }
    /// The first with so much room.
    std::optional<int> with(double wide) const
    {
        for (int row = 0; row < left.size(); ++row)
            if (room(row) >= wide)
                return row;
        return {};
    }
    /// For a caption: the first from `first` on with so much room, else that with the most.
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
