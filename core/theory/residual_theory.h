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
#include "core/theory/stream_moments.h"
#include "core/theory/stream_prediction.h"

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

struct ResidualBlockPrediction {
    StreamMoments stream;   ///< the block's output
    StreamMoments branch;   ///< α·F, what is added; of several streams over all of them, as all that follows
    double log_read = 0;   ///< ln E[(H_pre x)²]
    std::optional<double> correlation;   ///< E[s·x ∘ αF]/√(E[(s·x)²] E[(αF)²]); absent where one is 0
    // ln E[g²], where the backward theory exists:
    std::optional<double> log_stream_gradient;   ///< at the block's output
    std::optional<double> log_branch_gradient;   ///< at the sum, which is at α·F
    std::optional<double> log_return_gradient;   ///< of the part that comes back through the branch
    std::optional<double> branch_share;   ///< p = α²χ_F/(s² + α²χ_F): the branch's part of the gradient's square
};

/// Of a block's gradients: at its output, at the sum, and of the part that comes back through the branch.
struct GradientUncertainty {
    double stream = 0, branch = 0, back = 0;
};

struct ResidualPrediction {
    std::vector<ResidualBlockPrediction> blocks;   ///< end before the first whose logarithm leaves 1e15
    std::optional<double> log_input_gradient;   ///< at the first block's input
    std::vector<GradientUncertainty> uncertainties;   ///< of the blocks, in ln RMS (Predicted::uncertainty)
    double input_uncertainty = 0;

    /// Effective depth of the signal: how many blocks write what the last stream holds. (Σ c)²/Σ c², the
    /// participation ratio of c_l = mean square of branch l as it arrives there, cross terms of means and the
    /// network's input left out. L when all write alike, about 3 when each doubles the stream, 0 for α = 0.
    double writing_blocks = 0;

    /// Effective depth of the gradient: mean and standard deviation of the number of branches on a path from the end
    /// to the input, paths weighted by the square of the gradient that they carry (Veit, Wilber, Belongie 2016,
    /// whose paths these are). Branches are independent, so a path takes that of block l with probability p_l:
    /// Σ p and √Σ p(1 − p). Absent where there are several streams, whose paths are not independent.
    std::optional<double> path_length, path_length_std;
};

/// For an input with the given moments, which is every stream's, and a gradient of mean square exp(log_output_gradient)
/// at the last block's output, or at the sum of streams. Throws std::invalid_argument when a block lacks a norm that
/// its placement needs or has no layer. `input_chance` is the relative variance of the input's squared length.
ResidualPrediction predict_residual(const StreamMoments& input, const std::vector<ResidualLaw>& blocks,
    double log_output_gradient = 0, double input_chance = 0);

/// The same as the common result: one step a block, "branch". Throws as predict_residual() does.
StreamPrediction stream_prediction(
    const StreamMoments& input, const std::vector<ResidualLaw>& blocks, double input_chance = 0);

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
