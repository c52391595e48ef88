// SPDX-License-Identifier: GPL-3.0-or-later
// One row of an editor: a name, a slider and a box for exact entry. The value is kept exactly, also beyond
// the slider's range. A double click on slider or name goes back to the default.
#pragma once

#include <QLabel>
#include <QWidget>

#include "widgets/editors/exact_slider.h"
#include "widgets/editors/number_box.h"

namespace stepzero {

class LabeledSlider : public QWidget {
    Q_OBJECT
public:
    /// low, high: what the box allows; the scale's ends are the slider's.
    LabeledSlider(const QString& label, const SliderScale& scale, double low, double high, QWidget* parent = nullptr);

    double value() const { return value_; }
    /// What it is, as tooltip of slider and number.
    void setHint(const QString& hint);
    void setValue(double value);   ///< tells nobody
    void setDefault(double value) { default_ = value; }
    void setScale(const SliderScale& scale);
    bool isDragging() const { return slider_->isSliderDown(); }

    QLabel* label() const { return label_; }
    ExactSlider* slider() const { return slider_; }
    NumberBox* box() const { return box_; }

signals:
    void edited(double value);   ///< by the user; while dragging for every value
    void dragStarted();
    void dragEnded();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void take(double value);
    QLabel* label_;
    ExactSlider* slider_;
    NumberBox* box_;
    double value_ = 0, default_ = 0;
};

}   // namespace stepzero
