// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict on a network in the present language.
#pragma once

#include <QString>

namespace stepzero {

struct Verdict;   // core/diagnose/verdict.h

/// Returns the word after its sign, "✕ Vanishing".
QString headOf(const Verdict& verdict);

}   // namespace stepzero
