// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of equal value on a grid.
#pragma once

#include <QPolygonF>
#include <QVector>
#include <vector>

namespace stepzero {

/// Numbers over the nodes of a rectangular grid: at (x[i], y[j]) the value of index j·x.size() + i.
struct NodeGrid {
    std::vector<double> x, y;   ///< rising
    std::vector<double> values;
};

/// A map of equal cells over [0, width] × [0, height] as a grid that reaches to its edges: values are those of the
/// cells at their centres, and continued in a straight line from there to the edge.
NodeGrid gridOfCells(const std::vector<double>& cells, int columns, int rows, double width, double height);

/// The lines on which the grid, taken as linear between its nodes, has the value `level`; a closed line ends where it
/// begins. There are none in a cell with a node that is not finite.
QVector<QPolygonF> contours(const NodeGrid& grid, double level);

}   // namespace stepzero
