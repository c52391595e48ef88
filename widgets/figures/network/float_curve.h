// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor by layer on axes of log2: the band of its entries, its RMS, and where they leave a format.
#pragma once

#include <QColor>
#include <QVector>

#include "core/study/float_tensor.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// One tensor by layer, as it is drawn.
struct FloatCurve {
    QString name;
    QColor color;
    FloatTensor numbers;
    QVector<double> low, rms, high;
    std::vector<FloatLoss> losses;   ///< empty when no one format is judged
};

void drawBand(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style);
void drawBandEdges(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style);
/// The RMS, with dots where there are few.
void drawCurve(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style);
/// ▲ at the upper edge for layers whose largest entries are lost, ▼ at the lower one for those that lose many of
/// their smallest: a triangle each, or a bar with one where they stand too close. The row-th from the edge.
void drawFates(QPainter& painter, const Canvas& c, const FloatCurve& tensor, int row, const Style& style);

}   // namespace stepzero
