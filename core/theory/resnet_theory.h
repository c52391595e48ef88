// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of residual networks of convolutions: mean squares of signal and gradient, block by block, in the
// mean over networks and for many channels. What is followed at each position o of a place is, over channels c and
// samples,
//     q(o) = E[x²],  m(o) = E[x],  C(o) = E_c[μ_c(o) μ̄_c],  μ_c(o) = E_samples[x_c(o)],  μ̄_c its mean over positions:
// an edge of zeros takes a part of all of them, and a norm over the batch takes out what channels have in common,
//     v = mean of q − mean of C,  x̂² = γ² (q − 2C + mean of C)/(v + ε),
// where a norm over groups or channels sees v = mean of q. Behind a φ on whose input each channel has mean 0 all
// channels have the mean m; that of a convolution of it is C(o) = σ_w²/taps Σ_t m(o + t) · (mean of m(o' + t)).
// Yang et al. 2019 (batch norm), De, Smith 2020 (residual branches), Brock, De, Smith 2021 (channel means).
//
// φ behind a sum (post-activation) sees no Gaussian: x' = φ(s·x + α·F). F is one, new in each block, so a unit's x is a
// Markov chain. It is followed with a set of units; and the gradient on the skip with the same set, since slopes of
// blocks that follow each other belong to the same unit.
//
// What few channels do to a gradient is not followed but bounded. A norm multiplies its square by E[1/v], v = wᵀSw of a
// unit's weights w and what n channels or more have in S: E[1/v] is above 1/E[v] by Var(v)/E[v]² ≤ 2/n. And it takes
// two directions out of each unit's gradient, of as many as differ: one for each of N samples at least, since a mean
// over positions gives all of a sample's the same. Each norm may thus be off by the larger of 2/n and 2/N either way,
// in the part of the gradient that comes back through it. Other channels' are independent, and do not add to it.
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
    double weight = 1, bias = 0;   ///< fan_in·Var(W) of the weights as they multiply; Var(b)
    double units_per_input = 1;   ///< channels behind over channels before
    bool standardized = false;   ///< each unit's weights add up to 0
};

struct ImageNormLaw {
    enum class Over { batch, group, layer } over = Over::batch;
    double scale_square = 1, epsilon = 1e-5;   ///< E[γ²]
    double channels = 1;   ///< that are normalized together: of a group, of a position
    double numbers = 1;   ///< that share a mean and a variance; not read of a batch
};

struct ImageUnitLaw {
    std::shared_ptr<const GaussianExpectation> phi;   ///< null: φ(z) = z
};

/// φ and a pooling behind the convolution of an input whose positions are independent.
struct PooledUnitLaw {
    std::shared_ptr<const GaussianExpectation> phi;   ///< null: φ(z) = z
    Window pool;
    double input_mean = 0;   ///< E[x]/√E[x²] of the convolution's input, 0 where a norm takes it out
};

using ImageLaw = std::variant<ConvolutionLaw, ImageNormLaw, ImageUnitLaw, PooledUnitLaw>;

/// x ← s·shortcut(x) + α·branch(x), or φ of it. `entry` stands before both.
struct ImageBlockLaw {
    std::vector<ImageLaw> entry {}, branch {}, shortcut {};   ///< an empty shortcut is the identity
    double skip = 1, factor = 1;   ///< s and α
    std::shared_ptr<const GaussianExpectation> after {};   ///< φ behind the sum; null: none
    std::size_t preactivation = 0;   ///< the part of the branch whose output enters the block's φ
};

struct ImageNetworkLaw {
    double log_square = 0, mean = 0;   ///< of the input: ln E[x²], E[x]/√E[x²]
    std::vector<ImageLaw> stem {};
    std::vector<ImageBlockLaw> blocks {};
    std::vector<ImageLaw> behind {};   ///< between the last block and where the gradient starts
    std::optional<double> log_output_gradient = 0;   ///< ln E[g²] there; absent: it is not known
    int samples = 0;   ///< of a batch; 0: many
    bool tells_channel_means = false;   ///< whether C is all that channels have in common: with batch norms
};

/// Steps of the word "branch". Throws Stopped.
Prediction predict_resnet(const ImageNetworkLaw& law, const StreamSites& sites, const Context& context);

}   // namespace stepzero
