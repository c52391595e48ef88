// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that change, in the labels of what changes them.
#pragma once

#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// A number that is changed, and whether it is: rounding is no change.
struct Change {
    Text what;
    double before = 0, after = 0;
    bool changes() const;
};
/// "σ 0.01 → 0.0632", with as many digits as tell the two numbers apart.
Text arrow_text(Text what, double before, double after);
/// Those that change: "mean 0.5 → 0, σ 0.01 → 0.0632". May be empty.
Text arrows_text(const std::vector<Change>& changes);

}   // namespace stepzero
