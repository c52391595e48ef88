// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/labeled_slider.h"

#include <QEvent>
#include <QHBoxLayout>

#include "widgets/editors/field_row.h"
#include "widgets/editors/law_box.h"

namespace stepzero {

namespace {

constexpr double wideBox = 1.9;   // width of a box with an expression, in boxes; leaves enough of the slider to hold

}   // namespace

LabeledSlider::LabeledSlider(const QString& label, const SliderScale& scale, double low, double high, QWidget* parent)
    : LabeledSlider(label, scale, new NumberBox(low, high, scale.integer), parent)
{
}

LabeledSlider::LabeledSlider(const QString& label, const SliderScale& scale, NumberBox* box, QWidget* parent)
    : QWidget(parent), label_(new FieldName(label, this)), slider_(new ExactSlider(this)), box_(box),
      law_(qobject_cast<LawBox*>(box))
{
    box_->setParent(this);
    slider_->setScale(scale);
    label_->installEventFilter(this);
    label_->setBuddy(box_);
    fitBox();
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
    connect(slider_, &QSlider::sliderReleased, this, [this] {
        fitBox();
        emit dragEnded();
    });
    if (law_)
        connect(law_, &LawBox::wideChanged, this, &LabeledSlider::fitBox);
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
    isLaw_ = false;
    showOnSlider();
    box_->setValue(value);
}

void LabeledSlider::setLaw(const QString& expression)
{
    isLaw_ = true;
    law_->setLaw(expression);
}

void LabeledSlider::setLawValue(double value)
{
    if (!isLaw_)
        return;
    value_ = value;
    showOnSlider();
}

/// While the user holds the handle, it stays under the pointer: rounding must not pull it away.
void LabeledSlider::showOnSlider()
{
    if (!slider_->isSliderDown())
        slider_->setSliderPosition(slider_->scale().position(value_));
}

/// While the user holds the handle, the slider keeps its width.
void LabeledSlider::fitBox()
{
    if (!slider_->isSliderDown())
        box_->setFixedWidth(qRound(boxColumnWidth(this) * (law_ && law_->isWide() ? wideBox : 1)));
}

void LabeledSlider::setScale(const SliderScale& scale)
{
    if (!slider_->isSliderDown())
        slider_->setScale(scale);
    showOnSlider();
}

void LabeledSlider::take(double value)
{
    const bool different = isLaw_ || value != value_;
    setValue(value);
    if (different)
        emit edited(value);
}

void LabeledSlider::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitBox();
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
