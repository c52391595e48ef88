// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of pinned experiments in words, for all figures alike.
#pragma once

#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// A number between the axes, as the y axis has it.
QString numberOnY(const Frame& frame, double y);

/// What the lines of pins say at a place of the x axis: "He 1.02 · naive 3.00×10⁻⁹". Several lines of one pin are told
/// apart by their marks: "He ● 1.02 ○ 0.98". Lines that are not functions of x, and what lies beyond a line, say
/// nothing.
QString pinReadout(const Frame& frame, double x);

}   // namespace stepzero
