// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of an experiment whose weights may come from a file. Theory takes what was read for drawn: each tensor from
// a normal law with its own second moment (of a norm's scale, its mean and variance).
#pragma once

#include "core/base/run/context.h"
#include "core/network/plan.h"

namespace stepzero {

/// That of its network, with the weights of its file. What was read last is kept while a plan has it, and read again
/// when the file has changed. Throws BadInput with a sentence, Stopped. Precondition: the experiment passed validate().
NetworkPlan plan_of(const Experiment& experiment, const Context& context);

}   // namespace stepzero
