// SPDX-License-Identifier: GPL-3.0-or-later
// A line of a study's figure by layer: one number of one cell, its marks, and the spans over replicas.
#pragma once

#include <QPainter>
#include <QVector>

#include "widgets/figures/grid/layer_numbers.h"
#include "widgets/figures/grid/series.h"

namespace stepzero {

/// Numbers are in axis coordinates; NaN where there is nothing to draw.
struct LayerLine {
    std::size_t cell = 0;
    int series = 0;
    bool second = false;   ///< the mean, which accompanies the std: thin and dashed
    QVector<double> y {}, low {}, high {}, theory {};
};
LayerLine layerLineOf(const LayerStatistic& statistic, const CellResult& cell, int series, bool log, bool theory);

/// Returns by line and layer whether a span is hidden. Spans of a layer coincide, so later lines cover those of earlier
/// ones.
QVector<bool> hiddenSpans(const QVector<LayerLine>& lines, int depth);

struct LayerLineLook {
    SeriesLook series;
    bool many;   ///< too many lines for marks
    bool chosen;
    bool hairs;   ///< hairlines, which are fast to draw
};
/// Draws a line without the spans that are marked as hidden.
void drawLayerLine(QPainter& painter, const LayerLine& line, const Canvas& c, const LayerLineLook& how,
    const QVector<bool>& hidden, const Style& style);

}   // namespace stepzero
