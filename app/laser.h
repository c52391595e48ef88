// SPDX-License-Identifier: GPL-3.0-or-later
// A laser pointer: a red dot with a white ring, which differs from any background by its brightness as well as its
// colour, and a short trail that fades.
#pragma once

#include <QPointF>
#include <QRegion>
#include <QVector>
#include <optional>

class QPainter;

namespace stepzero {

class Laser {
public:
    /// Sets the radius of the dot in pixels.
    void setRadius(double radius) { radius_ = radius; }
    /// Moves the dot to a position, or hides it. Its former position joins the trail.
    void moveTo(const std::optional<QPointF>& place);
    /// Lets the trail fade by one of `lifetime` steps.
    void fade();
    bool hasTrail() const { return !trail_.isEmpty(); }
    const std::optional<QPointF>& place() const { return place_; }
    /// Returns what paint() covers: a small part of the bounding rectangle of a long trail.
    QRegion region() const;
    void paint(QPainter& painter) const;

    static constexpr int lifetime = 10;   ///< steps until a point of the trail is gone
    static constexpr qsizetype longest = 32;   ///< points of the trail

private:
    struct Point {
        QPointF at;
        int left = lifetime;   // steps until it is gone
    };
    std::optional<QPointF> place_;
    QVector<Point> trail_;   // the oldest first
    double radius_ = 8;
};

}   // namespace stepzero
