// SPDX-License-Identifier: GPL-3.0-or-later
// What an editor says beside the new value.
#pragma once

#include <QString>

namespace stepzero {

struct EditInfo {
    QString text;   ///< for people, as in "Undo Depth"
    QString mergeKey;   ///< edits with the same key, one after the other, are one undo step; empty: never
    bool dragging = false;   ///< a slider is held: more will follow at once
};

}   // namespace stepzero
