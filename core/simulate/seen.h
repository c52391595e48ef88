// SPDX-License-Identifier: GPL-3.0-or-later
// Converts what a recorder observed into the record of a network, with remarks for the user. Lost signals and zero
// gradients become remarks.
#pragma once

#include "core/base/words/text.h"
#include "core/modules/recorder.h"
#include "core/network/plan.h"

namespace stepzero {

/// Returns the recorder's observations in order, with remarks on them. Blocks after a lost signal are marked as lost;
/// plain layers keep their weights. Throws Stopped.
Seen seen_of(
    DistributionRecorder& recorder, const NetworkPlan& plan, const ParameterSource& parameters, const Context& context);

/// Returns the display name of a site: "block 3, the stream after MLP".
Text place_of(const NetworkPlan& plan, const Site& site);

}   // namespace stepzero
