// SPDX-License-Identifier: GPL-3.0-or-later
// A study's cells in groups, for bars and boxes: a group for each value of the first list, or for each combination of
// all but the second one, and in it one cell for each value of the second.
#pragma once

#include <QRectF>
#include <QStringList>
#include <functional>
#include <vector>

#include "core/study/grid/grid.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/grid/series.h"

namespace stepzero {

struct CellGroups {
    QString label;   ///< of the axis, as mathLine() reads it
    QStringList groups;   ///< names, of those that are shown
    QStringList words;   ///< below the axis: the names, or where several lists make the groups, that of the last one
    QStringList over;   ///< what the words are of, a line below them: empty where one list makes the groups
    QStringList members;   ///< names; a single empty one where there is one list
    std::vector<std::vector<std::size_t>> cells;   ///< of each group, one a member
    int all = 0, all_members = 0;   ///< that there are

    int count() const { return int(groups.size()); }
    int size() const { return int(members.size()); }
};

/// At most 24 groups of 16 members, evenly chosen of all.
CellGroups groupsOf(const Grid& grid);

/// The axis of the groups, at 0, 1, 2 …, and a legend of their members.
void setGroupAxis(const CellGroups& groups, const Theme& theme, Frame& frame);
/// The looks of the members; a single one has `color`.
SeriesLook memberLook(const CellGroups& groups, int member, const QColor& color, const Theme& theme);

/// Where a member stands in axis coordinates; a group is `share` of the room between two.
Range memberPlace(const CellGroups& groups, int group, int member, double share);
/// The cell under a place of the x axis; −1 where there is none.
int memberAt(const CellGroups& groups, double x, double share);

/// The marks of the members that are shown at the foot of the axes, where there is room, so that colours are not all
/// that tells them. `color` in place of their own if valid.
void drawFeet(QPainter& painter, const Canvas& canvas, const CellGroups& groups, double share,
    const std::function<bool(int member)>& shown, const QColor& color, const Style& style);
/// The key of a member in the legend.
QString memberKey(int member);
/// The words below the axis.
void drawGroupWords(QPainter& painter, const Canvas& canvas, const CellGroups& groups, const Style& style);
/// Hairlines between groups.
void drawGroupLines(QPainter& painter, const Canvas& canvas, const CellGroups& groups, const Style& style);

}   // namespace stepzero
