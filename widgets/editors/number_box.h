// SPDX-License-Identifier: GPL-3.0-or-later
// A spin box for one number, entered exactly: it never rounds what was typed or loaded, though it shows
// at most six digits of numbers that nobody would type. Point as decimal sign in every locale, as in the experiment
// file; a typed comma is read as one.
#pragma once

#include <QAbstractSpinBox>
#include <functional>

namespace stepzero {

class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    NumberBox(double low, double high, bool integer, QWidget* parent = nullptr);

    double value() const { return value_; }
    /// Shows a value without telling anybody. Values outside the range are shown too.
    void setValue(double value);
    /// Where an arrow key leads: (value, steps) → value. Default: one for integers, else one in the second
    /// significant digit.
    void setStepper(std::function<double(double, int)> stepper) { stepper_ = std::move(stepper); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void stepBy(int steps) override;
    /// Takes over what has been typed, as Enter does.
    void commitText();

    /// The text of a value: in full up to nine digits, else the first six.
    static QString textOf(double value);

signals:
    void edited(double value);   ///< by the user, and different from before

protected:
    StepEnabled stepEnabled() const override;
    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    void wheelEvent(QWheelEvent* event) override;

private:
    bool read(const QString& text, double* value) const;
    void take(double value);
    double low_, high_, value_ = 0;
    bool integer_;
    std::function<double(double, int)> stepper_;
};

}   // namespace stepzero
