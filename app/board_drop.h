// SPDX-License-Identifier: GPL-3.0-or-later
// Determines where a figure lands when it is dragged over a board.
#pragma once

#include <QRect>
#include <QWidget>
#include <optional>

#include "app/layout.h"

namespace stepzero {

struct Drop {
    QString target;   ///< empty: the whole board
    Side side = Side::tabs;
    int at = -1;   ///< index among the visible tabs
    QRect mark;   ///< the area that it would cover
};

/// Returns the drop near the left, right or lower edge of a board of this size, or at its very top.
std::optional<Drop> dropAtEdge(const QSize& board, const QPoint& at);
/// Returns the drop over a figure of a cell, outside its row of tabs: the outer quarters are its sides, the middle is
/// its tabs.
Drop dropInCell(const QString& target, const QRect& cell, const QPoint& at);

/// Marks where the figure would land. Mouse events pass through.
class DropMark : public QWidget {
public:
    explicit DropMark(QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
};

}   // namespace stepzero
