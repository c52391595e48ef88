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
        if (event->type() == QEvent::FocusIn) {
            const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
            const bool back = reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason;
            byPointer_ = back ? byPointer_ : reason == Qt::MouseFocusReason;
            setVisible(!byPointer_);
            raise();
        }
        if (event->type() == QEvent::FocusOut)
            hide();
        return ControlFrame::eventFilter(watched, event);
    }

private:
    bool byPointer_ = false;   // the pointer gave the focus; remembered for when it returns
};

}   // namespace

ControlFrame::ControlFrame(QWidget* target, bool inside, double width)
    : QWidget(inside ? target : hostOf(target)), target_(target), width_(width)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    for (QWidget* moving = target; moving != parentWidget()->parentWidget(); moving = moving->parentWidget())
        moving->installEventFilter(this);
    if (!inside)
        connect(target, &QObject::destroyed, this, &QWidget::hide);
    show();
    follow();
    raise();
}

bool ControlFrame::eventFilter(QObject*, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::ShowToParent:
    case QEvent::HideToParent:
    case QEvent::ParentChange:
        follow();
        break;
    default:
        break;
    }
    return false;
}

void ControlFrame::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const double half = pixels() / 2.0;
    painter.setPen(QPen(palette().color(QPalette::Highlight), pixels(), Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(QRectF(rect()).adjusted(half, half, -half, -half));
}

/// Returns a parent that contains everything that scrolls or is laid out with the target. A splitter is excluded,
/// because it would lay out the frame like a part.
QWidget* ControlFrame::hostOf(QWidget* target)
{
    QWidget* host = target->parentWidget();
    while (!host->isWindow() && !qobject_cast<QScrollArea*>(host->parentWidget()->parentWidget())
        && !qobject_cast<QSplitter*>(host->parentWidget()) && !qobject_cast<QToolBar*>(host))
        host = host->parentWidget();
    return host;
}

int ControlFrame::pixels() const { return std::max(1, qRound(width_ * appliedScale())); }

void ControlFrame::follow()
{
    if (target_ != parentWidget()) {
        const bool seen = target_ && parentWidget()->isAncestorOf(target_) && target_->isVisibleTo(parentWidget());
        setVisible(seen);
        if (!seen)
            return;
    }
    const QRect around = QRect(target_->mapTo(parentWidget(), QPoint()), target_->size());
    const QMargins air = parentWidget() == target_ ? QMargins() : QMargins(2 * pixels(), pixels(), pixels(), pixels());
    setGeometry(around.marginsAdded(air) & parentWidget()->rect());
}

void frameFocus(QWidget* widget) { new FocusFrame(widget); }

}   // namespace stepzero
