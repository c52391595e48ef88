// SPDX-License-Identifier: GPL-3.0-or-later
// What comes back from behind a network.
#pragma once

#include <functional>

#include "core/modules/signal.h"

namespace stepzero {

struct Pass;   // core/modules/module.h

/// The gradient of a loss at what leaves a network, [features, positions × samples], for just that. Called once in a
/// pass; without pass.backward nobody reads what it returns. Throws Stopped, NotFinite.
using OutputGradient = std::function<Signal(Signal output, Pass& pass)>;

}   // namespace stepzero
