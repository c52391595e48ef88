// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/exact_slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

namespace stepzero {

ExactSlider::ExactSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setScale(scale_);
}

void ExactSlider::setScale(const SliderScale& scale)
{
    scale_ = scale;
    setRange(0, scale.last());
    update();
}

void ExactSlider::setMark(double value)
{
    mark_ = value;
    marked_ = true;
    update();
}

QPoint ExactSlider::handleCentre(int position) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    option.sliderPosition = position;
    return style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this).center();
}

int ExactSlider::positionAt(int x) const
{
    const int left = handleCentre(minimum()).x(), right = handleCentre(maximum()).x();
    return QStyle::sliderValueFromPosition(minimum(), maximum(), x - left, std::max(1, right - left));
}

void ExactSlider::dragTo(int x)
{
    const int position = positionAt(x - grabOffset_);
    if (position == sliderPosition())
        return;
    setSliderPosition(position);
    emit dragged(position);
}

void ExactSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || isSliderDown()) {
        event->ignore();
        return;
    }
    event->accept();
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    const QPoint at = event->position().toPoint();
    grabOffset_ = handle.contains(at) ? at.x() - handle.center().x() : 0;
    setSliderDown(true);
    dragTo(at.x());
}

void ExactSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown())
        dragTo(event->position().toPoint().x());
}

void ExactSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && isSliderDown())
        setSliderDown(false);
}

void ExactSlider::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        emit resetRequested();
}

void ExactSlider::keyPressEvent(QKeyEvent* event)
{
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    const int page = scale_.kind == SliderScale::Kind::powersOfTwo ? 2 : 10;
    switch (event->key()) {
    case Qt::Key_Left:
        emit stepped(mirrored ? 1 : -1);
        break;
    case Qt::Key_Right:
        emit stepped(mirrored ? -1 : 1);
        break;
    case Qt::Key_Down:
        emit stepped(-1);
        break;
    case Qt::Key_Up:
        emit stepped(1);
        break;
    case Qt::Key_PageDown:
        emit stepped(-page);
        break;
    case Qt::Key_PageUp:
        emit stepped(page);
        break;
    case Qt::Key_Home:
        emit jumped(false);
        break;
    case Qt::Key_End:
        emit jumped(true);
        break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        emit resetRequested();
        break;
    default:
        event->ignore();
        return;
    }
    event->accept();
}

void ExactSlider::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus()) {   // the wheel scrolls the panel unless the slider has the focus
        event->ignore();
        return;
    }
    wheelRest_ += event->angleDelta().y();
    const int steps = wheelRest_ / 120;
    wheelRest_ %= 120;
    if (steps != 0)
        emit stepped(steps);
    event->accept();
}

void ExactSlider::paintEvent(QPaintEvent* event)
{
    QSlider::paintEvent(event);
    if (!marked_ || mark_ < scale_.low || mark_ > scale_.high)
        return;
    QPainter painter(this);
    QColor colour = palette().color(QPalette::WindowText);
    painter.setPen(colour);
    const QPoint centre = handleCentre(scale_.position(mark_));
    painter.drawLine(centre.x(), height() - 3, centre.x(), height() - 1);
    painter.drawLine(centre.x(), 0, centre.x(), 2);
}

}   // namespace stepzero
