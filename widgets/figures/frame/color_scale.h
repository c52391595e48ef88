// SPDX-License-Identifier: GPL-3.0-or-later
// Colours for colour maps, and the bar beside the axes that says what they mean.
#pragma once

#include <QColor>
#include <QRect>
#include <QString>
#include <QVector>

#include "widgets/figures/frame/ticks.h"
#include "widgets/style/style.h"

class QCPColorGradient;
class QPainter;

namespace stepzero {

/// Colours from the low end to the high one, evenly spaced.
using ColorStops = QVector<QColor>;

/// viridis at nine points: perceptually uniform and safe for the colour-blind.
const ColorStops& viridis();

/// Blue over the ground's neutral to red, as light or dark as the ground, so that text can be read on all of it.
ColorStops diverging(const Theme& theme);

/// For QCustomPlot; what is not a number is left out.
QCPColorGradient gradientOf(const ColorStops& stops);

/// The bar to the right of the axes, for which a figure keeps 64 Style pixels (Frame::right). Ticks lie between 0
/// (low end) and 1; the title may hold formulas as mathLine() reads them.
void drawColorScale(QPainter& painter, const Style& style, const QRect& axes, const ColorStops& stops,
    const QVector<Tick>& ticks, const QString& title);

}   // namespace stepzero
