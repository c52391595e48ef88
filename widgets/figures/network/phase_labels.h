// SPDX-License-Identifier: GPL-3.0-or-later
// Places the labels of a phase diagram: the names of phases and, where there is much room, contours with their values.
// Labels overlap neither each other nor a mark.
#pragma once

#include <QColor>
#include <QPolygonF>
#include <QRectF>
#include <QVector>

#include "core/theory/phase_map.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// Lines of equal value, in (σ_w², σ_b²).
struct PhaseLevel {
    QString name;
    QVector<QPolygonF> lines;
};

struct PhaseLines {
    QVector<QPolygonF> critical;
    QVector<QPolygonF> edges;   ///< edges of the basin of attraction
    QVector<PhaseLevel> levels;
};

/// All labels of the map for one size. Positions are in pixels.
struct PhaseLettering {
    struct Label {
        MathBox text;
        QPointF baseline;
        QColor color;
    };
    QVector<Label> labels;
    QVector<QPolygonF> lines;   ///< contours with enough room for their value
    QVector<QRectF> taken;   ///< areas that these labels and the marks occupy
};

PhaseLettering phaseLettering(const PhaseMap& map, const PhaseLines& lines, const QVector<QRectF>& marks,
    const Canvas& canvas, const Style& style);

/// Returns the area of a text, with a small margin.
QRectF phasePlaceOf(const MathBox& text, const QPointF& baseline, const Style& style);
/// Returns whether an area is free.
bool isFree(const QVector<QRectF>& taken, const QRectF& place);
/// Returns the pieces of a line outside some rectangles, cut to a pixel.
QVector<QPolygonF> piecesOutside(const QPolygonF& line, const QVector<QRectF>& places);
QPolygonF inPixels(const QPolygonF& line, const Canvas& canvas);
/// Returns whether a point lies between the axes or on them.
bool isOn(const Canvas& canvas, const QPointF& at);

}   // namespace stepzero
