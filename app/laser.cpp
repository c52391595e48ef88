// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/laser.h"

#include <QPainter>
#include <QRadialGradient>
#include <cmath>

namespace stepzero {

namespace {

constexpr double glow = 2.8, ring = 1.35;   // radii relative to that of the dot
const QColor laserRed(230, 0, 18);

}   // namespace

void Laser::moveTo(const std::optional<QPointF>& place)
{
    if (place_ && place != place_)
        trail_ << Point {*place_};
    if (trail_.size() > longest)
        trail_.removeFirst();
    place_ = place;
}

void Laser::fade()
{
    for (Point& point : trail_)
        --point.left;
    trail_.removeIf([](const Point& point) { return point.left <= 0; });
}

QRegion Laser::region() const
{
    const double reach = radius_ * glow + 1;
    const auto around = [&](const QPointF& one, const QPointF& other) {
        return QRectF(one, other).normalized().adjusted(-reach, -reach, reach, reach).toAlignedRect();
    };
    QRegion region;
    for (qsizetype i = 0; i < trail_.size(); ++i)
        region += around(trail_[i].at, i + 1 < trail_.size() ? trail_[i + 1].at : place_.value_or(trail_[i].at));
    if (place_)
        region += around(*place_, *place_);
    return region;
}

void Laser::paint(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (qsizetype i = 0; i < trail_.size(); ++i) {
        const double left = double(trail_[i].left) / lifetime;
        QColor faint = laserRed;
        faint.setAlphaF(float(0.5 * left));
        painter.setPen(QPen(faint, 2 * radius_ * std::sqrt(left), Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(trail_[i].at, i + 1 < trail_.size() ? trail_[i + 1].at : place_.value_or(trail_[i].at));
    }
    if (place_) {
        QRadialGradient light(*place_, glow * radius_);
        QColor edge = laserRed;
        edge.setAlphaF(0.45F);
        light.setColorAt(0, edge);
        edge.setAlphaF(0);
        light.setColorAt(1, edge);
        painter.setPen(Qt::NoPen);
        painter.setBrush(light);
        painter.drawEllipse(*place_, glow * radius_, glow * radius_);
        painter.setBrush(Qt::white);
        painter.drawEllipse(*place_, ring * radius_, ring * radius_);
        painter.setBrush(laserRed);
        painter.drawEllipse(*place_, radius_, radius_);
    }
    painter.restore();
}

}   // namespace stepzero
