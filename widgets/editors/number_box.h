// SPDX-License-Identifier: GPL-3.0-or-later
// A spin box for one number, entered exactly. It never rounds what was typed or loaded, although it shows only six
// digits of numbers that nobody would type. The decimal sign is a point in every locale, as in the experiment file; a
// typed comma is read as a point.
#pragma once

#include <QAbstractSpinBox>
#include <functional>

namespace stepzero {

class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    NumberBox(double low, double high, bool integer, QWidget* parent = nullptr);

    double value() const { return value_; }
    /// Shows a value without emitting edited(). Values outside the range are shown too.
    virtual void setValue(double value);
    /// Sets how arrow keys step: (value, steps) → value. By default, integers step by one, other numbers by one in the
    /// second significant digit.
    void setStepper(std::function<double(double, int)> stepper) { stepper_ = std::move(stepper); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void stepBy(int steps) override;
    /// Takes over the typed text, as Enter does.
    virtual void commitText();

    /// Returns the text of a value: all digits if there are at most nine, else the first six.
    static QString textOf(double value);

signals:
    void edited(double value);   ///< emitted when the user changes the value

protected:
    StepEnabled stepEnabled() const override;
    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    void wheelEvent(QWheelEvent* event) override;
    /// Reads an allowed number; returns false for any other text.
    bool read(const QString& text, double* value) const;

private:
    void take(double value);
    double low_, high_, value_ = 0;
    bool integer_;
    std::function<double(double, int)> stepper_;
};

}   // namespace stepzero
