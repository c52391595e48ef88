// SPDX-License-Identifier: GPL-3.0-or-later
// Where words about a level stand, which is a line across the axes.
#pragma once

#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// So far from the left end of the axes, or behind the line of the chosen layer where that would cross the words.
inline double levelLabelStart(const Frame& frame, const Canvas& c, double width, double gap)
{
    const double from = c.plot.left() + gap, chosen = c.px(frame.layer);
    const bool crossed = frame.layers > 0 && chosen > from - gap && chosen < from + width + gap;
    return crossed && chosen + gap + width < c.plot.right() ? chosen + gap : from;
}

}   // namespace stepzero
