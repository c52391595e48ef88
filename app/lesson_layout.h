// SPDX-License-Identifier: GPL-3.0-or-later
// The arrangement of the board in a step of a lesson.
#pragma once

#include <variant>
#include <vector>

#include "app/layout.h"
#include "core/study/lesson/lesson.h"

namespace stepzero {

class FigureDock;

/// Returns the board of a step. Without one, its figures are side by side on a wide board or stacked on another, with
/// the other figures of `present` in tabs below. If the step has a board or specifies shares, the others are hidden. A
/// step without figures changes nothing. Precondition: its board is valid (stepBoard()).
BoardLayout lessonLayout(const BoardLayout& present, const LessonStep& step, bool wide);

/// Parses the board of a step that has one, in the format of layout_json.h. Returns sentences about what is wrong, with
/// the position within `place`, such as "steps[2]". It does not check that the figures exist.
std::variant<BoardLayout, QStringList> stepBoard(const LessonStep& step, const QString& place = {});
/// Returns the visible part of a layout as the board of a step, with shares rounded to a thousandth.
Json boardOf(const BoardLayout& layout);

/// Returns the fraction of the board that a figure's tabs take, in (0, 1]; 0 when it is absent.
double areaOf(const BoardPart& board, const QString& figure);
/// Returns the figures of a step with their fractions of its board. The fraction is 0.5 if the board lacks a figure, or
/// if the step has no board and the figure does not specify one.
std::vector<LessonFigure> sharedFigures(const LessonStep& step);

/// Returns the figure of a dock with the settings that differ from those of a new figure.
LessonFigure figureOf(const FigureDock& dock);

}   // namespace stepzero
