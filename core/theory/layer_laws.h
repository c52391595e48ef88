// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters and the activation of a dense or convolutional layer, in the form that theory needs. Internal to
// core/theory.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/math/quadrature/quadrature.h"
#include "core/network/plan.h"
#include "core/theory/mean_field.h"
#include "core/theory/output_ranges.h"
#include "core/theory/unit_noise.h"

namespace stepzero {

/// An activation of the network, with its quadrature and tables.
struct LayerUnit {
    explicit LayerUnit(const Activation& named)
        : activation(named), expectation(ActivationFunction(named)), rough(roughness(expectation.phi())),
          ranges(expectation.phi())
    {
    }
    Activation activation;
    GaussianExpectation expectation;
    Roughness rough;
    OutputRanges ranges;
};

/// The moments of a layer's parameters.
struct LayerLaw {
    const LayerUnit* unit = nullptr;
    Variances variances;
    double weight_std = 0;
    double bias_mean = 0;
    double bias_excess = 0, weight_excess = 0;   // excess kurtoses
    bool covered = true;
    bool independent = true, orthogonal = false;   // entries of W are independent; W is orthogonal
    std::optional<int> one_tap;   // the only nonzero tap of the kernel
    std::size_t alike = 0;   // number of identical layers from this one on
};

/// The distributions of all layers of a network. Identical layers are computed once.
class LayerLaws {
public:
    explicit LayerLaws(const std::vector<LayerPlan>& plan);
    const LayerLaw& operator[](std::size_t l) const { return laws_[l]; }
    std::size_t size() const { return laws_.size(); }

private:
    LayerLaw law(const LayerPlan& layer);
    const LayerUnit* unit(const Activation& activation);

    std::vector<std::unique_ptr<LayerUnit>> units_;
    std::vector<LayerLaw> laws_;
};

}   // namespace stepzero
