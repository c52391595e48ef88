// SPDX-License-Identifier: GPL-3.0-or-later
// Where a figure lands that is dragged over a board.
#pragma once

#include <QRect>
#include <QWidget>
#include <optional>

#include "app/layout.h"

namespace stepzero {

struct Drop {
    QString target;   ///< empty: the whole board
    Side side = Side::tabs;
    int at = -1;   ///< among the tabs that are shown
    QRect mark;   ///< what it would cover
};

/// On a board of this size: near its left, right or lower edge, or at its very top.
std::optional<Drop> dropAtEdge(const QSize& board, const QPoint& at);
/// Over the figure of a cell (not its row of tabs): the outer quarters are sides, the middle is its tabs.
Drop dropInCell(const QString& target, const QRect& cell, const QPoint& at);

/// Shows where. Lets the mouse through.
class DropMark : public QWidget {
public:
    explicit DropMark(QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
};

}   // namespace stepzero
