// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of residual networks of convolutions. It predicts mean squares of signal and gradient block by
// block, in the mean over networks and for many channels. At each position o of a place it follows, over channels c and
// samples,
//     q(o) = E[x²],  m(o) = E[x],  C(o) = E_c[μ_c(o) μ̄_c],  μ_c(o) = E_samples[x_c(o)],  μ̄_c its mean over positions.
// An edge of zeros reduces all of them. A norm over the batch removes what channels have in common:
//     v = mean of q − mean of C,  x̂² = γ² (q − 2C + mean of C)/(v + ε).
// A norm over groups or channels has v = mean of q instead. After a φ on whose input each channel has mean 0, all
// channels have the mean m. A convolution of it has C(o) = σ_w²/taps Σ_t m(o + t) · (mean of m(o' + t)). Yang et al.
// 2019 (batch norm), De, Smith 2020 (residual branches), Brock, De, Smith 2021 (channel means).
//
// The input of a φ after the sum (post-activation) is not Gaussian: x' = φ(s·x + α·F). F is Gaussian and independent in
// each block, so a unit's x is a Markov chain. It is followed with a set of units. The gradient on the skip uses the
// same set, since the slopes of successive blocks belong to the same unit.
//
// The effect of few channels on a gradient is bounded instead of followed. A norm multiplies its square by E[1/v], v =
// wᵀSw, with w the weights of a unit and S the covariance of n or more channels. E[1/v] exceeds 1/E[v] by the factor 1
// + Var(v)/E[v]², where Var(v)/E[v]² ≤ 2/n. A norm also removes two directions from each unit's gradient. There are at
// least N directions, one per sample, since a mean over positions gives the same gradient to all positions of a sample.
// Each norm may therefore be off by the larger of 2/n and 2/N in both directions, for the part of the gradient that
// passes through it. The errors of different channels are independent and do not add up.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/mean_field.h"
#include "core/theory/position_field.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

struct ConvolutionLaw {
    Window window;
    double weight = 1, bias = 0;   ///< σ_w² of the effective weights, which counts those that reach an output; Var(b)
    /// Outputs that an input affects divided by the weights that reach an output: output channels by input channels,
    /// unless transposed.
    double units_per_input = 1;
    bool standardized = false;   ///< the weights of each unit sum to 0
};

struct ImageNormLaw {
    enum class Over { batch, group, layer } over = Over::batch;
    double scale_square = 1, epsilon = 1e-5;   ///< E[γ²]
    double channels = 1;   ///< number of channels that are normalized together: of a group, of a position
    double numbers = 1;   ///< number of entries that share a mean and a variance; not used for a batch
};

struct ImageUnitLaw {
    std::shared_ptr<const GaussianExpectation> phi;   ///< null: φ(z) = z
};

/// φ and a pooling after the convolution of an input whose positions are independent.
struct PooledUnitLaw {
    std::shared_ptr<const GaussianExpectation> phi;   ///< null: φ(z) = z
    Window pool;
    double input_mean = 0;   ///< E[x]/√E[x²] of the convolution's input, 0 when a norm removes it
};

using ImageLaw = std::variant<ConvolutionLaw, ImageNormLaw, ImageUnitLaw, PooledUnitLaw>;

/// x ← s·shortcut(x) + α·branch(x), or φ of it. `entry` comes before both.
struct ImageBlockLaw {
    std::vector<ImageLaw> entry {}, branch {}, shortcut {};   ///< an empty shortcut is the identity
    double skip = 1, factor = 1;   ///< s and α
    std::shared_ptr<const GaussianExpectation> after {};   ///< φ after the sum; null: none
    std::size_t preactivation = 0;   ///< the part of the branch whose output enters the block's φ
};

struct ImageNetworkLaw {
    double log_square = 0, mean = 0;   ///< moments of the input: ln E[x²], E[x]/√E[x²]
    std::vector<ImageLaw> stem {};
    std::vector<ImageBlockLaw> blocks {};
    std::vector<ImageLaw> behind {};   ///< between the last block and the start of the gradient
    std::optional<double> log_output_gradient = 0;   ///< ln E[g²] there; absent: unknown
    int samples = 0;   ///< batch size; 0: many
    bool tells_channel_means = false;   ///< C is everything that channels have in common; true with batch norms
};

/// Predicts the network; its steps have the word "branch". Throws Stopped.
Prediction predict_resnet(const ImageNetworkLaw& law, const StreamSites& sites, const Context& context);

}   // namespace stepzero
