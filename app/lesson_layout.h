// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the board in a step of a lesson.
#pragma once

#include <variant>

#include "app/layout.h"
#include "core/study/lesson/lesson.h"

namespace stepzero {

/// The step's board, where it has one; else its figures side by side on a wide board or one above the other, and those
/// that `present` shows beside them in tabs below. Where the step has a board or tells a share the others are hidden. A
/// step without figures leaves what there is. Precondition: its board is good (stepBoard()).
BoardLayout lessonLayout(const BoardLayout& present, const LessonStep& step, bool wide);

/// The board of a step that has one, as layout_json.h has it, or what is wrong in sentences that name the place within
/// `place`, "steps[2]". That there are such figures is not looked at.
std::variant<BoardLayout, QStringList> stepBoard(const LessonStep& step, const QString& place = {});
/// What of a layout is seen, for a step to have; shares to a thousandth.
Json boardOf(const BoardLayout& layout);

/// The part of the board that a figure's tabs have, in (0, 1]; 0 where it is not there.
double areaOf(const BoardPart& board, const QString& figure);

}   // namespace stepzero
