// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of residual streams, x ← s·x + α·F(x) with the norms of residual.h: what an infinitely wide
// network does to the mean square of signal and gradient, block by block. F: one or two dense layers or a gated
// pair. Yang, Schoenholz 2017 (mean field of residual networks); De, Smith 2020 and Xiong et al. 2020 (norms).
//
// A block's weights have mean 0 and are independent of the stream, so forward
//     E[x'²] = s² E[x²] + α² E[F²] + 2 s α E[x] E[F],
// where E[F] is 0 unless F ends in an activation: then branches add their means, and are correlated with the
// stream by no more than these. Backward, with χ_F = Π σ_w² E[φ'²] over the branch's layers and γ²/(v + ε) for each
// norm, v the variance (LayerNorm) or the mean square (RMSNorm) of what it divides,
//     E[g²] = (s² + α² χ_F) E[g'²].
// The gradient at the end of the network is independent of the weights and has mean 0.
//
// Everything is a natural logarithm of a mean square, −inf for 0: a plain stream passes the range of double. A
// branch leads from the stream's width to the same, so widths within it cancel in χ_F.
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
    double alpha = 0.5;   ///< of DyT, which is taken for one of a Gaussian of mean 0
};

/// φ(W x + b), or, gated, φ(W_g x + b_g) ∘ (W x + b). Weights and biases have mean 0.
struct BranchLayer {
    Variances variances;
    std::shared_ptr<const GaussianExpectation> phi {};   ///< absent: φ(z) = z
    std::optional<Variances> gate {};
};

/// A block as theory sees it.
struct ResidualLaw {
    Placement placement = Placement::none;
    double skip = 1, branch = 1;   ///< s and α
    std::optional<NormLaw> norm {}, norm_after {};   ///< as in ResidualSpec
    std::vector<BranchLayer> layers {};
    Connections connections {};   ///< of several streams
    /// Numbers of the stream, and those behind the branch's first φ; 0: infinite. Of a finite width norms and
    /// uncertainties are as chance.h has them.
    double width = 0, inner = 0;
};

/// For an input with the given moments, which is every stream's, and a gradient of mean square 1 at the last block's
/// output, or at the sum of streams: one step a block, "branch". Blocks end before the first whose logarithm leaves
/// 1e15. Throws std::invalid_argument when a block lacks a norm that its placement needs or has no layer.
/// `input_chance` is the relative variance of the input's squared length.
Prediction predict_residual(const StreamMoments& input, const std::vector<ResidualLaw>& blocks, double input_chance = 0,
    const StreamSites& sites = {}, const Context& context = {});

/// Moments after a norm, and ln of what it multiplies the mean square of a gradient by.
struct NormStep {
    StreamMoments output;
    double log_chi = 0;
};
NormStep norm_step(const NormLaw& norm, const StreamMoments& input);

/// E[φ²] with the mean, and ln E[φ'²], at any ln q: beyond what quadrature can do, φ's limits lead on. Null: φ(z) = z.
struct UnitStep {
    StreamMoments output;
    double log_derivative_square = 0;
};
UnitStep unit_step(const GaussianExpectation* phi, double log_q);

}   // namespace stepzero
