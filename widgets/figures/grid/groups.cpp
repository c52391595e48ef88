// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/grid/groups.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/study/grid/cell_lines.h"
#include "widgets/figures/frame/elide.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr int most_groups = 24, most_members = 16;

/// Selects `most` of `all` members: the first, the last, and evenly spaced ones between them.
std::vector<std::size_t> chosen(std::size_t all, int most)
{
    std::vector<std::size_t> some;
    const int n = std::min(int(all), most);
    for (int i = 0; i < n; ++i)
        some.push_back(std::size_t(std::lround(n == 1 ? 0.0 : double(i) * double(all - 1) / (n - 1))));
    return some;
}

void add_group(CellGroups& all, const Grid& grid, const std::vector<std::size_t>& position, std::size_t but)
{
    std::size_t last = grid.axes.size() - 1;   // the list that changes fastest among those that form the groups
    if (last == but)
        --last;
    QStringList outer;
    for (std::size_t a = 0; a < last; ++a)
        if (a != but)
            outer << valueText(grid.axes[a], position[a]);
    all.words << QString::fromStdString(grid.axes[last].labels[position[last]]);
    if (outer.isEmpty()) {
        all.groups << all.words.last();
        return;
    }
    all.over << joinedText(outer, ", ");
    all.groups << lineText(grid, position, but);
}

}   // namespace

CellGroups groupsOf(const Grid& grid)
{
    CellGroups groups;
    constexpr std::size_t within = 1;
    const bool single = grid.axes.size() == 1;
    QStringList labels;
    for (std::size_t a = 0; a < grid.axes.size(); ++a)
        if (a != within)
            labels << listLabel(grid.axes[a]);
    groups.label = joinedText(labels, ", ");
    groups.all_members = single ? 1 : int(grid.axes[within].values.size());
    groups.all = int(cell_count(grid)) / groups.all_members;

    const std::vector<std::size_t> members = chosen(std::size_t(groups.all_members), most_members);
    for (const std::size_t member : members)
        groups.members << (single ? QString() : valueText(grid.axes[within], member));
    const std::vector<CellLine> lines = single ? std::vector<CellLine>() : cells_along(grid, within);
    for (const std::size_t group : chosen(std::size_t(groups.all), most_groups)) {
        add_group(groups, grid, single ? std::vector {group} : lines[group].others, within);
        std::vector<std::size_t> cells;
        for (const std::size_t member : members)
            cells.push_back(single ? group : lines[group].cells[member]);
        groups.cells.push_back(std::move(cells));
    }
    return groups;
}

void setGroupAxis(const CellGroups& groups, const Theme& theme, Frame& f)
{
    f.xHome = {-0.5, groups.count() - 0.5};
    f.xTicks = noTicks;
    const QString label = groups.count() < groups.all
        ? QObject::tr("%1 (%2 of %3)").arg(groups.label).arg(groups.count()).arg(groups.all)
        : groups.label;
    if (groups.over.isEmpty())
        f.xLabel = label;
    else   // the words of the outer lists use the label's line
        f.notes << QObject::tr("below: ") + label;
    if (groups.size() < 2)
        return;
    for (int m = 0; m < groups.size(); ++m)
        if (const SeriesLook look = memberLook(groups, m, {}, theme); look.named)
            f.legend << LegendEntry {
                memberKey(m), groups.members[m], look.color, LegendEntry::Mark::area, std::nullopt, look.style};
    if (groups.size() < groups.all_members)
        f.notes << QObject::tr("%1 of %2 in each group").arg(groups.size()).arg(groups.all_members);
    if (groups.size() > most_named_series)
        f.notes << QObject::tr("%1 more, from dark to light").arg(groups.size() - most_named_series);
}

SeriesLook memberLook(const CellGroups& groups, int member, const QColor& color, const Theme& theme)
{
    return groups.size() == 1 ? SeriesLook {0, color, true} : seriesLook(member, groups.size(), theme);
}

Range memberPlace(const CellGroups& groups, int group, int member, double share)
{
    const double wide = share / groups.size(), from = group - share / 2 + member * wide;
    return {from, from + wide};
}

int memberAt(const CellGroups& groups, double x, double share)
{
    const int group = int(std::floor(x + 0.5));
    if (group < 0 || group >= groups.count())
        return -1;
    const int member = int(std::floor((x - group + share / 2) / share * groups.size()));
    return member < 0 || member >= groups.size() ? -1 : int(groups.cells[std::size_t(group)][std::size_t(member)]);
}

void drawFeet(QPainter& painter, const Canvas& c, const CellGroups& groups, double share,
    const std::function<bool(int)>& shown, const QColor& color, const Style& style)
{
    constexpr double least = 9;   // Style pixels: a mark and its edge
    if (groups.size() < 2 || share / groups.size() / c.x.span() * c.plot.width() < style.px(least))
        return;
    for (int g = 0; g < groups.count(); ++g)
        for (int m = 0; m < groups.size(); ++m) {
            if (!shown(m))
                continue;
            const Range place = memberPlace(groups, g, m, share);
            SeriesLook look = memberLook(groups, m, {}, style.theme);
            if (color.isValid())
                look.color = color;
            drawMark(painter, {c.px((place.low + place.high) / 2), c.plot.bottom() + 1 - style.px(7)}, look, style);
        }
}

QString memberKey(int member) { return QStringLiteral("member%1").arg(member); }

void drawGroupWords(QPainter& painter, const Canvas& c, const CellGroups& groups, const Style& style)
{
    drawWords(painter, c, groups.words, style);
    const QFontMetricsF metrics(style.font());
    painter.setFont(style.font());
    painter.setPen(style.theme.faint_text);
    for (int first = 0; first < groups.over.size();) {
        int end = first;
        while (end < groups.over.size() && groups.over[end] == groups.over[first])
            ++end;
        const double from = std::max(c.px(first - 0.5), double(c.plot.left())),
                     to = std::min(c.px(end - 0.5), double(c.plot.right() + 1));
        if (to - from > style.px(12))
            painter.drawText(QRectF(from, c.plot.bottom() + 1 + style.px(21), to - from, style.px(16)),
                Qt::AlignCenter | Qt::TextDontClip,
                elidedAmong(metrics, groups.over[first], groups.over, to - from - style.px(6)));
        first = end;
    }
}

void drawGroupLines(QPainter& painter, const Canvas& c, const CellGroups& groups, const Style& style)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int g = 1; g < groups.count(); ++g) {
        const double x = std::round(c.px(g - 0.5));
        const bool other = !groups.over.isEmpty() && groups.over[g] != groups.over[g - 1];
        painter.setPen(QPen(other ? style.theme.faint_text : style.theme.grid, style.px(1)));
        painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
    }
}

}   // namespace stepzero
