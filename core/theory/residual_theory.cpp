// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/residual_theory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "core/theory/chance.h"
#include "core/theory/log_sum.h"
#include "core/words/nan.h"

namespace stepzero {

namespace {

constexpr double last_logarithm = 1e15;   // beyond, a double does not tell factors of 2 apart
const double moment_limit = std::log(1e60);   // of |ln q|: fourth powers of squares stay in range

/// s·x. Zero has mean 0.
StreamMoments scaled(const StreamMoments& x, double s)
{
    return {x.log_square + 2 * ln(std::abs(s)), s == 0 ? 0 : std::copysign(1, s) * x.mean};
}

/// F(x), and ln χ_F.
struct BranchStep {
    StreamMoments output;
    double log_chi = 0;
    double chance = 0;   ///< relative variance of |F|²
    double factors = 0;   ///< that of what a gradient is multiplied by, norms and units
};

double log_norm_factor(const NormLaw& norm, double width, double chance, double removed = 0)
{
    return norm.kind == NormKind::dyt ? 0 : std::log(norm_factor(width, chance, removed));
}

/// E[φ⁴] and E[φ²] of one unit as relative variance of a mean over n.
double of_units(const GaussianExpectation* phi, double log_q, double n)
{
    if (!phi)
        return n > 0 ? 2 / n : 0;
    const PreactivationMoments m = phi->moments(std::exp(std::clamp(log_q, -moment_limit, moment_limit)));
    return chance_of_units(m.fourth, m.square, n);
}

void go_through(BranchStep& step, const BranchLayer& layer, double units)
{
    const auto preactivation
        = [&](const Variances& v) { return log_sum(ln(v.weight) + step.output.log_square, ln(v.bias)); };
    const double log_q = preactivation(layer.variances), log_weight = ln(layer.variances.weight);
    // Weights are drawn anew: lengths of their outputs differ as those of their inputs, and by the units'.
    const auto added = [&](double own) { step.chance += own, step.factors += own; };
    if (!layer.gate) {
        const UnitStep unit = unit_step(layer.phi.get(), log_q);
        step.output = unit.output;
        step.log_chi += log_weight + unit.log_derivative_square;
        added(of_units(layer.phi.get(), log_q, units));
        return;
    }
    // Gate and partner are independent given x, and the partner has mean 0.
    const UnitStep gate = unit_step(layer.phi.get(), preactivation(*layer.gate));
    const double through_gate = ln(layer.gate->weight) + gate.log_derivative_square + log_q;
    const double through_partner = log_weight + gate.output.log_square;
    step.log_chi += log_sum(through_gate, through_partner);
    step.output = {gate.output.log_square + log_q, 0};
    const double of_gate = of_units(layer.phi.get(), preactivation(*layer.gate), units);
    added(3 * of_gate + (units > 0 ? 2 / units : 0));   // E[(φ ∘ z)⁴] = E[φ⁴]·3 E[z²]²
}

void go_through(BranchStep& step, const NormLaw& norm, double width)
{
    const NormStep n = norm_step(norm, step.output);
    step.output = n.output;
    step.log_chi += n.log_chi + log_norm_factor(norm, width, step.chance);
    step.factors += step.chance;
    step.chance = 0;
}

BranchStep branch_step(const ResidualLaw& block, const StreamMoments& x, double chance)
{
    BranchStep step {x, 0, chance, 0};
    if (norms_before(block.placement))
        go_through(step, *block.norm, block.width);
    for (std::size_t l = 0; l < block.layers.size(); ++l)
        go_through(step, block.layers[l], l + 1 < block.layers.size() ? block.inner : block.width);
    if (norms_branch(block.placement))
        go_through(step, *block.norm_after, block.width);
    return step;
}

void check(const ResidualLaw& block)
{
    if ((norms_stream(block.placement) && !block.norm) || (norms_branch(block.placement) && !block.norm_after))
        throw std::invalid_argument("a residual block lacks a norm that its placement needs");
    if (block.layers.empty())
        throw std::invalid_argument("a residual branch has no layer");
}

/// What the way back needs of a block, as logarithms.
struct WayBack {
    double after_sum = 0;   // χ of a norm behind the sum
    double branch = 0;   // α²χ_F
    double of_sum = 0, of_branch = 0;   // relative variances of what they are factors of
    double kept = 1;   // part of the sum's square that was in the stream before
};

/// Of what is written into streams, or read from them on the way back, over all of them.
StreamMoments over_streams(const StreamMoments& u, const Eigen::VectorXd& by)
{
    const double share = by.squaredNorm() / double(by.size());
    return {u.log_square + ln(share), share > 0 ? u.mean * by.mean() / std::sqrt(share) : 0};
}

}   // namespace

UnitStep unit_step(const GaussianExpectation* phi, double log_q)
{
    if (!phi)
        return {{log_q, 0}, 0};
    const double near = std::clamp(log_q, -moment_limit, moment_limit);
    const PreactivationMoments m = phi->moments(log_q == -infinity ? 0 : std::exp(near));
    UnitStep step {{ln(m.square), m.square > 0 ? m.mean / std::sqrt(m.square) : 0}, ln(m.derivative_square)};
    const double beyond = log_q - near;
    if (beyond == 0 || log_q == -infinity)
        return step;
    const Limits& limits = phi->phi().limits();
    const int power = limits.homogeneous ? limits.degree
        : beyond < 0                     ? int(limits.zero_at_zero)
        : limits.bounded                 ? 0
                                         : limits.degree;
    step.output.log_square += power * beyond;
    if (power > 1)
        step.log_derivative_square += (power - 1) * beyond;
    else if (power == 0 && beyond > 0)   // φ' is not small over a range of z that does not grow with √q
        step.log_derivative_square -= beyond / 2;
    return step;
}

NormStep norm_step(const NormLaw& norm, const StreamMoments& input)
{
    if (norm.kind == NormKind::dyt) {
        static const GaussianExpectation squash {ActivationFunction(Activation {"tanh", {}})};
        const double log_alpha = 2 * ln(norm.alpha), log_scale = ln(norm.scale_square);
        const UnitStep unit = unit_step(&squash, log_alpha + input.log_square);
        return {{log_scale + unit.output.log_square, 0}, log_scale + log_alpha + unit.log_derivative_square};
    }
    const bool centers = norm.kind == NormKind::layer;
    const double divided = input.log_square + (centers ? std::log1p(-std::min(1.0, input.mean * input.mean)) : 0);
    const double divisor = log_sum(divided, ln(norm.epsilon)), log_scale = ln(norm.scale_square);
    const double mean
        = centers || norm.scale_square == 0 ? 0 : input.mean * norm.scale_mean / std::sqrt(norm.scale_square);
    return {{divided == -infinity ? -infinity : log_scale + divided - divisor, mean}, log_scale - divisor};
}

ResidualPrediction predict_residual(
    const StreamMoments& input, const std::vector<ResidualLaw>& blocks, double log_output_gradient, double input_chance)
{
    double chance = input_chance;   // of |x|²
    ResidualPrediction result;
    const Eigen::Index streams = blocks.empty() ? 1 : blocks.front().connections.mix.rows();
    StreamsMoments x(input, streams);
    std::vector<WayBack> ways;
    Written written;
    for (const ResidualLaw& block : blocks) {
        check(block);
        const Connections& c = block.connections;
        const StreamMoments read = x.read(c.read);
        const BranchStep f = branch_step(block, read, chance);
        const StreamMoments branch = scaled(f.output, block.branch);
        ResidualBlockPrediction p;
        p.branch = over_streams(branch, c.write);
        p.log_read = read.log_square;
        x.mix(c.mix, block.skip);
        const double skipped = x.all().log_square;
        const bool kept = x.all().log_square != -infinity && p.branch.log_square != -infinity;
        const double correlation = x.add(c.write, branch);
        if (kept)
            p.correlation = correlation;
        WayBack way {0, block.branch == 0 ? -infinity : 2 * ln(std::abs(block.branch)) + f.log_chi, 0, f.factors};
        const double both = log_sum(skipped, p.branch.log_square);
        if (both != -infinity) {
            way.kept = std::exp(skipped - both);
            chance = chance_of_sum(way.kept, chance, f.chance, block.width);
        }
        double grown = 0;   // of what the sum holds, by a norm behind it
        if (norms_sum(block.placement)) {
            const NormStep n = norm_step(*block.norm, x.all());
            way.after_sum = grown = n.log_chi;
            way.of_sum = std::exchange(chance, 0);
            x = StreamsMoments(n.output, 1);
        }
        p.stream = x.all();
        if (!(std::max(p.stream.log_square, branch.log_square) < last_logarithm)) {
            result.writing_blocks = written.participation();
            return result;
        }
        written.step(c.mix, 2 * ln(std::abs(block.skip)) + grown, c.write, branch.log_square + grown);
        result.blocks.push_back(p);
        ways.push_back(way);
    }
    result.writing_blocks = written.participation();

    StreamsMoments gradient({log_output_gradient, 0}, streams);
    double length = 0, variance = 0, removed = 0;
    ChanceFactors factors;
    result.uncertainties.resize(ways.size());
    for (std::size_t l = ways.size(); l-- > 0;) {
        GradientUncertainty& uncertain = result.uncertainties[l];
        uncertain.stream = factors.uncertainty();
        factors.pass(1, ways[l].of_sum);
        uncertain.branch = factors.uncertainty();
        ResidualBlockPrediction& p = result.blocks[l];
        const WayBack& way = ways[l];
        const Connections& c = blocks[l].connections;
        p.log_stream_gradient = gradient.all().log_square;
        if (norms_sum(blocks[l].placement))
            gradient = StreamsMoments({*p.log_stream_gradient + way.after_sum
                                              + log_norm_factor(*blocks[l].norm, blocks[l].width, way.of_sum,
                                                  std::exchange(removed, way.kept)),
                                          0},
                1);
        p.log_branch_gradient = gradient.all().log_square;
        const StreamMoments returned {gradient.read(c.write.transpose()).log_square + way.branch, 0};
        p.log_return_gradient = over_streams(returned, c.read.transpose()).log_square;
        gradient.mix(c.mix.transpose(), blocks[l].skip);
        const double total = log_sum(gradient.all().log_square, *p.log_return_gradient);
        p.branch_share = total == -infinity ? 0 : std::exp(*p.log_return_gradient - total);
        length += *p.branch_share;
        variance += *p.branch_share * (1 - *p.branch_share);
        ChanceFactors returning = factors;
        returning.pass(1, way.of_branch);
        uncertain.back = returning.uncertainty();
        factors.pass(*p.branch_share, way.of_branch);
        gradient.add(c.read.transpose(), returned);
    }
    result.input_uncertainty = factors.uncertainty();
    result.log_input_gradient = gradient.read(Eigen::RowVectorXd::Ones(streams)).log_square;
    if (streams == 1) {
        result.path_length = length;
        result.path_length_std = std::sqrt(variance);
    }
    return result;
}

StreamPrediction stream_prediction(
    const StreamMoments& input, const std::vector<ResidualLaw>& blocks, double input_chance)
{
    const auto log10_rms = [](double log_square) { return log_square / (2 * std::numbers::ln10); };
    const auto gradient_rms = [&](std::optional<double> log_square) {
        return log_square ? std::optional(log10_rms(*log_square)) : std::nullopt;
    };
    const ResidualPrediction p = predict_residual(input, blocks, 0, input_chance);
    StreamPrediction result {.log10_input_rms = log10_rms(input.log_square),
        .log10_input_gradient_rms = gradient_rms(p.log_input_gradient),
        .input_gradient_uncertainty = p.input_uncertainty,
        .writing_blocks = p.writing_blocks,
        .path_length = p.path_length,
        .path_length_std = p.path_length_std};
    double variance_sum = input.log_square;
    bool summed = true;   // by no norm on the stream, and in one stream
    for (std::size_t l = 0; l < p.blocks.size(); ++l) {
        const ResidualBlockPrediction& b = p.blocks[l];
        const GradientUncertainty uncertain = p.uncertainties.empty() ? GradientUncertainty {} : p.uncertainties[l];
        StepPrediction step {.block = int(l) + 1,
            .word = "branch",
            .log10_stream_rms = log10_rms(b.stream.log_square),
            .log10_branch_rms = log10_rms(b.branch.log_square),
            .correlation = b.correlation,
            .log10_stream_gradient_rms = gradient_rms(b.log_stream_gradient),
            .log10_branch_gradient_rms = gradient_rms(b.log_branch_gradient),
            .log10_return_gradient_rms = gradient_rms(b.log_return_gradient),
            .stream_gradient_uncertainty = uncertain.stream,
            .branch_gradient_uncertainty = uncertain.branch,
            .return_gradient_uncertainty = uncertain.back,
            .branch_share = b.branch_share};
        variance_sum = log_sum(variance_sum + 2 * ln(std::abs(blocks[l].skip)), b.branch.log_square);
        const bool several = blocks[l].connections.mix.rows() > 1;
        summed = summed && !norms_sum(blocks[l].placement) && !several;
        if (summed)
            step.log10_variance_sum_rms = log10_rms(variance_sum);
        if (several)
            step.log10_read_rms = log10_rms(b.log_read);
        result.steps.push_back(std::move(step));
    }
    if (result.steps.size() < blocks.size())
        result.remark = "the stream leaves the range of numbers in block " + std::to_string(p.blocks.size() + 1);
    return result;
}

}   // namespace stepzero
