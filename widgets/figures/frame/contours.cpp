// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/contours.h"

#include <QHash>
#include <algorithm>
#include <array>
#include <cmath>

namespace stepzero {

namespace {

/// Crossings of a level with the edges of the grid, linked to those that follow them on a line. A crossing is
/// identified by its edge: 2·node to the right of a node, 2·node + 1 above it.
class Crossings {
public:
    Crossings(const NodeGrid& grid, double level) : grid_(grid), level_(level), nx_(int(grid.x.size()))
    {
        const auto ny = int(grid.y.size());
        for (int j = 0; j + 1 < ny; ++j)
            for (int i = 0; i + 1 < nx_; ++i)
                linkIn(i, j);
    }

    QVector<QPolygonF> lines()
    {
        QVector<QPolygonF> lines;
        const auto take = [&](int start) {
            if (const QPolygonF line = lineFrom(start); line.size() > 1)
                lines << line;
        };
        for (const int start : order_)   // open lines start at their ends
            if (next_[start][1] < 0 && next_[start][0] >= 0)
                take(start);
        for (const int start : order_)
            take(start);
        return lines;
    }

private:
    double value(int i, int j) const { return grid_.values[std::size_t(j * nx_ + i)] - level_; }
    bool above(int i, int j) const { return value(i, j) >= 0; }
    int edge(int i, int j, bool upward) const { return 2 * (j * nx_ + i) + (upward ? 1 : 0); }

    QPointF point(int name) const
    {
        const int node = name / 2, i = node % nx_, j = node / nx_;
        const bool upward = name % 2 == 1;
        const double a = value(i, j), b = upward ? value(i, j + 1) : value(i + 1, j), share = a / (a - b);
        return upward
            ? QPointF(grid_.x[std::size_t(i)], std::lerp(grid_.y[std::size_t(j)], grid_.y[std::size_t(j) + 1], share))
            : QPointF(std::lerp(grid_.x[std::size_t(i)], grid_.x[std::size_t(i) + 1], share), grid_.y[std::size_t(j)]);
    }

    void link(int a, int b)
    {
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
            auto found = next_.find(from);
            if (found == next_.end()) {
                next_.insert(from, {to, -1});
                order_ << from;
            } else {
                (*found)[1] = to;
            }
        }
    }

    /// Links the crossings at the edges of a cell.
    void linkIn(int i, int j)
    {
        const bool a = above(i, j), b = above(i + 1, j), c = above(i + 1, j + 1), d = above(i, j + 1);
        if (a == b && b == c && c == d)
            return;
        const double sum = value(i, j) + value(i + 1, j) + value(i + 1, j + 1) + value(i, j + 1);
        if (!std::isfinite(sum))
            return;
        const int low = edge(i, j, false), right = edge(i + 1, j, true), high = edge(i, j + 1, false),
                  left = edge(i, j, true);
        QVector<int> crossed;
        if (a != b)
            crossed << low;
        if (b != c)
            crossed << right;
        if (c != d)
            crossed << high;
        if (d != a)
            crossed << left;
        if (crossed.size() == 2) {
            link(crossed[0], crossed[1]);
        } else if ((sum >= 0) == a) {   // a saddle: the middle belongs to corner a
            link(low, right);
            link(high, left);
        } else {
            link(left, low);
            link(right, high);
        }
    }

    /// Follows a line to its end, and removes its links.
    QPolygonF lineFrom(int start)
    {
        QPolygonF line {point(start)};
        for (int at = start;;) {
            std::array<int, 2>& ways = next_[at];
            int& way = ways[0] >= 0 ? ways[0] : ways[1];
            if (way < 0)
                return line;
            const int to = way;
            way = -1;
            std::array<int, 2>& back = next_[to];
            (back[0] == at ? back[0] : back[1]) = -1;
            line << point(to);
            at = to;
        }
    }

    const NodeGrid& grid_;
    double level_;
    int nx_;
    QHash<int, std::array<int, 2>> next_;
    QVector<int> order_;   // makes the result independent of the hash
};

}   // namespace

NodeGrid gridOfCells(const std::vector<double>& cells, int columns, int rows, double width, double height)
{
    const auto nodes = [](int n, double length) {
        std::vector<double> at {0};
        for (int i = 0; i < n; ++i)
            at.push_back((i + 0.5) * length / n);
        at.push_back(length);
        return at;
    };
    NodeGrid grid {nodes(columns, width), nodes(rows, height), {}};
    // Nodes at the edge lie half a cell beyond the outermost centres.
    const auto along = [](int node, int n, auto&& value) {
        if (n == 1)
            return value(0);
        if (node == 0)
            return 1.5 * value(0) - 0.5 * value(1);
        return node > n ? 1.5 * value(n - 1) - 0.5 * value(n - 2) : value(node - 1);
    };
    for (int j = 0; j < rows + 2; ++j)
        for (int i = 0; i < columns + 2; ++i)
            grid.values.push_back(along(j, rows, [&](int row) {
                return along(i, columns, [&](int column) { return cells[std::size_t(row * columns + column)]; });
            }));
    return grid;
}

QVector<QPolygonF> contours(const NodeGrid& grid, double level) { return Crossings(grid, level).lines(); }

}   // namespace stepzero
