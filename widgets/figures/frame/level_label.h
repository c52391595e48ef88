// SPDX-License-Identifier: GPL-3.0-or-later
// Positions the text about a level, which is a line across the axes.
#pragma once

#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// Returns the x at a distance `gap` from the left end of the axes. If the line of the chosen layer would cross the
/// text, the text begins to the right of that line.
inline double levelLabelStart(const Frame& frame, const Canvas& c, double width, double gap)
{
    const double from = c.plot.left() + gap, chosen = c.px(frame.layer);
    const bool crossed = frame.layers > 0 && chosen > from - gap && chosen < from + width + gap;
    return crossed && chosen + gap + width < c.plot.right() ? chosen + gap : from;
}

}   // namespace stepzero
