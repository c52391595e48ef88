// SPDX-License-Identifier: GPL-3.0-or-later
// The arrangement of a board as a value: rows and columns with their shares, figures in tabs, which of them are hidden,
// and which one is enlarged. It does not depend on widgets. Every function returns a new layout in normal form. A
// function that is called with a figure outside the layout changes nothing.
#pragma once

#include <QSet>
#include <QString>
#include <QStringList>
#include <vector>

namespace stepzero {

/// Figures in tabs, or parts side by side (row) or stacked (column).
struct BoardPart {
    enum class Kind { tabs, row, column };

    Kind kind = Kind::tabs;
    double share = 1;   ///< fraction of its row or column, above 0; the fractions of siblings add up to 1
    QStringList figures;   ///< for tabs: the figures in their order
    QString front;   ///< for tabs: one of the figures
    std::vector<BoardPart> parts;   ///< for a row or column: at least two, none of the same kind

    bool operator==(const BoardPart&) const = default;
};

struct BoardLayout {
    BoardPart root;   ///< if there are no figures at all, tabs without a figure; otherwise no part is empty
    QSet<QString> hidden;   ///< figures that are not visible, and keep their places in the parts
    QString enlarged;   ///< the figure that fills the board; empty: none

    bool operator==(const BoardLayout&) const = default;
};

/// The destination of a figure: next to, above or below another, or into its tabs.
enum class Side { left, right, above, below, tabs };

BoardPart tabsOf(const QStringList& figures, double share = 1);
BoardPart rowOf(std::vector<BoardPart> parts, double share = 1);
BoardPart columnOf(std::vector<BoardPart> parts, double share = 1);

/// Returns a layout in normal form: every figure once, at its first place, and no empty parts. Rows in rows and columns
/// in columns are merged. The front tab is visible if any tab of its part is.
BoardLayout normal(BoardLayout layout);

/// Returns all figures, including hidden ones, in the order of the parts.
QStringList figuresOf(const BoardPart& part);
/// Returns whether a figure is in the layout and not hidden; it may be in a background tab.
bool isShown(const BoardLayout& layout, const QString& figure);
bool anyShown(const BoardLayout& layout, const BoardPart& part);

/// Shows `figure` next to, above or below the tabs of `target`, or in them as the `at`-th visible one (−1: last).
/// Without a target it goes to a side of the whole board. Ends an enlargement.
BoardLayout moved(const BoardLayout& layout, const QString& figure, const QString& target, Side side, int at = -1);
BoardLayout closed(const BoardLayout& layout, const QString& figure);
/// Shows a hidden figure at its old place, in front. Ends the enlargement of another.
BoardLayout shownAgain(const BoardLayout& layout, const QString& figure);
BoardLayout inFront(const BoardLayout& layout, const QString& figure);
BoardLayout enlarged(const BoardLayout& layout, const QString& figure);
BoardLayout restored(const BoardLayout& layout);
/// Returns the shares of the visible parts of a row or column, in their order. Empty when `path` (indices of parts from
/// the root) does not lead to a part.
std::vector<double> shownShares(const BoardLayout& layout, const std::vector<int>& path);
/// Sets these shares, in any unit. There must be as many as visible parts, each above 0; other shares change nothing.
BoardLayout withShares(const BoardLayout& layout, const std::vector<int>& path, const std::vector<double>& shares);

/// Returns the front figures, in the order of the parts.
QStringList frontsOf(const BoardLayout& layout);
/// Returns `base` with the front figures of `other`.
BoardLayout withFrontsOf(const BoardLayout& base, const BoardLayout& other);
/// Returns a layout with exactly the figures of `model`. Missing ones are hidden among the tabs of a figure with which
/// they share tabs in `model`.
BoardLayout fitted(const BoardLayout& layout, const BoardLayout& model);

}   // namespace stepzero
