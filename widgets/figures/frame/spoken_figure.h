// SPDX-License-Identifier: GPL-3.0-or-later
// Describes figures to people who cannot see them: the text that a screen reader speaks.
#pragma once

#include <QString>

namespace stepzero {

class Figure;

/// Returns a description of a figure: its title, its most severe finding, and the range and trend of each line, such as
/// "preactivation rms from 1.2 to 0.03, falls". For columns of words it gives their number; for an empty figure, the
/// reason. The board describes the whole network once.
QString spokenFigure(Figure& figure);

/// Provides this text as the accessible description of every figure.
void installFigureAccess();

}   // namespace stepzero
