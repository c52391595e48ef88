// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/contours.h"

#include <QHash>
#include <algorithm>
#include <array>
#include <cmath>

namespace stepzero {

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

QVector<QPolygonF> contours(const NodeGrid& grid, double level)
{
    const int nx = int(grid.x.size()), ny = int(grid.y.size());
    const auto value = [&](int i, int j) { return grid.values[std::size_t(j * nx + i)] - level; };
    const auto above = [&](int i, int j) { return value(i, j) >= 0; };
    // A crossing is identified by its edge: 2·node to the right of a node, 2·node + 1 above it.
    const auto edge = [&](int i, int j, bool upward) { return 2 * (j * nx + i) + (upward ? 1 : 0); };
    const auto point = [&](int name) {
        const int node = name / 2, i = node % nx, j = node / nx;
        const bool upward = name % 2 == 1;
        const double a = value(i, j), b = upward ? value(i, j + 1) : value(i + 1, j), share = a / (a - b);
        return upward
            ? QPointF(grid.x[std::size_t(i)], std::lerp(grid.y[std::size_t(j)], grid.y[std::size_t(j) + 1], share))
            : QPointF(std::lerp(grid.x[std::size_t(i)], grid.x[std::size_t(i) + 1], share), grid.y[std::size_t(j)]);
    };
    QHash<int, std::array<int, 2>> next;
    QVector<int> order;   // makes the result independent of the hash
    const auto link = [&](int a, int b) {
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
            auto found = next.find(from);
            if (found == next.end()) {
                next.insert(from, {to, -1});
                order << from;
            } else {
                (*found)[1] = to;
            }
        }
    };
    for (int j = 0; j + 1 < ny; ++j)
        for (int i = 0; i + 1 < nx; ++i) {
            const bool a = above(i, j), b = above(i + 1, j), c = above(i + 1, j + 1), d = above(i, j + 1);
            if (a == b && b == c && c == d)
                continue;
            const double sum = value(i, j) + value(i + 1, j) + value(i + 1, j + 1) + value(i, j + 1);
            if (!std::isfinite(sum))
                continue;
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

    QVector<QPolygonF> lines;
    const auto follow = [&](int from) {
        QPolygonF line {point(from)};
        for (int at = from;;) {
            std::array<int, 2>& ways = next[at];
            int& way = ways[0] >= 0 ? ways[0] : ways[1];
            if (way < 0)
                break;
            const int to = way;
            way = -1;
            std::array<int, 2>& back = next[to];
            (back[0] == at ? back[0] : back[1]) = -1;
            line << point(to);
            at = to;
        }
        if (line.size() > 1)
            lines << line;
    };
    for (const int start : order)   // open lines start at their ends
        if (next[start][1] < 0 && next[start][0] >= 0)
            follow(start);
    for (const int start : order)
        follow(start);
    return lines;
}

}   // namespace stepzero
