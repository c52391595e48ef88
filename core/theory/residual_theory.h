// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of residual streams, x ← s·x + α·F(x) with the norms of residual.h. It predicts the mean square of
// signal and gradient in an infinitely wide network, block by block. F is one or two dense layers or a gated pair.
// Yang, Schoenholz 2017 (mean field of residual networks); De, Smith 2020 and Xiong et al. 2020 (norms).
//
// The weights of a block have mean 0 and are independent of the stream, so forward
//     E[x'²] = s² E[x²] + α² E[F²] + 2 s α E[x] E[F].
// E[F] is 0 unless F ends in an activation. Then branches add their means, and only these correlate them with the
// stream. Backward, χ_F = Π σ_w² E[φ'²] over the branch's layers, times γ²/(v + ε) for each norm. v is the variance
// (LayerNorm) or the mean square (RMSNorm) of the norm's input. Then
//     E[g²] = (s² + α² χ_F) E[g'²].
// The gradient at the end of the network is independent of the weights and has mean 0.
//
// All quantities are natural logarithms of mean squares, −inf for 0, because a plain stream leaves the range of double.
// A branch maps the stream's width to itself, so the widths within it cancel in χ_F.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/modules/residual.h"
#include "core/modules/streams.h"
#include "core/theory/mean_field.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

struct NormLaw {
    NormKind kind = NormKind::layer;
    double scale_mean = 1, scale_square = 1;   ///< E[γ] and E[γ²] over features
    double epsilon = 1e-5;   ///< positive
    double alpha = 0.5;   ///< α of DyT, which is treated as acting on a Gaussian with mean 0
};

/// φ(W x + b), or, gated, φ(W_g x + b_g) ∘ (W x + b). Weights and biases have mean 0.
struct BranchLayer {
    Variances variances;
    std::shared_ptr<const GaussianExpectation> phi {};   ///< absent: φ(z) = z
    std::optional<Variances> gate {};
};

/// The properties of a block that theory depends on.
struct ResidualLaw {
    Placement placement = Placement::none;
    double skip = 1, branch = 1;   ///< s and α
    std::optional<NormLaw> norm {}, norm_after {};   ///< as in ResidualSpec
    std::vector<BranchLayer> layers {};
    Connections connections {};   ///< for several streams
    /// Number of entries of the stream, and after the branch's first φ; 0: infinite. A finite width affects norms and
    /// uncertainties, as described in chance.h.
    double width = 0, inner = 0;
};

/// Predicts the blocks for an input with the given moments, which all streams share. The gradient has mean square 1 at
/// the last block's output, or at the sum of streams. Each block is one step named "branch". The prediction ends before
/// the first block whose logarithm exceeds 1e15. `input_chance` is the relative variance of the input's squared length.
/// Throws std::invalid_argument when a block has no layer or lacks a norm that its placement needs.
Prediction predict_residual(const StreamMoments& input, const std::vector<ResidualLaw>& blocks, double input_chance = 0,
    const StreamSites& sites = {}, const Context& context = {});

/// Moments after a norm, and ln of its factor on the mean square of a gradient.
struct NormStep {
    StreamMoments output;
    double log_chi = 0;
};
NormStep norm_step(const NormLaw& norm, const StreamMoments& input);

/// E[φ²] with the mean, and ln E[φ'²], at any ln q. Beyond the range of quadrature, φ's limits are used. Null: φ(z) =
/// z.
struct UnitStep {
    StreamMoments output;
    double log_derivative_square = 0;
};
UnitStep unit_step(const GaussianExpectation* phi, double log_q);

}   // namespace stepzero
