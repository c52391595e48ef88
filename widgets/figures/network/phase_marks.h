// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the marks of a phase diagram: schemes below the axis, pinned networks with their names, and the point of the
// present network.
#pragma once

#include <QPainter>
#include <vector>

#include "core/study/study.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// Draws schemes as ticks below the axis, hollow where theory does not hold.
void drawPhaseSchemes(QPainter& painter, const Canvas& c, std::vector<Landmark> schemes, const Style& style);
/// Returns the names of the schemes whose ticks are at a position.
QString phaseSchemesAt(const QPointF& at, const Canvas& c, const std::vector<Landmark>& schemes, const Style& style);

/// Draws the pins of a frame, unclipped, with their names. Those beyond the map are drawn at its edge, with an arrow
/// and their numbers. Names avoid the areas in `taken`.
void drawPhasePins(QPainter& painter, const Canvas& c, const Frame& frame, QVector<QRectF> taken, const Style& style);

/// Draws the point of the present network, with an arrow towards where it is `put` if that is beyond zoomed axes.
void drawPhaseMarker(QPainter& painter, const QPointF& at, const QPointF& put, const Style& style);

}   // namespace stepzero
