// SPDX-License-Identifier: GPL-3.0-or-later
// Texts about a layer, for readouts.
#pragma once

#include <QString>

namespace stepzero {

struct Network;
struct Study;

/// "layer 12 · preactivation RMS 0.993 (theory 1.00, 0.2 σ) · output RMS … · gradient RMS …"
QString layerText(const Study& study, int layer);

/// Returns the symbol in formulas for the outcomes that the head chooses from: V words, or n classes of images.
QString outcomesSign(const Network& network);

}   // namespace stepzero
