// SPDX-License-Identifier: GPL-3.0-or-later
// x = φ(z), φ an activation of the registry.
#pragma once

#include "core/math/activation/activation.h"
#include "core/modules/module.h"

namespace stepzero {

class Elementwise : public Module {
public:
    /// `site` is that of x, of an empty role where another module tells of it. Its OutputCounts are told if it is
    /// `counted`. Throws std::invalid_argument on an unknown activation.
    Elementwise(Site site, const Activation& activation, bool counted = false)
        : site_(std::move(site)), phi_(activation), counted_(counted)
    {
    }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;

private:
    Site site_;
    ActivationFunction phi_;
    bool counted_;
    Signal input_;
};

}   // namespace stepzero
