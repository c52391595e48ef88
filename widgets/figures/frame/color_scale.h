// SPDX-License-Identifier: GPL-3.0-or-later
// Colours for colour maps, and the bar next to the axes that explains them.
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

/// Returns a scale from blue over the neutral colour of the ground to red. It is as light or dark as the ground, so
/// that text is readable on all of it.
ColorStops diverging(const Theme& theme);

/// Returns the colour at a fraction of the scale, from 0 (low end) to 1; fractions outside get the colour of the end.
QColor colorAt(const ColorStops& stops, double share);
/// Returns the part of viridis whose colours are visible as lines on the ground of a theme: without the pale end on a
/// light one, and without the dark end on a dark one.
ColorStops lineColors(const Theme& theme);
/// Returns the colour of line `i` in a sequence of `n`.
QColor lineColor(const Theme& theme, int i, int n);

/// Converts stops for QCustomPlot. NaN is transparent.
QCPColorGradient gradientOf(const ColorStops& stops);

/// Draws the bar to the right of the axes, for which a figure keeps 64 Style pixels (Frame::right). Ticks lie between 0
/// (low end) and 1. The title may hold formulas in the syntax of mathLine().
void drawColorScale(QPainter& painter, const Style& style, const QRect& axes, const ColorStops& stops,
    const QVector<Tick>& ticks, const QString& title);

}   // namespace stepzero
