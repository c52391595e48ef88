// SPDX-License-Identifier: GPL-3.0-or-later
// Computes lines of equal value on a grid.
#pragma once

#include <QPolygonF>
#include <QVector>
#include <vector>

namespace stepzero {

/// Numbers at the nodes of a rectangular grid: the value at (x[i], y[j]) has index j·x.size() + i.
struct NodeGrid {
    std::vector<double> x, y;   ///< increasing
    std::vector<double> values;
};

/// Returns a map of equal cells over [0, width] × [0, height] as a grid that reaches to its edges. Values are those of
/// the cells at their centres, and linearly extrapolated from there to the edge.
NodeGrid gridOfCells(const std::vector<double>& cells, int columns, int rows, double width, double height);

/// Returns the lines on which the grid, interpolated linearly between its nodes, has the value `level`. A closed line
/// ends at its first point. Cells with a non-finite node have no lines.
QVector<QPolygonF> contours(const NodeGrid& grid, double level);

}   // namespace stepzero
