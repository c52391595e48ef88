// SPDX-License-Identifier: GPL-3.0-or-later
// A line of text with formulas in it, for the labels and notes of figures.
#pragma once

#include "widgets/style/math.h"

namespace stepzero {

/// Sets a text with formulas between dollar signs, as typeset() reads them: "bias variance $σ_b²$". Symbols outside the
/// dollar signs are typeset too: see withFormulas().
MathBox mathLine(const QString& text, const QFont& font);

/// Returns the line, or the part from its start that fits into `width` pixels with an ellipsis. A formula is kept whole
/// or left out.
MathBox elidedLine(const QString& text, const QFont& font, double width);

/// Returns the part between " · " of a line that is `x` pixels from its left end.
QString captionPartAt(const QString& text, double x, const QFont& font);

/// Wraps the text into lines of at most `width` pixels. A formula is not broken.
QVector<MathBox> wrappedLines(const QString& text, const QFont& font, double width);

/// Draws a line over a picture, outlined in the colour of the ground, so that it is readable on any colour.
void drawOutlined(
    QPainter& painter, const MathBox& line, const QPointF& baseline, const QColor& color, const QColor& ground);

}   // namespace stepzero
