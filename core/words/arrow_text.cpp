// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/arrow_text.h"

#include <cmath>

#include "core/words/shown_text.h"

namespace stepzero {

bool Change::changes() const { return !(std::abs(before - after) <= 1e-6 * std::abs(after)); }

std::string arrow_text(const std::string& what, double before, double after)
{
    int digits = 3;
    while (before != after && short_text(before, digits) == short_text(after, digits))
        ++digits;
    return what + " " + short_text(before, digits) + " → " + short_text(after, digits);
}

std::string arrows_text(const std::vector<Change>& changes)
{
    std::string text;
    for (const Change& change : changes)
        if (change.changes())
            text += (text.empty() ? "" : ", ") + arrow_text(change.what, change.before, change.after);
    return text;
}

}   // namespace stepzero
