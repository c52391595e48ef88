// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/table_frame.h"

#include <QPainter>
#include <QSet>
#include <algorithm>

namespace stepzero {

void TableFrame::drawBody(QPainter& painter, const QSizeF& size)
{
    const QVector<TableHead> all = heads();
    const QVector<Placed> placed = placedColumns(size.width());
    const QFontMetricsF letters(style().font());
    painter.setFont(style().font());
    painter.setPen(style().theme.text);
    painter.drawText(QPointF(edge(), top() - style().px(54) + letters.ascent()),
        headline(letters, std::max(0.0, size.width() - 2 * edge()), placed.size()));
    painter.setFont(style().numberFont());
    for (const Placed& p : placed) {
        painter.setPen(style().theme.faint_text);
        drawHead(painter, p, all[p.column]);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(style().theme.faint_text, style().px(1)));
    const double line = top() - style().px(2);
    painter.drawLine(QPointF(edge(), line), QPointF(size.width() - edge(), line));
    const int first = firstShown(size.height()), last = std::min(first + shownLength(size.height()), rows());
    for (int row = first; row < last; ++row)
        drawRow(painter, row,
            QRectF(edge() / 2, top() + (row - first) * rowHeight(), size.width() - edge(), rowHeight()), placed);
}

void TableFrame::drawHead(QPainter& painter, const Placed& place, const TableHead& head) const
{
    drawHeadLine(painter, top() - style().px(34), head.over, place.from, place.to, head);
    drawHeadLine(painter, top() - style().px(20), head.name, place.from, place.to, head);
}

void TableFrame::drawHeadLine(
    QPainter& painter, double y, const QString& text, double from, double to, const TableHead& head) const
{
    painter.drawText(QRectF(from, y, to - from, style().px(16)),
        (head.words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter | Qt::TextDontClip, text);
}

QVector<TableFrame::Placed> TableFrame::placedColumns(double width) const
{
    const QVector<TableHead> all = heads();
    QVector<int> byRank;
    for (int c = 0; c < all.size(); ++c)
        byRank << c;
    std::ranges::stable_sort(byRank, {}, [&](int c) { return all[c].rank; });
    double left = width - 2 * edge() + gap();
    QSet<int> shown;
    for (const int c : byRank) {
        const double wide = all[c].least + gap();
        if (wide > left && !shown.isEmpty())
            break;
        left -= wide;
        shown << c;
    }
    const double more = std::min(std::max(0.0, left) / double(shown.size()), style().px(36));
    QVector<Placed> placed;
    double x = edge();
    for (int c = 0; c < all.size(); ++c)
        if (shown.contains(c)) {
            // Numbers are moved away from what is left of them, words from what is right.
            const double from = x + (all[c].words || placed.isEmpty() ? 0 : more), to = from + all[c].least;
            placed << Placed {c, from, to};
            x = to + gap() + (all[c].words ? more : 0);
        }
    return placed;
}

int TableFrame::rowAt(const QPointF& at) const
{
    if (!shownExhibit() || at.y() < top() || at.x() >= bodyWidth())
        return -1;
    const int row = firstShown(height()) + int((at.y() - top()) / rowHeight());
    return row < rows() ? row : -1;
}

}   // namespace stepzero
