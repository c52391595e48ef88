// SPDX-License-Identifier: GPL-3.0-or-later
// A horizontal slider whose handle jumps to where the mouse presses and follows it from there. Keys and the wheel lead
// to the next different value. It knows only positions of a scale; LabeledSlider keeps the value.
#pragma once

#include <QSlider>

#include "widgets/editors/slider_scale.h"

namespace stepzero {

class ExactSlider : public QSlider {
    Q_OBJECT
public:
    explicit ExactSlider(QWidget* parent = nullptr);

    void setScale(const SliderScale& scale);
    const SliderScale& scale() const { return scale_; }
    /// Marks a value worth aiming at with a tick, such as the critical point.
    void setMark(double value);
    /// The centre of the handle at a position, for painting and tests.
    QPoint handleCentre(int position) const;

signals:
    void dragged(int position);   ///< the mouse moved the handle
    void stepped(int count);   ///< keys or wheel moved the slider `count` values up
    void jumped(bool toHigh);   ///< Home or End was pressed
    void resetRequested();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int positionAt(int x) const;
    void dragTo(int x);
    SliderScale scale_;
    double mark_ = 0;
    bool marked_ = false;
    int grabOffset_ = 0;
    int wheelRest_ = 0;
};

}   // namespace stepzero
