// SPDX-License-Identifier: GPL-3.0-or-later
// Applies an activation function of the registry to every entry: x = φ(z).
#pragma once

#include "core/math/activation/activation.h"
#include "core/modules/module.h"

namespace stepzero {

class Elementwise : public Module {
public:
    /// `site` is the site of x; its role is empty when another module reports x. OutputCounts are reported when
    /// `counted` is true. Throws std::invalid_argument for an unknown activation.
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
