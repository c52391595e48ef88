// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of pinned experiments as text, in the same form for all figures.
#pragma once

#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// Returns a number at a y coordinate, in the format of the y axis.
QString numberOnY(const Frame& frame, double y);

/// Returns the values of the lines of pins at an x coordinate: "He 1.02 · naive 3.00×10⁻⁹". Marks distinguish several
/// lines of one pin: "He ● 1.02 ○ 0.98". Lines that are not functions of x are left out, and so is x beyond a line.
QString pinReadout(const Frame& frame, double x);

}   // namespace stepzero
