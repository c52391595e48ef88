// SPDX-License-Identifier: GPL-3.0-or-later
// A horizontal slider whose handle goes where the mouse presses and follows it from there. Keys and the
// wheel lead to the next different value. It knows positions of a scale; LabeledSlider keeps the value.
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
    /// A tick at a value worth aiming at, e.g. the critical point.
    void setMark(double value);
    /// The centre of the handle at a position, for painting and tests.
    QPoint handleCentre(int position) const;

signals:
    void dragged(int position);   ///< the mouse moved the handle
    void stepped(int count);   ///< keys or wheel: so many values up
    void jumped(bool toHigh);   ///< Home or End
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
