// SPDX-License-Identifier: GPL-3.0-or-later
// One row of an editor: a name, a slider and a box for exact entry. The value is kept exactly, even beyond the range of
// the slider. A double click on the slider or the name restores the default. A LawBox as its box accepts expressions;
// the slider then shows their value, and replaces them when it is moved.
#pragma once

#include <QLabel>
#include <QWidget>

#include "widgets/editors/exact_slider.h"
#include "widgets/editors/number_box.h"

namespace stepzero {

class LawBox;

class LabeledSlider : public QWidget {
    Q_OBJECT
public:
    /// `low` and `high` are the limits of the box; the ends of `scale` are those of the slider.
    LabeledSlider(const QString& label, const SliderScale& scale, double low, double high, QWidget* parent = nullptr);
    LabeledSlider(const QString& label, const SliderScale& scale, NumberBox* box, QWidget* parent = nullptr);

    double value() const { return value_; }
    /// Sets the tooltip of slider and number, which explains the value.
    void setHint(const QString& hint);
    void setValue(double value);   ///< does not emit edited()
    /// Shows an expression without emitting edited(). Precondition: the box is a LawBox.
    void setLaw(const QString& expression);
    /// Shows the value of the expression on the slider. No effect while a number is shown.
    void setLawValue(double value);
    void setDefault(double value) { default_ = value; }
    void setScale(const SliderScale& scale);
    bool isDragging() const { return slider_->isSliderDown(); }

    QLabel* label() const { return label_; }
    ExactSlider* slider() const { return slider_; }
    NumberBox* box() const { return box_; }

signals:
    void edited(double value);   ///< emitted when the user changes the value; while dragging, for every value
    void dragStarted();
    void dragEnded();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void take(double value);
    void showOnSlider();
    void fitBox();
    QLabel* label_;
    ExactSlider* slider_;
    NumberBox* box_;
    LawBox* law_;   // the box if it accepts expressions, else null
    double value_ = 0, default_ = 0;
    bool isLaw_ = false;   // the value is that of an expression
};

}   // namespace stepzero
