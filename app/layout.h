// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where on a board, as a value: rows and columns with their shares, figures in tabs, which are hidden and
// which one is enlarged. Knows no widget. Every function gives a layout in normal form and leaves the old one alone;
// one that names a figure which is not in the layout changes nothing.
#pragma once

#include <QSet>
#include <QString>
#include <QStringList>
#include <vector>

namespace stepzero {

/// Figures in tabs, or parts side by side (row) or one above the other (column).
struct BoardPart {
    enum class Kind { tabs, row, column };

    Kind kind = Kind::tabs;
    double share = 1;   ///< of the row or column that it stands in; above 0, and 1 together
    QStringList figures;   ///< of tabs, in their order
    QString front;   ///< one of them
    std::vector<BoardPart> parts;   ///< of a row or column: at least two, none of its own kind

    bool operator==(const BoardPart&) const = default;
};

struct BoardLayout {
    BoardPart root;   ///< tabs without a figure if there is none at all; otherwise no part is empty
    QSet<QString> hidden;   ///< figures that are not seen, and keep their places in the parts
    QString enlarged;   ///< the figure that has the board for itself; empty: none

    bool operator==(const BoardLayout&) const = default;
};

/// Where a figure goes: beside, above or below another, or into its tabs.
enum class Side { left, right, above, below, tabs };

BoardPart tabsOf(const QStringList& figures, double share = 1);
BoardPart rowOf(std::vector<BoardPart> parts, double share = 1);
BoardPart columnOf(std::vector<BoardPart> parts, double share = 1);

/// Every figure once, at its first place; no empty part; rows in rows and columns in columns are one; the front tab is
/// one that is seen, if any of its tabs is.
BoardLayout normal(BoardLayout layout);

/// All figures, hidden ones too, in the order of the parts.
QStringList figuresOf(const BoardPart& part);
/// Whether a figure is there and not hidden; it may stand behind a tab.
bool isShown(const BoardLayout& layout, const QString& figure);
bool anyShown(const BoardLayout& layout, const BoardPart& part);

/// `figure` is shown beside, above or below the tabs of `target`, or in them as the `at`-th of those that are shown
/// (−1: last). Without a target it goes to a side of the whole board. Ends an enlargement.
BoardLayout moved(const BoardLayout& layout, const QString& figure, const QString& target, Side side, int at = -1);
BoardLayout closed(const BoardLayout& layout, const QString& figure);
/// Back where it was, in front; ends the enlargement of another.
BoardLayout shownAgain(const BoardLayout& layout, const QString& figure);
BoardLayout inFront(const BoardLayout& layout, const QString& figure);
BoardLayout enlarged(const BoardLayout& layout, const QString& figure);
BoardLayout restored(const BoardLayout& layout);
/// Shares of the parts of a row or column that are shown, in their order; none where `path` (indices of parts from the
/// root on) leads to no part.
std::vector<double> shownShares(const BoardLayout& layout, const std::vector<int>& path);
/// With others, in any unit. As many, each above 0; others change nothing.
BoardLayout withShares(const BoardLayout& layout, const std::vector<int>& path, const std::vector<double>& shares);

/// Those in front, in the order of the parts.
QStringList frontsOf(const BoardLayout& layout);
/// `base` with the figures in front that are in front in `other`.
BoardLayout withFrontsOf(const BoardLayout& base, const BoardLayout& other);
/// Has the figures of `model` and no others: what is missing is hidden among the tabs of one with which it shares tabs
/// in `model`.
BoardLayout fitted(const BoardLayout& layout, const BoardLayout& model);

}   // namespace stepzero
