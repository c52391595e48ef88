// SPDX-License-Identifier: GPL-3.0-or-later
// Two places that the user has marked on the lines of a figure, and what lies between them.
#pragma once

#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <QVector>
#include <functional>
#include <optional>

namespace stepzero {

struct Frame;

struct Cursor {
    int line = 0;   ///< its number
    QPointF at;   ///< between the axes
};

/// The point of the lines that is drawn nearest to a pixel, of those that are seen.
std::optional<Cursor> nearestCursor(const QVector<QPolygonF>& lines,
    const std::function<QPointF(const QPointF&)>& pixelOf, const QRectF& seen, const QPointF& pixel);

/// The same places when the lines are others: those that a line has no longer are left out.
QVector<Cursor> followed(const QVector<Cursor>& cursors, const QVector<QPolygonF>& lines);

/// "layer 3: 0.820 · layer 9: 0.410 · slope −0.0683 a layer"; on a logarithmic axis the factor and the slope of log₁₀.
QString cursorText(const Frame& frame, const QVector<Cursor>& cursors);

}   // namespace stepzero
