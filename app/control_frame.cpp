// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/control_frame.h"

#include <QFocusEvent>
#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QToolBar>

#include "app/appearance.h"

namespace stepzero {

namespace {

class FocusFrame : public ControlFrame {
public:
    explicit FocusFrame(QWidget* target) : ControlFrame(target, true, 1) { hide(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
            setVisible(
                event->type() == QEvent::FocusIn && static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason);
            raise();
        }
        return ControlFrame::eventFilter(watched, event);
    }
};

}   // namespace

ControlFrame::ControlFrame(QWidget* target, bool inside, double width)
    : QWidget(inside ? target : hostOf(target)), target_(target), width_(std::max(1, qRound(width * appliedScale())))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    for (QWidget* moving = target; moving != parentWidget()->parentWidget(); moving = moving->parentWidget())
        moving->installEventFilter(this);
    follow();
    show();
    raise();
}

bool ControlFrame::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
        follow();
    return false;
}

void ControlFrame::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const double half = width_ / 2.0;
    painter.setPen(QPen(palette().color(QPalette::Highlight), width_, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(QRectF(rect()).adjusted(half, half, -half, -half));
}

/// All of what scrolls with it, or that it is laid out with. A splitter would give its child a place.
QWidget* ControlFrame::hostOf(QWidget* target)
{
    QWidget* host = target->parentWidget();
    while (!host->isWindow() && !qobject_cast<QScrollArea*>(host->parentWidget()->parentWidget())
        && !qobject_cast<QSplitter*>(host->parentWidget()) && !qobject_cast<QToolBar*>(host))
        host = host->parentWidget();
    return host;
}

void ControlFrame::follow()
{
    const QRect around = QRect(target_->mapTo(parentWidget(), QPoint()), target_->size());
    const QMargins air = parentWidget() == target_ ? QMargins() : QMargins(2 * width_, width_, width_, width_);
    setGeometry(around.marginsAdded(air) & parentWidget()->rect());
}

void frameFocus(QWidget* widget) { new FocusFrame(widget); }

}   // namespace stepzero
