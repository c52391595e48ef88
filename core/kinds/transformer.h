// SPDX-License-Identifier: GPL-3.0-or-later
// A transformer as the experiment describes it.
#pragma once

#include "core/experiment/experiment.h"
#include "core/modules/transformer.h"

namespace stepzero {

/// Precondition: the network passed validate() and is a transformer.
TransformerSpec transformer_spec(const Network& network);

}   // namespace stepzero
