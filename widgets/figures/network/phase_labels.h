// SPDX-License-Identifier: GPL-3.0-or-later
// What is written on a phase diagram: names of landmarks and phases and the values of contours, none over another.
#pragma once

#include <QColor>
#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QVector>
#include <vector>

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
    QVector<QLineF> leaders;   ///< from a mark to its name
    QVector<QPolygonF> lines;   ///< contours that have found room for their value
    QVector<QRectF> taken;   ///< by all of these and by the marks
};

PhaseLettering phaseLettering(const PhaseMap& map, const std::vector<Landmark>& landmarks, const PhaseLines& lines,
    const Canvas& canvas, const Style& style);

/// Where a text would stand, with a little air.
QRectF phasePlaceOf(const MathBox& text, const QPointF& baseline, const Style& style);
/// Whether no such place is in the way.
bool isFree(const QVector<QRectF>& taken, const QRectF& place);
QPolygonF inPixels(const QPolygonF& line, const Canvas& canvas);
/// Between the axes or on them.
bool isOn(const Canvas& canvas, const QPointF& at);

}   // namespace stepzero
