// SPDX-License-Identifier: GPL-3.0-or-later
// The language of lessons.
#pragma once

#include <QString>
#include <string>

#include "core/study/lesson/lesson.h"

namespace stepzero {

/// Returns the one of lesson_languages() that matches the window.
std::string lessonLanguage();

inline QString words(const LessonText& text) { return QString::fromStdString(text.in(lessonLanguage())); }

}   // namespace stepzero
