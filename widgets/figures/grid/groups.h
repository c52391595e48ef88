// SPDX-License-Identifier: GPL-3.0-or-later
// Arranges the cells of a study in groups, for bars and boxes. There is one group for each value of the first list, or
// for each combination of all lists but the second. A group holds one cell for each value of the second list.
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
    QString label;   ///< label of the axis, in the syntax of mathLine()
    QStringList groups;   ///< names of the shown groups
    QStringList words;   ///< texts below the axis: the names, or where several lists form the groups, the values of the
                         ///< last one
    QStringList over;   ///< values of the other lists, a line below the words; empty when one list forms the groups
    QStringList members;   ///< names of the members; a single empty one when there is one list
    std::vector<std::vector<std::size_t>> cells;   ///< for each group, one cell per member
    int all = 0, all_members = 0;   ///< numbers of groups and members before the selection

    int count() const { return int(groups.size()); }
    int size() const { return int(members.size()); }
};

/// Returns at most 24 groups of 16 members, evenly selected.
CellGroups groupsOf(const Grid& grid);

/// Sets the axis of the groups, at 0, 1, 2, …, and a legend of their members.
void setGroupAxis(const CellGroups& groups, const Theme& theme, Frame& frame);
/// Returns the look of a member; a single one has `color`.
SeriesLook memberLook(const CellGroups& groups, int member, const QColor& color, const Theme& theme);

/// Returns the extent of a member in axis coordinates. A group takes the fraction `share` of the distance between two
/// groups.
Range memberPlace(const CellGroups& groups, int group, int member, double share);
/// Returns the cell at a position of the x axis; −1 where there is none.
int memberAt(const CellGroups& groups, double x, double share);

/// Draws the marks of the shown members at the foot of the axes where there is room, so that colour is not their only
/// distinction. A valid `color` replaces their own.
void drawFeet(QPainter& painter, const Canvas& canvas, const CellGroups& groups, double share,
    const std::function<bool(int member)>& shown, const QColor& color, const Style& style);
/// Returns the legend key of a member.
QString memberKey(int member);
/// Draws the words below the axis.
void drawGroupWords(QPainter& painter, const Canvas& canvas, const CellGroups& groups, const Style& style);
/// Draws hairlines between groups.
void drawGroupLines(QPainter& painter, const Canvas& canvas, const CellGroups& groups, const Style& style);

}   // namespace stepzero
