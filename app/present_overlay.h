// SPDX-License-Identifier: GPL-3.0-or-later
// An overlay over what is presented: solid black, a frozen picture, a spotlight or a laser pointer at the pointer, and
// hand-drawn lines. While it receives the pointer, it emits its position.
#pragma once

#include <QBasicTimer>
#include <QPixmap>
#include <QPolygonF>
#include <QWidget>

#include "app/laser.h"

namespace stepzero {

class PresentOverlay : public QWidget {
    Q_OBJECT
public:
    explicit PresentOverlay(QWidget* parent);

    void setBlank(bool blank);
    void setFrozen(const QPixmap& picture);   ///< null: live
    void setSpotlight(bool on);
    void setDrawing(bool on);
    void setLaser(bool on);
    void clearDrawing();
    void setLine(const QColor& colour, double width);
    /// Sets an area that the spotlight leaves bright in addition to its disc.
    void setBright(const QRect& place);

    bool isBlank() const { return blank_; }
    bool isFrozen() const { return !frozen_.isNull(); }
    bool hasSpotlight() const { return spotlight_; }
    bool isDrawing() const { return drawing_; }
    bool hasLaser() const { return lasing_; }
    bool isFading() const { return fading_.isActive(); }   ///< the trail of the laser pointer has not yet faded
    const QVector<QPolygonF>& lines() const { return lines_; }

signals:
    void pointed(const QPointF& place);
    void pointerLeft();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    void changed();
    void takePointer();
    void moveLaser(const std::optional<QPointF>& place);

    bool blank_ = false, spotlight_ = false, drawing_ = false, lasing_ = false;
    Laser laser_;
    QBasicTimer fading_;
    QPixmap frozen_;
    QPointF pointer_;
    QRect bright_;
    QVector<QPolygonF> lines_;
    QColor colour_;
    double width_ = 4;
};

}   // namespace stepzero
