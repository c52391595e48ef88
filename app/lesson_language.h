// SPDX-License-Identifier: GPL-3.0-or-later
// The language that lessons are shown in.
#pragma once

#include <QString>
#include <string>

#include "core/study/lesson/lesson.h"

namespace stepzero {

/// One of lesson_languages(): that of the window.
std::string lessonLanguage();

inline QString words(const LessonText& text) { return QString::fromStdString(text.in(lessonLanguage())); }

}   // namespace stepzero
