// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/labeled_slider.h"

#include <QEvent>
#include <QHBoxLayout>

#include "widgets/editors/field_row.h"

namespace stepzero {

LabeledSlider::LabeledSlider(const QString& label, const SliderScale& scale, double low, double high, QWidget* parent)
    : QWidget(parent), label_(new FieldName(label, this)), slider_(new ExactSlider(this)),
      box_(new NumberBox(low, high, scale.integer, this))
{
    slider_->setScale(scale);
    label_->installEventFilter(this);
    label_->setBuddy(box_);
    box_->setFixedWidth(boxColumnWidth(this));
    box_->setAccessibleName(label);
    slider_->setAccessibleName(label);
    if (scale.kind == SliderScale::Kind::powersOfTwo || scale.kind == SliderScale::Kind::logarithmic) {
        if (!scale.integer)
            box_->setStepper([this](double value, int steps) { return slider_->scale().stepped(value, steps); });
    }

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(fieldSpacing);
    layout->addWidget(label_);
    layout->addWidget(slider_, 1);
    layout->addWidget(box_);
    setFocusProxy(slider_);

    connect(slider_, &QSlider::sliderPressed, this, &LabeledSlider::dragStarted);
    connect(slider_, &QSlider::sliderReleased, this, &LabeledSlider::dragEnded);
    connect(slider_, &ExactSlider::dragged, this, [this](int position) { take(slider_->scale().value(position)); });
    connect(slider_, &ExactSlider::stepped, this, [this](int count) { take(slider_->scale().stepped(value_, count)); });
    connect(slider_, &ExactSlider::jumped, this,
        [this](bool toHigh) { take(toHigh ? slider_->scale().high : slider_->scale().low); });
    connect(slider_, &ExactSlider::resetRequested, this, [this] { take(default_); });
    connect(box_, &NumberBox::edited, this, &LabeledSlider::take);
    setValue(scale.low);
}

void LabeledSlider::setHint(const QString& hint)
{
    for (QWidget* widget : std::initializer_list<QWidget*> {label_, slider_, box_})
        widget->setToolTip(hint);
}

void LabeledSlider::setValue(double value)
{
    value_ = value;
    // While the user holds the handle, it stays under the pointer: rounding must not pull it away.
    if (!slider_->isSliderDown())
        slider_->setSliderPosition(slider_->scale().position(value));
    box_->setValue(value);
}

void LabeledSlider::setScale(const SliderScale& scale)
{
    if (!slider_->isSliderDown())
        slider_->setScale(scale);
    setValue(value_);
}

void LabeledSlider::take(double value)
{
    const bool different = value != value_;
    setValue(value);
    if (different)
        emit edited(value);
}

void LabeledSlider::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        box_->setFixedWidth(boxColumnWidth(this));
}

bool LabeledSlider::eventFilter(QObject* object, QEvent* event)
{
    if (object == label_ && event->type() == QEvent::MouseButtonDblClick) {
        take(default_);
        return true;
    }
    return QWidget::eventFilter(object, event);
}

}   // namespace stepzero
