// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that explain why numbers of a network are missing.
#pragma once

#include <QString>

#include "core/study/study.h"

namespace stepzero {

/// Returns the remark on a signal that left its range; empty when none did.
QString lostSignalText(const Study& study);
/// Returns whether anything but theory is available yet.
bool isMeasured(const Study& study);
/// Returns the text for empty axes: that remark, or "computing…", "not computed", "not measured".
QString missingText(const Study& study);
/// Returns the number of tokens of a sequence that were measured or will be.
int tokensOf(const Study& study);
/// Returns whether a sequence is a single token, which has no other token to attend to or to be compared with.
bool isOneToken(const Study& study);
/// Returns "preview of 32 of 128 tokens"; empty when all tokens took part.
QString previewText(const Study& study);

}   // namespace stepzero
