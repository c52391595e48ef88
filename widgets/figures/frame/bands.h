// SPDX-License-Identifier: GPL-3.0-or-later
// Bands between two lines, marks, and the range of lines, drawn the same way in every figure.
#pragma once

#include <QColor>
#include <QVector>
#include <functional>
#include <initializer_list>

#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// A band of equal colour between two lines, in axis coordinates; NaN where there is none.
struct Band {
    QColor color;
    QVector<double> low, high;
    QVector<double> x {};   ///< empty: 1, 2, 3, …
    QColor edge {};   ///< colour of its two edges, for bands that overlap; usually none
};

/// Calls draw(upper edge, lower edge backwards), in pixels, for each run of places where the band exists.
void eachRun(const Canvas& canvas, const Band& band,
    const std::function<void(const QPolygonF& above, const QPolygonF& below)>& draw);
/// Draws each band over the previous ones, and all edges on top.
void drawBands(QPainter& painter, const Canvas& canvas, const QVector<Band>& bands, const Style& style);

/// Draws the mark of the chosen point, unclipped even at the edge of the axes. Nothing is drawn beyond the axes or at
/// NaN. Without a colour the mark is a ring.
void drawChosenMark(QPainter& painter, const Canvas& canvas, double x, double y, const QColor& color,
    const Style& style, double radius = 4.5);

/// Returns the union of `range` and the finite values of some lines. {1e300, -1e300} is the empty range.
Range rangeOf(std::initializer_list<const QVector<double>*> lines, Range range = {1e300, -1e300});

}   // namespace stepzero
