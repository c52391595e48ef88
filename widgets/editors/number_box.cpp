// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/number_box.h"

#include <QLineEdit>
#include <QLocale>
#include <QStyle>
#include <QStyleOptionSpinBox>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace stepzero {

NumberBox::NumberBox(double low, double high, bool integer, QWidget* parent)
    : QAbstractSpinBox(parent), low_(low), high_(high), integer_(integer)
{
    setKeyboardTracking(false);
    setCorrectionMode(CorrectToPreviousValue);
    setFocusPolicy(Qt::StrongFocus);   // the wheel scrolls the panel unless the box has the focus
    connect(this, &QAbstractSpinBox::editingFinished, this, &NumberBox::commitText);
    lineEdit()->setText(textOf(value_));
}

QString NumberBox::textOf(double value)
{
    constexpr double mostWhole = 1e16;   // whole numbers such as seeds and sizes are shown with every digit up to here
    if (value == std::round(value) && std::abs(value) < mostWhole)
        return QString::number(value, 'f', 0);
    // A number that somebody typed is shown in full. For a computed one (σ = √σ²) six digits suffice.
    QString brief = QString::number(value, 'g', 9);
    if (std::abs(brief.toDouble() - value) <= 1e-13 * std::abs(value))
        return brief;
    return QString::number(value, 'g', 6);
}

void NumberBox::setValue(double value)
{
    value_ = value;
    const QString text = textOf(value);
    if (lineEdit()->text() != text && !(lineEdit()->hasFocus() && lineEdit()->isModified()))
        lineEdit()->setText(text);
}

QSize NumberBox::sizeHint() const
{
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QSize text(fontMetrics().horizontalAdvance(QStringLiteral("0.000000")) + 4, lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, text, this);
}

void NumberBox::stepBy(int steps)
{
    commitText();
    double next;
    if (stepper_) {
        next = stepper_(value_, steps);
    } else if (integer_) {
        next = value_ + steps;
    } else {
        const double size = value_ == 0 ? 0.1 : std::pow(10, std::floor(std::log10(std::abs(value_)) + 1e-9) - 1);
        next = std::round((value_ + steps * size) / size) * size;
        next = QString::number(next, 'g', 12).toDouble();   // 0.30000000000000004 → 0.3
    }
    // Arrow keys lead into the range, but do not pull in a value that was set outside it.
    if (steps > 0)
        next = value_ >= high_ ? value_ : std::min(next, high_);
    else
        next = value_ <= low_ ? value_ : std::max(next, low_);
    take(next);
    selectAll();
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    if (value_ < high_)
        enabled |= StepUpEnabled;
    if (value_ > low_)
        enabled |= StepDownEnabled;
    return enabled;
}

bool NumberBox::read(const QString& text, double* value) const
{
    QString plain = text.trimmed();
    plain.replace(',', '.').replace(QChar(0x2212), '-');
    bool ok = false;
    *value = QLocale::c().toDouble(plain, &ok);
    return ok && std::isfinite(*value) && *value >= low_ && *value <= high_
        && (!integer_ || *value == std::round(*value));
}

QValidator::State NumberBox::validate(QString& text, int&) const
{
    double value;
    return read(text, &value) ? QValidator::Acceptable : QValidator::Intermediate;
}

void NumberBox::fixup(QString& text) const { text = textOf(value_); }

void NumberBox::commitText()
{
    double typed;
    const bool changed = lineEdit()->text() != textOf(value_);
    lineEdit()->setModified(false);
    if (changed && read(lineEdit()->text(), &typed))
        take(typed);
    else
        setValue(value_);
}

void NumberBox::take(double value)
{
    const bool different = value != value_;
    lineEdit()->setModified(false);
    setValue(value);
    if (different)
        emit edited(value);
}

void NumberBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

}   // namespace stepzero
