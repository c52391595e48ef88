// SPDX-License-Identifier: GPL-3.0-or-later
// A network of plain layers with a norm between the linear map and φ: z = γ∘norm(W x + b), x = φ(z). Sites, named by
// the plan's Reading: z after the norm, and x with its fractions of zeros, saturated entries and dead units. W x + b is
// at the site "linear".
#pragma once

#include "core/modules/module.h"
#include "core/network/plan.h"

namespace stepzero {

/// The norm of every layer, without β. Its scale γ is the vector "norm" of a block.
struct NormOfLayers {
    /// true: BatchNorm of each unit over the samples, as in training (Ioffe, Szegedy 2015). false: LayerNorm of each
    /// sample over the units (Ba, Kiros, Hinton 2016).
    bool over_batch = true;
    double epsilon = 1e-5;
};
inline constexpr const char* norm_of_layer = "norm";   ///< role of γ in plans

/// The whole batch passes at once.
class NormedLayers : public LayerSequence {
public:
    /// Every block of the plan must have a matrix and a vector "weight", a vector "norm", and an activation. The plan
    /// must outlive the module.
    NormedLayers(const NetworkPlan& plan, NormOfLayers norm);

    /// With LayerNorm, the factors of a layer are W, two for the norm, and diag(φ') in the last one. With BatchNorm,
    /// the output of a sample depends on the other samples, and there are no factors.
    std::size_t jacobian_steps() const override { return norm_.over_batch ? 0 : size(); }
    std::vector<JacobianFactor> jacobian_step(std::size_t i, Point& at, const Pass& pass) const override;

private:
    const NetworkPlan& plan_;
    NormOfLayers norm_;
};

}   // namespace stepzero
