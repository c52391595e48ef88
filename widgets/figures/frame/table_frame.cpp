// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/table_frame.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>

namespace stepzero {

void TableFrame::drawBody(QPainter& painter, const QSizeF& size)
{
    const QVector<TableHead> all = heads();
    const QVector<Placed> placed = placedColumns(size.width());
    const QFontMetricsF letters(style().font());
    painter.setFont(style().font());
    painter.setPen(style().theme.text);
    const QRectF more = morePlace(size.width());
    painter.drawText(QPointF(edge(), top() - style().px(54) + letters.ascent()),
        headline(letters, std::max(0.0, more.left() - 2 * edge())));
    painter.drawText(more, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, moreText(size.width()));
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

TableFrame::Choice TableFrame::chosenColumns(double width) const
{
    const QVector<TableHead> all = heads();
    QVector<int> staying, others;   // sorted by rank
    double room = width - 2 * edge() + gap();
    for (int c = 0; c < all.size(); ++c)
        (all[c].stays ? staying : others) << c;
    std::ranges::stable_sort(others, {}, [&](int c) { return all[c].rank; });
    for (const int c : staying)
        room -= all[c].least + gap();
    const auto wide = [&](int c) { return all[c].least + gap(); };
    int last = int(others.size());   // the first of those that fill the room up to the end
    for (double left = room; last > 0 && (left -= wide(others[last - 1])) >= 0; --last) { }
    Choice choice {staying, std::clamp(passed_, 0, std::min(last, std::max(0, int(others.size()) - 1))), 0};
    int next = choice.passed;
    for (double left = room; next < others.size(); ++next) {
        left -= wide(others[next]);
        if (left < 0 && !choice.shown.isEmpty())
            break;
        choice.shown << others[next];
    }
    choice.coming = int(others.size()) - next;
    std::ranges::sort(choice.shown);
    return choice;
}

QString TableFrame::moreText(double width) const
{
    const auto [shown, passed, coming] = chosenColumns(width);
    if (passed == 0 && coming == 0)
        return {};
    const QString after = coming > 1 ? tr("%1 more columns ▸").arg(coming)
        : coming == 1                ? tr("1 more column ▸")
                                     : tr("the last columns");
    return passed > 0 ? tr("◂ %1 · %2").arg(passed).arg(after) : after;
}

QRectF TableFrame::morePlace(double width) const
{
    const double wide = QFontMetricsF(style().font()).horizontalAdvance(moreText(width));
    return {width - edge() - wide, top() - style().px(56), wide, style().px(18)};
}

void TableFrame::pass(int columns)
{
    const int passed = chosenColumns(bodyWidth()).passed;
    passed_ = std::max(0, passed + columns);
    passed_ = chosenColumns(bodyWidth()).passed;
    if (passed_ == passed)
        return;
    update();
    emit viewStateChanged();
}

QJsonObject TableFrame::viewState() const
{
    QJsonObject state = ScrolledFigure::viewState();
    state[QStringLiteral("column")] = passed_;
    return state;
}

void TableFrame::setViewState(const QJsonObject& state)
{
    passed_ = state.value(QStringLiteral("column")).toInt();
    ScrolledFigure::setViewState(state);
}

void TableFrame::goHome()
{
    passed_ = 0;
    ScrolledFigure::goHome();
    update();
}

/// Shift, or a wheel with two directions, scrolls sideways.
void TableFrame::wheelEvent(QWheelEvent* event)
{
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const int by = shift && event->angleDelta().x() == 0 ? event->angleDelta().y() : event->angleDelta().x();
    if (!shownExhibit() || by == 0)
        return ScrolledFigure::wheelEvent(event);
    pass(by > 0 ? -1 : 1);
    event->accept();
}

void TableFrame::keyPressEvent(QKeyEvent* event)
{
    const int way = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (way == 0 || !shownExhibit())
        return ScrolledFigure::keyPressEvent(event);
    pass(way);
}

/// A click on the number of hidden columns brings the next ones into view, and after the last the first.
void TableFrame::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !shownExhibit() || !morePlace(bodyWidth()).contains(event->position()))
        return ScrolledFigure::mousePressEvent(event);
    const Choice choice = chosenColumns(bodyWidth());
    pass(choice.coming > 0 ? int(choice.shown.size()) - 1 : -choice.passed);
}

QVector<TableFrame::Placed> TableFrame::placedColumns(double width) const
{
    const QVector<TableHead> all = heads();
    const QVector<int> shown = chosenColumns(width).shown;
    double left = width - 2 * edge() + gap();
    for (const int c : shown)
        left -= all[c].least + gap();
    const double more = std::min(std::max(0.0, left) / double(shown.size()), style().px(36));
    QVector<Placed> placed;
    double x = edge();
    for (const int c : shown) {
        // The extra space goes to the left of numbers, and to the right of words.
        const double from = x + (all[c].words || placed.isEmpty() ? 0 : more), to = from + all[c].least;
        placed << Placed {c, from, to};
        x = to + gap() + (all[c].words ? more : 0);
    }
    return placed;
}

QString TableFrame::labelAt(const QPoint& place) const
{
    // baselines of the two lines of a header
    const double over = top() - style().px(34), name = top() - style().px(20);
    if (!shownExhibit() || place.y() < over || place.y() >= top())
        return {};
    const QVector<TableHead> all = heads();
    for (const Placed& p : placedColumns(bodyWidth()))
        if (place.x() >= p.from && place.x() <= p.to)
            return place.y() < name ? all[p.column].over : all[p.column].name;
    return {};
}

int TableFrame::rowAt(const QPointF& at) const
{
    if (!shownExhibit() || at.y() < top() || at.x() >= bodyWidth())
        return -1;
    const int row = firstShown(height()) + int((at.y() - top()) / rowHeight());
    return row < rows() ? row : -1;
}

}   // namespace stepzero
