// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor by layer on axes of log2: the band of its entries, its RMS, and where entries leave a number format.
#pragma once

#include <QColor>
#include <QVector>

#include "core/study/float_tensor.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// One tensor by layer, as drawn.
struct FloatCurve {
    QString name;
    QColor color;
    FloatTensor numbers;
    QVector<double> low, rms, high;
    std::vector<FloatLoss> losses;   ///< empty when no single format is judged
};

void drawBand(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style);
void drawBandEdges(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style);
/// Draws the RMS, with dots where there are few layers.
void drawCurve(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style);
/// Draws ▲ at the upper edge for layers whose largest entries are lost, and ▼ at the lower edge for those that lose
/// many of their smallest. Each layer has a triangle, or a bar with one triangle where they are too close. `row` counts
/// from the edge.
void drawFates(QPainter& painter, const Canvas& c, const FloatCurve& tensor, int row, const Style& style);

}   // namespace stepzero
