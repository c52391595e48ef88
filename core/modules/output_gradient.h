// SPDX-License-Identifier: GPL-3.0-or-later
// The gradient that enters a network at its output. A loss provides it after the forward pass.
#pragma once

#include <functional>

#include "core/modules/signal.h"

namespace stepzero {

struct Pass;   // core/modules/module.h

/// Returns the gradient of a loss with respect to the network's output, [features, positions × samples]. It is called
/// once per pass; without pass.backward the result is ignored. Throws Stopped, NotFinite.
using OutputGradient = std::function<Signal(Signal output, Pass& pass)>;

}   // namespace stepzero
