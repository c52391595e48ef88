// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_language.h"

#include <algorithm>

#include "widgets/language/language.h"

namespace stepzero {

std::string lessonLanguage()
{
    const std::string wanted = language().section('_', 0, 0).toStdString();
    const std::vector<std::string>& known = lesson_languages();
    return std::ranges::find(known, wanted) == known.end() ? known.front() : wanted;
}

}   // namespace stepzero
