// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_tabs.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

namespace stepzero {

namespace {

constexpr int margin = 9;   // space on both sides of a name

QFont titleFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

/// Returns the colour of names that are not in front: fainter, but readable.
QColor faint(const QPalette& palette)
{
    const QColor text = palette.color(QPalette::WindowText), ground = palette.color(QPalette::Window);
    const auto mixed = [](int a, int b) { return (7 * a + 3 * b) / 10; };
    return {mixed(text.red(), ground.red()), mixed(text.green(), ground.green()), mixed(text.blue(), ground.blue())};
}

}   // namespace

BoardTabs::BoardTabs(QWidget* parent) : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
    setElideMode(Qt::ElideRight);
    setUsesScrollButtons(true);
    setMouseTracking(true);   // the tab under the pointer is highlighted
    setAccessibleName(tr("figures in tabs"));
    for (QToolButton* scroll : findChildren<QToolButton*>())
        scroll->setFocusPolicy(Qt::NoFocus);   // arrow keys scroll too
}

void BoardTabs::cancelDrag()
{
    drag_ = Drag::none;
    unsetCursor();
}

int BoardTabs::tabUnder(const QPoint& at) const { return tabAt(at) >= 0 ? tabAt(at) : currentIndex(); }

void BoardTabs::mousePressEvent(QMouseEvent* event)
{
    QTabBar::mousePressEvent(event);
    drag_ = event->button() == Qt::LeftButton && currentIndex() >= 0 ? Drag::possible : Drag::none;
    pressed_ = event->pos();
}

void BoardTabs::mouseMoveEvent(QMouseEvent* event)
{
    if (drag_ == Drag::possible && (event->pos() - pressed_).manhattanLength() >= QApplication::startDragDistance()) {
        drag_ = Drag::running;
        setCursor(Qt::ClosedHandCursor);
        emit dragStarted(tabUnder(pressed_));
    }
    if (drag_ == Drag::running)
        emit dragMoved(event->globalPosition().toPoint());
    else
        QTabBar::mouseMoveEvent(event);
}

void BoardTabs::mouseReleaseEvent(QMouseEvent* event)
{
    const bool wasDrag = isDragging();
    if (event->button() == Qt::LeftButton)
        cancelDrag();
    QTabBar::mouseReleaseEvent(event);
    if (wasDrag && event->button() == Qt::LeftButton)
        emit dropped(event->globalPosition().toPoint());
    else if (const int tab = tabUnder(event->pos()); event->button() == Qt::MiddleButton && tab >= 0)
        emit closeRequested(tab);
}

void BoardTabs::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const int tab = tabUnder(event->pos()); event->button() == Qt::LeftButton && tab >= 0)
        emit enlargeRequested(tab);
}

void BoardTabs::keyPressEvent(QKeyEvent* event)
{
    if (currentIndex() < 0)
        return event->ignore();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return emit enlargeRequested(currentIndex());
    case Qt::Key_Delete:
        return emit closeRequested(currentIndex());
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (count() > 1)
            return QTabBar::keyPressEvent(event);
        return event->ignore();   // no other tab: the window may use the key
    default:
        QTabBar::keyPressEvent(event);
    }
}

void BoardTabs::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int tab = byKey ? currentIndex() : tabUnder(event->pos());
    if (tab >= 0)
        emit menuRequested(tab, byKey ? mapToGlobal(tabRect(tab).bottomLeft()) : event->globalPos());
}

/// Draws names, and a line under the front one if there are others. There are no frames.
void BoardTabs::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QPoint pointer = mapFromGlobal(QCursor::pos());
    for (int tab = 0; tab < count(); ++tab) {
        const QRect area = tabRect(tab);
        const bool front = tab == currentIndex();
        const QRect whole = area.adjusted(margin, 0, -margin, 0), text = whole & seen();
        if (text.width() < std::min(2 * margin, whole.width()))
            continue;   // scrolled out of view
        if (count() > 1 && !front && underMouse() && area.contains(pointer))
            painter.fillRect(area, palette().color(QPalette::Midlight));
        painter.setFont(front ? titleFont(font()) : font());
        painter.setPen(front ? palette().color(QPalette::WindowText) : faint(palette()));
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            painter.fontMetrics().elidedText(tabText(tab), Qt::ElideRight, text.width()));
        if (front && (count() > 1 || hasFocus())) {
            constexpr int line = 2;
            painter.fillRect(text.left(), area.bottom() - line + 1, text.width(), line,
                palette().color(hasFocus() ? QPalette::Highlight : QPalette::WindowText));
        }
        if (front && hasFocus()) {
            painter.setPen(palette().color(QPalette::Highlight));
            painter.drawRect(area.adjusted(2, 1, -3, -2));
        }
    }
}

QSize BoardTabs::tabSizeHint(int tab) const
{
    const QFontMetrics metrics(titleFont(font()));   // the bold front name must not move the others
    return {metrics.horizontalAdvance(tabText(tab)) + 2 * margin + 1, metrics.height() + 8};
}

/// Names are shortened if all of them fit then; if they have to scroll anyway, they are complete.
QSize BoardTabs::minimumTabSizeHint(int tab) const
{
    const auto least
        = [this](int i) { return std::min(tabSizeHint(i).width(), fontMetrics().averageCharWidth() * 8 + 2 * margin); };
    int all = 0;
    for (int i = 0; i < count(); ++i)
        all += least(i);
    return {all <= width() ? least(tab) : tabSizeHint(tab).width(), tabSizeHint(tab).height()};
}

/// Returns the area that the scroll buttons leave.
QRect BoardTabs::seen() const
{
    QRect room = rect();
    for (const QToolButton* scroll : findChildren<QToolButton*>())
        if (scroll->isVisible())
            room.setRight(std::min(room.right(), scroll->x() - 1));
    return room;
}

}   // namespace stepzero
