// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out tensors or modules on a map. Each role has a row, and each block has a column. Places outside the blocks
// have separate lines above.
#pragma once

#include <QRectF>
#include <QString>
#include <QVector>
#include <vector>

namespace stepzero {

/// A tensor or module on the map. `place` is an index that the caller chooses.
struct RolePlace {
    std::size_t place = 0;
    int block = 0;   ///< counts from 1; 0: outside the blocks
    QString pattern;   ///< the same for one role in all blocks
    QString role;   ///< name of the row
    bool first = false;   ///< rows of such roles come before the others
    double gravity = 0;   ///< of several places in one cell, the one with the highest is shown
};

/// One cell in axis coordinates: x counts blocks from 1, y counts lines upwards.
struct RoleCell {
    QRectF area;   ///< topLeft() is the left end and the lower end; width and height count to the right and upwards
    std::vector<std::size_t> places;   ///< one, or several of a role in a block (experts), the most severe first

    QPointF middle() const { return area.center(); }
};

struct RoleLine {
    QString name;   ///< role or pattern; empty: places outside the blocks
    QVector<RoleCell> cells;   ///< from left to right
};

struct RoleCells {
    QVector<RoleLine> lines;   ///< from the top down
    int blocks = 0;   ///< 0: there are no blocks
    double top = 0, bottom = 0;   ///< extent of all lines

    const RoleCell* at(const QPointF& point) const;   ///< Returns the cell at a point, or null.
    const RoleCell* of(std::size_t place) const;
    /// Returns the cell that an arrow key leads to: the next in its line, or the nearest in the next line. `cell` is
    /// one of these cells.
    const RoleCell* beside(const RoleCell& cell, int right, int down) const;
};

RoleCells roleCells(const QVector<RolePlace>& places);

}   // namespace stepzero
