// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_drop.h"

#include <QPainter>
#include <algorithm>

namespace stepzero {

namespace {

/// Returns the part of `all` that a new neighbour at this side gets.
QRect sideOf(const QRect& all, Side side, double share)
{
    const int width = qRound(all.width() * share), height = qRound(all.height() * share);
    switch (side) {
    case Side::left:
        return {all.left(), all.top(), width, all.height()};
    case Side::right:
        return {all.right() - width + 1, all.top(), width, all.height()};
    case Side::above:
        return {all.left(), all.top(), all.width(), height};
    case Side::below:
        return {all.left(), all.bottom() - height + 1, all.width(), height};
    case Side::tabs:
        break;
    }
    return all;
}

}   // namespace

std::optional<Drop> dropAtEdge(const QSize& board, const QPoint& at)
{
    constexpr int edge = 12, top = 4;   // the margin at the top is smaller, because tabs are there
    const QRect all(QPoint(0, 0), board);
    if (!all.contains(at))
        return std::nullopt;
    const auto drop = [&](Side side) { return Drop {{}, side, -1, sideOf(all, side, 1.0 / 3)}; };
    if (at.x() < edge)
        return drop(Side::left);
    if (at.x() >= board.width() - edge)
        return drop(Side::right);
    if (at.y() >= board.height() - edge)
        return drop(Side::below);
    if (at.y() < top)
        return drop(Side::above);
    return std::nullopt;
}

Drop dropInCell(const QString& target, const QRect& cell, const QPoint& at)
{
    constexpr double quarter = 0.25;
    const double x = double(at.x() - cell.left()) / std::max(1, cell.width()),
                 y = double(at.y() - cell.top()) / std::max(1, cell.height());
    Side side = Side::tabs;
    double nearest = quarter;
    const auto consider = [&](double distance, Side there) {
        if (distance < nearest) {
            nearest = distance;
            side = there;
        }
    };
    consider(x, Side::left);
    consider(1 - x, Side::right);
    consider(y, Side::above);
    consider(1 - y, Side::below);
    return {target, side, -1, sideOf(cell, side, 0.5)};
}

DropMark::DropMark(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropMark::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QColor color = palette().color(QPalette::Highlight);
    painter.setPen(color);
    color.setAlphaF(0.25f);
    painter.setBrush(color);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}   // namespace stepzero
