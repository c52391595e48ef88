// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words/arrow_text.h"

#include <cmath>
#include <utility>

#include "core/base/words/shown_text.h"

namespace stepzero {

bool Change::changes() const { return !(std::abs(before - after) <= 1e-6 * std::abs(after)); }

Text arrow_text(Text what, double before, double after)
{
    int digits = 3;
    while (before != after && short_text(before, digits) == short_text(after, digits))
        ++digits;
    return tr("%1 %2 → %3", std::move(what), short_text(before, digits), short_text(after, digits));
}

Text arrows_text(const std::vector<Change>& changes)
{
    std::vector<Text> all;
    for (const Change& change : changes)
        if (change.changes())
            all.push_back(arrow_text(change.what, change.before, change.after));
    return joined(all, ", ");
}

}   // namespace stepzero
