// SPDX-License-Identifier: GPL-3.0-or-later
// Shows how numbers change, such as "σ 0.01 → 0.0632". Labels of commands use this text to say what the command will
// change.
#pragma once

#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// A number before and after a change. A difference by rounding is not a change.
struct Change {
    Text what;
    double before = 0, after = 0;
    bool changes() const;
};
/// Returns "σ 0.01 → 0.0632", with enough digits to distinguish the two numbers.
Text arrow_text(Text what, double before, double after);
/// Joins the entries that change: "mean 0.5 → 0, σ 0.01 → 0.0632". May be empty.
Text arrows_text(const std::vector<Change>& changes);

}   // namespace stepzero
