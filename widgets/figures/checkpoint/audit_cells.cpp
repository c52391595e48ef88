// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/checkpoint/audit_cells.h"

#include <QMap>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "widgets/figures/checkpoint/audit_words.h"

namespace stepzero {

namespace {

constexpr int most_apart = 6;   // tensors outside the blocks per line

struct Row {
    QString name;
    bool weights = false;
    std::map<int, std::vector<std::size_t>> blocks {};
};

/// Sorts the most severe first: tensors that deviate by their verdict, then by the size of the deviation.
void sortByGravity(const AuditStudy& study, std::vector<std::size_t>& places)
{
    std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
        const bool named_a = study.part(a).verdict == AuditVerdict::deviates,
                   named_b = study.part(b).verdict == AuditVerdict::deviates;
        return named_a != named_b ? named_a : study.deviation(a) > study.deviation(b);
    });
}

}   // namespace

AuditCells cellsOf(const AuditStudy& study)
{
    std::vector<Row> rows;
    QMap<QString, std::size_t> known;
    std::vector<std::size_t> apart;
    AuditCells cells;
    for (std::size_t place = 0; place < study.places.size(); ++place) {
        const AuditedPart& part = study.part(place);
        const int block = study.tensor(place).understood.block;
        if (part.kind == TensorKind::buffer)
            continue;
        if (block <= 0) {
            apart.push_back(place);
            continue;
        }
        const QString pattern = QString::fromStdString(study.pattern_of(place));
        if (!known.contains(pattern)) {
            known[pattern] = rows.size();
            rows.push_back({roleText(study, place), part.kind == TensorKind::weight});
        }
        rows[known[pattern]].blocks[block].push_back(place);
        cells.blocks = std::max(cells.blocks, block);
    }
    std::ranges::stable_sort(rows, [](const Row& a, const Row& b) { return a.weights && !b.weights; });

    const int columns = std::max(1, std::min(most_apart, int(apart.size())));
    const double wide = double(std::max(1, cells.blocks)) / columns;
    const auto lines = (apart.size() + std::size_t(columns) - 1) / std::size_t(columns);
    constexpr double gap = 0.4;   // space between the tensors outside the blocks and the rows
    cells.top = lines == 0 ? 0 : double(lines) + (rows.empty() ? 0 : gap);
    double y = cells.top;
    for (std::size_t first = 0; first < apart.size(); first += std::size_t(columns)) {
        y -= 1;
        AuditLine& line = cells.lines.emplace_back();
        for (std::size_t i = first; i < std::min(apart.size(), first + std::size_t(columns)); ++i)
            line.cells << AuditCell {QRectF(0.5 + double(i - first) * wide, y, wide, 1), {apart[i]}};
    }
    y = 0;
    for (Row& row : rows) {
        y -= 1;
        AuditLine& line = cells.lines.emplace_back();
        line.name = row.name;
        for (auto& [block, places] : row.blocks) {
            sortByGravity(study, places);
            line.cells << AuditCell {QRectF(block - 0.5, y, 1, 1), places};
        }
    }
    cells.bottom = std::min(y, 0.0);
    return cells;
}

const AuditCell* AuditCells::at(const QPointF& point) const
{
    for (const AuditLine& line : lines)
        for (const AuditCell& cell : line.cells)
            if (cell.area.contains(point))
                return &cell;
    return nullptr;
}

const AuditCell* AuditCells::of(std::size_t place) const
{
    for (const AuditLine& line : lines)
        for (const AuditCell& cell : line.cells)
            if (std::ranges::find(cell.places, place) != cell.places.end())
                return &cell;
    return nullptr;
}

const AuditCell* AuditCells::beside(const AuditCell& cell, int right, int down) const
{
    for (qsizetype l = 0; l < lines.size(); ++l)
        for (qsizetype c = 0; c < lines[l].cells.size(); ++c) {
            if (&lines[l].cells[c] != &cell)
                continue;
            const QVector<AuditCell>& next = lines[std::clamp<qsizetype>(l + down, 0, lines.size() - 1)].cells;
            if (down == 0)
                return &next[std::clamp<qsizetype>(c + right, 0, next.size() - 1)];
            return &*std::ranges::min_element(
                next, {}, [&](const AuditCell& other) { return std::abs(other.middle().x() - cell.middle().x()); });
        }
    return &cell;
}

}   // namespace stepzero
