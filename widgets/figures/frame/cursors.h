// SPDX-License-Identifier: GPL-3.0-or-later
// Two cursors that the user has placed on the lines of a figure, and a text about the difference between them.
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
    int line = 0;   ///< index of the line
    QPointF at;   ///< in axis coordinates
};

/// Returns the point on the visible lines that is drawn nearest to a pixel.
std::optional<Cursor> nearestCursor(const QVector<QPolygonF>& lines,
    const std::function<QPointF(const QPointF&)>& pixelOf, const QRectF& seen, const QPointF& pixel);

/// Returns the cursors at the same places on other lines. Cursors whose line no longer reaches their place are left
/// out.
QVector<Cursor> followed(const QVector<Cursor>& cursors, const QVector<QPolygonF>& lines);

/// Returns "layer 3: 0.820 · layer 9: 0.410 · slope −0.0683 a layer"; on a logarithmic axis, the factor and the slope
/// of log₁₀.
QString cursorText(const Frame& frame, const QVector<Cursor>& cursors);

}   // namespace stepzero
