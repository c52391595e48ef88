// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/words/text.h"

namespace stepzero {

/// Writes sentences for the person at the terminal to standard error, in the present language. Every line begins with
/// "stepzero: ".
void note(const Text& sentences);

/// Drops Qt's warnings, which are meant for programmers; every failure has a sentence of this program. A message of Qt
/// after which it would abort is noted, and the program ends with status 3. Qt's own handler stays when
/// QT_LOGGING_RULES or QT_DEBUG_PLUGINS requests messages.
void quiet_qt();

}   // namespace stepzero
