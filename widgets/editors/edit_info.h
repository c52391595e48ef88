// SPDX-License-Identifier: GPL-3.0-or-later
// The description of an edit that an editor emits together with the new value.
#pragma once

#include <QString>

namespace stepzero {

struct EditInfo {
    QString text;   ///< shown to people, as in "Undo Depth"
    QString mergeKey;   ///< consecutive edits with the same key are one undo step; empty: edits are never merged
    bool dragging = false;   ///< true while a slider is held, when more edits will follow at once
};

}   // namespace stepzero
