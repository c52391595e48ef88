// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/cursors.h"

#include <QLineF>
#include <QObject>
#include <cmath>

#include "widgets/figures/frame/pin_numbers.h"

namespace stepzero {

namespace {

/// Returns the value at a coordinate: the coordinate itself, unless the axis is symmetric-logarithmic.
double valueAt(Scale scale, const Symlog& symlog, double at)
{
    return scale == Scale::symlog ? std::copysign(std::pow(10.0, symlog.log10_magnitude(at)), at) : at;
}

QString placeText(const Frame& frame, double x)
{
    if (frame.layers > 0)
        return frame.xLabel + QLatin1Char(' ') + pretty(x);
    return frame.xScale == Scale::log10 ? prettyLog10(x) : pretty(x);
}

QString slopeText(const Frame& frame, const QPointF& a, const QPointF& b)
{
    if (a.x() == b.x())
        return {};
    const double slope
        = (valueAt(frame.yScale, frame.symlog, b.y()) - valueAt(frame.yScale, frame.symlog, a.y())) / (b.x() - a.x());
    const QString each = frame.layers > 0 ? QObject::tr(" per %1").arg(frame.xLabel) : QString();
    if (frame.yScale == Scale::log10 && frame.xScale == Scale::log10)
        return QObject::tr("exponent %1").arg(aligned(slope));
    if (frame.yScale == Scale::log10)
        return QObject::tr("×%1%2, slope of log₁₀ %3").arg(alignedLog10(slope, false), each, aligned(slope));
    if (frame.xScale == Scale::log10)
        return QObject::tr("slope %1 per decade").arg(aligned(slope));
    if (frame.yScale == Scale::percent)
        return QObject::tr("slope %1 points%2").arg(aligned(100 * slope), each);
    return QObject::tr("slope %1%2").arg(aligned(slope), each);
}

}   // namespace

std::optional<Cursor> nearestCursor(const QVector<QPolygonF>& lines,
    const std::function<QPointF(const QPointF&)>& pixelOf, const QRectF& seen, const QPointF& pixel)
{
    std::optional<Cursor> nearest;
    double least = 0;
    for (int i = 0; i < lines.size(); ++i)
        for (const QPointF& point : lines[i]) {
            const QPointF at = pixelOf(point);
            const double distance = QLineF(at, pixel).length();
            if (seen.contains(at) && (!nearest || distance < least)) {   // points that are not finite are invisible
                nearest = Cursor {i, point};
                least = distance;
            }
        }
    return nearest;
}

QVector<Cursor> followed(const QVector<Cursor>& cursors, const QVector<QPolygonF>& lines)
{
    QVector<Cursor> all;
    for (const Cursor& cursor : cursors)
        for (const QPointF& point : lines.value(cursor.line))
            if (point.x() == cursor.at.x() && std::isfinite(point.y())) {
                all << Cursor {cursor.line, point};
                break;
            }
    return all;
}

QString cursorText(const Frame& frame, const QVector<Cursor>& cursors)
{
    QStringList parts;
    for (const Cursor& cursor : cursors)
        parts << placeText(frame, cursor.at.x()) + QStringLiteral(": ") + numberOnY(frame, cursor.at.y());
    if (cursors.size() == 2)
        parts << slopeText(frame, cursors[0].at, cursors[1].at);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

}   // namespace stepzero
