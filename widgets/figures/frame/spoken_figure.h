// SPDX-License-Identifier: GPL-3.0-or-later
// Figures for those who do not see them: what a screen reader says of one.
#pragma once

#include <QString>

namespace stepzero {

class Figure;

/// Its title; the gravest finding of what it shows, if there is one; the range and the trend of each line over what the
/// figure goes along, as "preactivation rms from 1.2 to 0.03, falls"; of words how many there are; or why there is
/// nothing to see. What the whole network is, the board says once.
QString spokenFigure(Figure& figure);

/// Screen readers are told that, as the description of every figure, when they ask.
void installFigureAccess();

}   // namespace stepzero
