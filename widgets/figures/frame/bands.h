// SPDX-License-Identifier: GPL-3.0-or-later
// Bands between two lines, marks and ranges of lines of numbers, alike in every figure.
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
    QVector<double> x {};   ///< empty: 1, 2, 3 …
    QColor edge {};   ///< of its two lines, where bands lie over each other; mostly none
};

/// draw(upper edge, lower edge backwards) for each run of places that have the band, in pixels.
void eachRun(const Canvas& canvas, const Band& band,
    const std::function<void(const QPolygonF& above, const QPolygonF& below)>& draw);
/// Each over those before it, and the edges of all on top.
void drawBands(QPainter& painter, const Canvas& canvas, const QVector<Band>& bands, const Style& style);

/// The mark of what is chosen, whole also where it stands at the edge of the axes. None beyond them, or at NaN. Without
/// a colour it is a ring.
void drawChosenMark(QPainter& painter, const Canvas& canvas, double x, double y, const QColor& color,
    const Style& style, double radius = 4.5);

/// `range` united with what is finite of some lines. {1e300, -1e300} is that of nothing.
Range rangeOf(std::initializer_list<const QVector<double>*> lines, Range range = {1e300, -1e300});

}   // namespace stepzero
