// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/residual_theory.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/words/nan.h"
#include "core/theory/chance.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

constexpr double last_logarithm = 1e15;   // beyond, a double does not distinguish factors of 2

/// Returns the moments of s·x. Zero has mean 0.
StreamMoments scaled(const StreamMoments& x, double s)
{
    return {x.log_square + 2 * ln(std::abs(s)), s == 0 ? 0 : std::copysign(1, s) * x.mean};
}

/// The moments of F(x), and ln χ_F.
struct BranchStep {
    StreamMoments output;
    double log_chi = 0;
    double chance = 0;   ///< relative variance of |F|²
    double factors = 0;   ///< relative variance of the factor on a gradient, from norms and units
};

double log_norm_factor(const NormLaw& norm, double width, double chance, double removed = 0)
{
    return norm.kind == NormKind::dyt ? 0 : std::log(norm_factor(width, chance, removed));
}

/// Returns the relative variance of the mean of φ² over n units.
double of_units(const GaussianExpectation* phi, double log_q, double n)
{
    if (!phi)
        return n > 0 ? 2 / n : 0;
    const PreactivationMoments m = phi->moments(std::exp(std::clamp(log_q, -largest_ln_square, largest_ln_square)));
    return chance_of_units(m.fourth, m.square, n);
}

void go_through(BranchStep& step, const BranchLayer& layer, double units)
{
    const auto preactivation
        = [&](const Variances& v) { return log_sum(ln(v.weight) + step.output.log_square, ln(v.bias)); };
    const double log_q = preactivation(layer.variances), log_weight = ln(layer.variances.weight);
    // Weights are independent samples: the lengths of outputs vary as those of inputs, plus the variation of the units.
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

class ResidualStream {
public:
    using State = StreamMoments;
    using Streams = StreamsMoments;

    explicit ResidualStream(const std::vector<ResidualLaw>& blocks) : blocks_(blocks)
    {
        for (const ResidualLaw& block : blocks) {
            check(block);
            steps_.push_back({.block = int(steps_.size()) + 1,
                .word = "branch",
                .skip = block.skip,
                .width = block.width,
                .norm_on_sum = norms_sum(block.placement),
                .connections = block.connections});
        }
        log_chi_.resize(blocks.size());
        log_chi_of_sum_.resize(blocks.size());
    }

    const std::vector<StreamStep>& steps() const { return steps_; }
    static double log_square(const StreamMoments& x) { return x.log_square; }
    static double most_log_square() { return last_logarithm; }
    static Text beyond_it(int block)
    {
        return tr("the stream leaves the range of floating-point numbers in block %1", block);
    }

    BranchOutput<StreamMoments> forward(std::size_t l, const StreamMoments& read, double chance)
    {
        const ResidualLaw& block = blocks_[l];
        const BranchStep f = branch_step(block, read, chance);
        log_chi_[l] = block.branch == 0 ? -infinity : 2 * ln(std::abs(block.branch)) + f.log_chi;
        return {scaled(f.output, block.branch), f.chance, f.factors};
    }
    StreamMoments backward(std::size_t l, const StreamMoments& gradient) const
    {
        return {gradient.log_square + log_chi_[l], 0};
    }

    static void added(std::size_t, double) { }
    NormedSum<StreamMoments> norm_sum(std::size_t l, const StreamMoments& sum)
    {
        const NormStep n = norm_step(*blocks_[l].norm, sum);
        log_chi_of_sum_[l] = n.log_chi;
        return {n.output, n.log_chi};
    }
    StreamMoments norm_sum_backward(std::size_t l, const StreamMoments& gradient, double chance, double removed) const
    {
        const ResidualLaw& block = blocks_[l];
        return {
            gradient.log_square + log_chi_of_sum_[l] + log_norm_factor(*block.norm, block.width, chance, removed), 0};
    }
    static void tell(std::size_t, const StreamMoments&, SitePrediction&, BlockPrediction&) { }

private:
    const std::vector<ResidualLaw>& blocks_;
    std::vector<StreamStep> steps_;
    std::vector<double> log_chi_, log_chi_of_sum_;   // for α·F, and for a norm after the sum
};

}   // namespace

UnitStep unit_step(const GaussianExpectation* phi, double log_q)
{
    if (!phi)
        return {{log_q, 0}, 0};
    const double near = std::clamp(log_q, -largest_ln_square, largest_ln_square);
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
    else if (power == 0 && beyond > 0)   // φ' is not small in a range of z that does not grow with √q
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

Prediction predict_residual(const StreamMoments& input, const std::vector<ResidualLaw>& blocks, double input_chance,
    const StreamSites& sites, const Context& context)
{
    Prediction prediction = silent_prediction(sites.reading, int(blocks.size()));
    ResidualStream stream(blocks);
    StreamWalk walk(stream, sites, prediction, context);
    const bool followed = walk.forward(input, input_chance);
    walk.tell_writing_blocks();
    if (followed)
        walk.backward({0, 0});
    return prediction;
}

}   // namespace stepzero
