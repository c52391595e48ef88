// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the plan of an experiment whose weights may come from a file. Theory treats these weights as samples: each
// tensor as one from a normal distribution with its second moment, the scale of a norm with its mean and variance.
#pragma once

#include "core/base/run/context.h"
#include "core/network/plan.h"

namespace stepzero {

/// Returns the plan of the experiment's network, with the weights of its file. The weights that were read last are kept
/// while a plan uses them, and read again when the file has changed. Throws BadInput with a sentence, and Stopped.
/// Precondition: the experiment passed validate().
NetworkPlan plan_of(const Experiment& experiment, const Context& context);

}   // namespace stepzero
