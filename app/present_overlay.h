// SPDX-License-Identifier: GPL-3.0-or-later
// An overlay over what is presented: solid black, a frozen picture, a spotlight around the pointer, and hand-drawn
// lines. While it receives the pointer, it emits its position.
#pragma once

#include <QPixmap>
#include <QPolygonF>
#include <QWidget>

namespace stepzero {

class PresentOverlay : public QWidget {
    Q_OBJECT
public:
    explicit PresentOverlay(QWidget* parent);

    void setBlank(bool blank);
    void setFrozen(const QPixmap& picture);   ///< null: live
    void setSpotlight(bool on);
    void setDrawing(bool on);
    void clearDrawing();
    void setLine(const QColor& colour, double width);
    /// Sets an area that the spotlight leaves bright in addition to its disc.
    void setBright(const QRect& place);

    bool isBlank() const { return blank_; }
    bool isFrozen() const { return !frozen_.isNull(); }
    bool hasSpotlight() const { return spotlight_; }
    bool isDrawing() const { return drawing_; }
    const QVector<QPolygonF>& lines() const { return lines_; }

signals:
    void pointed(const QPointF& place);
    void pointerLeft();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void changed();
    void takePointer();

    bool blank_ = false, spotlight_ = false, drawing_ = false;
    QPixmap frozen_;
    QPointF pointer_;
    QRect bright_;
    QVector<QPolygonF> lines_;
    QColor colour_;
    double width_ = 4;
};

}   // namespace stepzero
