// SPDX-License-Identifier: GPL-3.0-or-later
// A network of plain layers, some of which have a norm between the linear map and φ: z = γ∘norm(W x + b), x = φ(z).
// Sites, named by the plan's Reading: z after the norm, and x with its fractions of zeros, saturated entries and dead
// units. In layers with a norm, W x + b is at the site "linear". Convolutions use the same norms.
#pragma once

#include "core/modules/module.h"
#include "core/network/plan.h"

namespace stepzero {

inline constexpr const char* norm_of_layer = "norm";   ///< role of γ in plans, a vector of the block
inline constexpr double unit_norm_epsilon = 1e-5;   ///< PyTorch's ε

/// Adds the norm of a layer, without β: BatchNorm of each unit or channel with the statistics of the batch, as in
/// training (Ioffe, Szegedy 2015), or LayerNorm (Ba, Kiros, Hinton 2016). Precondition: the layer has a norm.
void add_unit_norm(Sequence& to, UnitNorm norm, const BlockPlan& block, const Site& z);

/// The whole batch passes at once.
class NormedLayers : public LayerSequence {
public:
    /// Every block of the plan must have a matrix and a vector "weight", a vector "norm" if its layer has a norm, and
    /// an activation. The plan must outlive the module.
    explicit NormedLayers(const NetworkPlan& plan);

    /// With LayerNorm, the factors of a layer are W, two for the norm, and diag(φ') in the last one. With BatchNorm,
    /// the output of a sample depends on the other samples, and there are no factors.
    std::size_t jacobian_steps() const override;
    std::vector<JacobianFactor> jacobian_step(std::size_t i, Point& at, const Pass& pass) const override;

private:
    const NetworkPlan& plan_;
};

}   // namespace stepzero
