// SPDX-License-Identifier: GPL-3.0-or-later
// What is written on a phase diagram: the names of phases and, where there is much room, contours with their values;
// none over another, nor over a mark.
#pragma once

#include <QColor>
#include <QPolygonF>
#include <QRectF>
#include <QVector>

#include "core/theory/phase_map.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// Lines of one value, in (σ_w², σ_b²).
struct PhaseLevel {
    QString name;
    QVector<QPolygonF> lines;
};

struct PhaseLines {
    QVector<QPolygonF> critical;
    QVector<QPolygonF> edges;   ///< of the basin of attraction
    QVector<PhaseLevel> levels;
};

/// All that is written on the map, for one size: places are pixels.
struct PhaseLettering {
    struct Label {
        MathBox text;
        QPointF baseline;
        QColor color;
    };
    QVector<Label> labels;
    QVector<QPolygonF> lines;   ///< contours that have found room for their value
    QVector<QRectF> taken;   ///< by all of these and by the marks
};

PhaseLettering phaseLettering(const PhaseMap& map, const PhaseLines& lines, const QVector<QRectF>& marks,
    const Canvas& canvas, const Style& style);

/// Where a text would stand, with a little air.
QRectF phasePlaceOf(const MathBox& text, const QPointF& baseline, const Style& style);
/// Whether no such place is in the way.
bool isFree(const QVector<QRectF>& taken, const QRectF& place);
/// Returns the pieces of a line outside some rectangles, cut to a pixel.
QVector<QPolygonF> piecesOutside(const QPolygonF& line, const QVector<QRectF>& places);
QPolygonF inPixels(const QPolygonF& line, const Canvas& canvas);
/// Between the axes or on them.
bool isOn(const Canvas& canvas, const QPointF& at);

}   // namespace stepzero
