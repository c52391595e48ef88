// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the board in a step of a lesson.
#pragma once

#include "app/layout.h"
#include "core/lesson/lesson.h"

namespace stepzero {

/// The step's figures side by side on a wide board, else one above the other, and those that `present` shows beside
/// them in tabs below. Where the step tells a share the others are hidden. A step without figures leaves what there is.
BoardLayout lessonLayout(const BoardLayout& present, const std::vector<LessonFigure>& figures, bool wide);

}   // namespace stepzero
