// SPDX-License-Identifier: GPL-3.0-or-later
// Why numbers of a network are not there.
#pragma once

#include <QString>

#include "core/study/study.h"

namespace stepzero {

/// The remark on a signal that left its range. Empty while there is none.
QString lostSignalText(const Study& study);
/// Whether there is anything yet but theory.
bool isMeasured(const Study& study);
/// What empty axes say: that, or "computing…", "not computed", "not measured".
QString missingText(const Study& study);
/// Of a sequence, as they were measured or will be.
int tokensOf(const Study& study);
/// Whether a sequence is a single token, which has no other one to look at or to be compared with.
bool isOneToken(const Study& study);
/// "preview of 32 of 128 tokens"; empty where all tokens took part.
QString previewText(const Study& study);

}   // namespace stepzero
