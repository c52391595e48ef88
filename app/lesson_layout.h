// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the board in a step of a lesson.
#pragma once

#include "app/layout.h"
#include "core/lesson/lesson.h"

namespace stepzero {

/// `present` with the step's figures in front, each where it is, two that share tabs side by side. Where the step tells
/// a share they have the board for themselves, in a row on a wide one, and the others are hidden.
BoardLayout lessonLayout(const BoardLayout& present, const std::vector<LessonFigure>& figures, bool wide);

}   // namespace stepzero
