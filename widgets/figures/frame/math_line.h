// SPDX-License-Identifier: GPL-3.0-or-later
// A line of words with formulas in it, for the labels and notes of figures.
#pragma once

#include "widgets/style/math.h"

namespace stepzero {

/// Words, and formulas between dollar signs as typeset() reads them: "bias variance $σ_b²$". Symbols outside of them
/// are set too: see withFormulas().
MathBox mathLine(const QString& text, const QFont& font);

/// The line, or so much of it from the front as is at most `width` pixels with an ellipsis. A formula is kept whole
/// or left out.
MathBox elidedLine(const QString& text, const QFont& font, double width);

/// The part between " · " of a line that is `x` pixels from its left end.
QString captionPartAt(const QString& text, double x, const QFont& font);

/// The line in as many lines as `width` pixels need. A formula is not broken.
QVector<MathBox> wrappedLines(const QString& text, const QFont& font, double width);

/// Draws a line over a picture: with an edge in the colour of the ground, so that it can be read on any colour.
void drawOutlined(
    QPainter& painter, const MathBox& line, const QPointF& baseline, const QColor& color, const QColor& ground);

}   // namespace stepzero
