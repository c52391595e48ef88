// SPDX-License-Identifier: GPL-3.0-or-later
// From what a recorder was told to what is known of a network.
#pragma once

#include "core/base/words/text.h"
#include "core/modules/recorder.h"
#include "core/network/plan.h"

namespace stepzero {

/// What the recorder has seen, in order, and what is to be said of it. Blocks behind one where the signal was lost are
/// told as such; plain layers with their weights. Throws Stopped.
Seen seen_of(
    DistributionRecorder& recorder, const NetworkPlan& plan, const ParameterSource& parameters, const Context& context);

/// A site for people: "block 3, the stream behind MLP".
Text place_of(const NetworkPlan& plan, const Site& site);

}   // namespace stepzero
