// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/role_cells.h"

#include <QMap>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace stepzero {

namespace {

constexpr int most_apart = 6;   // places outside the blocks per line

struct RoleRow {
    QString name;
    bool first = false;
    std::map<int, std::vector<const RolePlace*>> blocks {};
};

}   // namespace

RoleCells roleCells(const QVector<RolePlace>& places)
{
    std::vector<RoleRow> rows;
    QMap<QString, std::size_t> known;
    std::vector<std::size_t> apart;
    RoleCells cells;
    for (const RolePlace& one : places) {
        if (one.block <= 0) {
            apart.push_back(one.place);
            continue;
        }
        if (!known.contains(one.pattern)) {
            known[one.pattern] = rows.size();
            rows.push_back({one.role, one.first});
        }
        rows[known[one.pattern]].blocks[one.block].push_back(&one);
        cells.blocks = std::max(cells.blocks, one.block);
    }
    std::ranges::stable_sort(rows, [](const RoleRow& a, const RoleRow& b) { return a.first && !b.first; });

    const int columns = std::max(1, std::min(most_apart, int(apart.size())));
    const double wide = double(std::max(1, cells.blocks)) / columns;
    const auto lines = (apart.size() + std::size_t(columns) - 1) / std::size_t(columns);
    constexpr double gap = 0.4;   // space between the places outside the blocks and the rows
    cells.top = lines == 0 ? 0 : double(lines) + (rows.empty() ? 0 : gap);
    double y = cells.top;
    for (std::size_t first = 0; first < apart.size(); first += std::size_t(columns)) {
        y -= 1;
        RoleLine& line = cells.lines.emplace_back();
        for (std::size_t i = first; i < std::min(apart.size(), first + std::size_t(columns)); ++i)
            line.cells << RoleCell {QRectF(0.5 + double(i - first) * wide, y, wide, 1), {apart[i]}};
    }
    y = 0;
    for (RoleRow& row : rows) {
        y -= 1;
        RoleLine& line = cells.lines.emplace_back();
        line.name = row.name;
        for (auto& [block, all] : row.blocks) {
            std::ranges::stable_sort(all, std::greater(), &RolePlace::gravity);
            RoleCell cell {QRectF(block - 0.5, y, 1, 1), {}};
            for (const RolePlace* one : all)
                cell.places.push_back(one->place);
            line.cells << cell;
        }
    }
    cells.bottom = std::min(y, 0.0);
    return cells;
}

const RoleCell* RoleCells::at(const QPointF& point) const
{
    for (const RoleLine& line : lines)
        for (const RoleCell& cell : line.cells)
            if (cell.area.contains(point))
                return &cell;
    return nullptr;
}

const RoleCell* RoleCells::of(std::size_t place) const
{
    for (const RoleLine& line : lines)
        for (const RoleCell& cell : line.cells)
            if (std::ranges::find(cell.places, place) != cell.places.end())
                return &cell;
    return nullptr;
}

const RoleCell* RoleCells::beside(const RoleCell& cell, int right, int down) const
{
    for (qsizetype l = 0; l < lines.size(); ++l)
        for (qsizetype c = 0; c < lines[l].cells.size(); ++c) {
            if (&lines[l].cells[c] != &cell)
                continue;
            const QVector<RoleCell>& next = lines[std::clamp<qsizetype>(l + down, 0, lines.size() - 1)].cells;
            if (down == 0)
                return &next[std::clamp<qsizetype>(c + right, 0, next.size() - 1)];
            return &*std::ranges::min_element(
                next, {}, [&](const RoleCell& other) { return std::abs(other.middle().x() - cell.middle().x()); });
        }
    return &cell;
}

}   // namespace stepzero
