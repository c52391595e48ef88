// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/state_space_theory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/random/time_steps.h"
#include "core/theory/chance.h"
#include "core/theory/convolved_theory.h"
#include "core/theory/head_theory.h"
#include "core/theory/log_sum.h"
#include "core/theory/stream_moments.h"

namespace stepzero {

namespace {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

constexpr double largest_square = 1e60;
/// Of y. What a scan writes at a token is, in all channels, by the same few states: it does not average out over them,
/// and lengths of tokens begin to differ.
constexpr double largest_share_of_scan = 0.05;

double log10_rms(double square) { return ln(square) / (2 * std::log(10.0)); }
double mean_own(const ArrayXXd& x) { return x.matrix().diagonal().mean(); }
ArrayXXd times_outer(const ArrayXXd& x, const ArrayXd& factor)
{
    return (x.colwise() * factor).rowwise() * factor.transpose();
}

TokenGram gram_of(const ArrayXXd& x) { return {x.matrix().diagonal().array(), x}; }
ArrayXXd products_of(const TokenGram& gram)
{
    ArrayXXd x = gram.across;
    x.matrix().diagonal() = gram.own.matrix();
    return x;
}

/// By role, of the first block and of what is outside.
class Laws {
public:
    explicit Laws(StateSpaceSpec spec)
    {
        spec.layers = std::min(spec.layers, 1);
        for (const ParameterPlan& plan : state_space_network(spec).parameters()) {
            Law law = law_of(draw_of(plan), plan.shape, plan.kind);
            const bool free = plan.role == "A_log" || plan.kind == Role::bias;
            if (!free && std::abs(law.mean) > 1e-6 * std::sqrt(law.variance) && remark.empty())
                remark = plan.name + " has entries whose mean is not 0";
            (plan.kind == Role::bias ? vectors_ : matrices_)[plan.role] = std::move(law);
        }
    }

    const Law& matrix(const std::string& role) const { return matrices_.at(role); }
    const Law& vector(const std::string& role) const { return vectors_.at(role); }
    double square(const std::string& role) const
    {
        const Law& law = vector(role);
        return law.mean * law.mean + law.variance;
    }

    std::string remark;   ///< why the theory does not hold

private:
    std::map<std::string, Law> matrices_, vectors_;
};

/// The scan of channels whose Δ and A are at the nodes of their laws.
class ScanTheory {
public:
    ScanTheory(const Law& dt_bias, const Law& a_log, int states) : rates_(law_rule(a_log, 5)), states_(states)
    {
        const auto memory = [](double log_rate, double bias) -> std::optional<double> {
            const double tokens = std::exp(-log_rate) / softplus(bias);
            return tokens > 0 && std::isfinite(tokens) ? std::optional(tokens) : std::nullopt;
        };
        shortest_ = memory(a_log.high, dt_bias.high);
        longest_ = memory(a_log.low, dt_bias.low);
        for (LawNode& rate : rates_)
            rate.value = std::exp(std::min(rate.value, 80.0));
        const int panels = std::isfinite(dt_bias.high) ? 3 : 5;   // one with tails is cut at 7 σ
        for (const LawNode& bias : law_rule(dt_bias, panels))
            biases_.push_back({softplus(bias.value), 1 / (1 + std::exp(-bias.value)), bias.weight});
    }

    /// E[y y'] for products of x, those of B and of C, which are alike, and those of p.
    ArrayXXd forward(const ArrayXXd& x, const ArrayXXd& b, const ArrayXXd& p) const
    {
        ArrayXXd sum = ArrayXXd::Zero(x.rows(), x.cols());
        each(x, b, p, [&](const Steps&, double, double decay, double weight, const ArrayXXd& written) {
            sum += weight * gathered(gathered(written, decay).transpose(), decay);
        });
        return b * sum;
    }

    struct Back {
        ArrayXXd x, b, c, p;   ///< of a channel, of a state (of B and of C), of p
    };
    /// For products g of the gradient at y, of so many channels.
    Back backward(const ArrayXXd& x, const ArrayXXd& b, const ArrayXXd& p, const ArrayXXd& g, int channels) const
    {
        const ArrayXXd none = ArrayXXd::Zero(x.rows(), x.cols());
        Back back {none, none, none, none};
        const ArrayXXd read = b * g;
        each(x, b, p, [&](const Steps& steps, double rate, double decay, double weight, const ArrayXXd& written) {
            const ArrayXXd lambda = gathered_back(gathered_back(read, decay).transpose(), decay),
                           once = gathered(written, decay), h = gathered(once.transpose(), decay);
            back.x += weight * steps.pair * b * lambda;
            back.b += weight / states_ * channels * steps.pair * x * lambda;
            back.c += weight / states_ * channels * g * h;
            // ∂/∂Δ: λ (B x − rate·e^(−Δ rate) h), h of the token before.
            ArrayXXd within = b * x;
            const Index rest = x.rows() - 1;
            const double kept = rate * decay;
            const ArrayXXd mixed = kept / steps.mean * once;   // [h of s, B x of s']
            within.bottomRows(rest) -= mixed.topRows(rest);
            within.rightCols(rest) -= mixed.transpose().leftCols(rest);
            within.bottomRightCorner(rest, rest) += kept * kept * h.topLeftCorner(rest, rest);
            back.p += weight * steps.slope * steps.slope * lambda * within;
        });
        return back;
    }

    /// Of tokens whose p has this variance, and this in common over all of them.
    ScanPrediction numbers(double square, double common) const
    {
        ScanPrediction n {.shortest_memory = shortest_, .longest_memory = longest_};
        double log_mean = 0, log_square = 0;
        for (const Bias& bias : biases_) {
            const Steps steps = steps_of(bias, square, ArrayXXd::Zero(1, 1));
            n.time_step += bias.weight * steps.mean;
            const double log_step = ln(steps.mean), relative = bias.slope / bias.step;
            log_mean += bias.weight * log_step;
            log_square += bias.weight * (log_step * log_step + relative * relative * common);
            for (const LawNode& rate : rates_) {
                const double moved = rate.value * bias.slope;
                n.decay += bias.weight * rate.weight * std::exp(-steps.mean * rate.value)
                    * (1 + moved * moved * square / 2);
            }
        }
        double rate_mean = 0, rate_square = 0;
        for (const LawNode& rate : rates_) {
            const double log_rate = ln(rate.value);
            rate_mean += rate.weight * log_rate;
            rate_square += rate.weight * log_rate * log_rate;
        }
        n.memory_spread
            = std::sqrt(std::max(0.0, log_square - log_mean * log_mean + rate_square - rate_mean * rate_mean));
        return n;
    }

private:
    struct Bias {
        double step, slope, weight;   ///< softplus and its slope
    };
    struct Steps {
        double mean, slope;   ///< E[Δ], dΔ/dp
        ArrayXXd pair;   ///< E[Δ Δ']
    };

    static Steps steps_of(const Bias& bias, double square, const ArrayXXd& p)
    {
        const double curved = bias.slope * (1 - bias.slope);   // softplus''
        const double mean = bias.step + curved * square / 2;
        return {mean, bias.slope, mean * mean + bias.slope * bias.slope * p};
    }

    /// body(steps, rate, decay, weight, E[(Δ B x)(Δ B x)']), weights summing to the number of states.
    template <class Body>
    void each(const ArrayXXd& x, const ArrayXXd& b, const ArrayXXd& p, const Body& body) const
    {
        const double square = mean_own(p);
        for (const Bias& bias : biases_) {
            const Steps steps = steps_of(bias, square, p);
            const ArrayXXd written = steps.pair * b * x;
            for (const LawNode& rate : rates_)
                body(steps, rate.value, std::exp(-steps.mean * rate.value), bias.weight * rate.weight * states_,
                    written);
        }
    }

    /// Σ_{s ≤ t} decay^(t − s) x(s, ·), and Σ_{s ≥ t}: rows.
    static ArrayXXd gathered(ArrayXXd x, double decay)
    {
        for (Index t = 1; t < x.rows(); ++t)
            x.row(t) += decay * x.row(t - 1);
        return x;
    }
    static ArrayXXd gathered_back(ArrayXXd x, double decay)
    {
        for (Index t = x.rows() - 1; t-- > 0;)
            x.row(t) += decay * x.row(t + 1);
        return x;
    }

    std::vector<LawNode> rates_;
    std::vector<Bias> biases_;
    double states_;
    std::optional<double> shortest_, longest_;
};

/// Forward and back through one block's inside.
class MixerTheory {
public:
    MixerTheory(const StateSpaceSpec& spec, const Laws& laws)
        : s_(spec), phi_(spec.activation), roughness_(roughness(phi_)),
          convolved_(phi_, three_nodes(laws.matrix("conv1d")), three_nodes(laws.vector("conv1d")), spec.taps),
          scan_(laws.vector("dt_bias"), laws.matrix("A_log"), spec.states), in_(laws.matrix("in_proj").variance),
          x_(laws.matrix("x_proj").variance), dt_(laws.matrix("dt_proj").variance),
          out_(laws.matrix("out_proj").variance), d_(laws.square("D"))
    {
    }

    struct Inside {
        ArrayXXd entered, x, b, p, y;   ///< products of x before the convolution and behind φ, of B and C, p, y
        ActivatedProducts gate {};
        double share_of_scan = 0;   ///< of y's mean square
        double chance = 0;   ///< relative variance of the squared length of what is added to the stream
    };

    ArrayXXd forward(const ArrayXXd& u, Inside& inside, StepPrediction& told) const
    {
        inside.entered = s_.width * in_ * u;
        const ConvolvedTheory::Passed passed = convolved_.forward(inside.entered);
        inside.x = passed.product;
        inside.b = s_.channels * x_ * inside.x;
        inside.p = s_.dt_rank * dt_ * inside.b;
        const ArrayXXd scanned = scan_.forward(inside.x, inside.b, inside.p);
        inside.y = scanned + d_ * inside.x;
        inside.share_of_scan = mean_own(inside.y) > 0 ? mean_own(scanned) / mean_own(inside.y) : 0;
        inside.gate = activated(phi_, roughness_, inside.entered);
        inside.chance = 2.0 / s_.width + of_units(passed.square.mean(), mean_own(inside.entered));
        told.log10_preactivation_rms = log10_rms(passed.square.mean());
        told.scan = scan_.numbers(mean_own(inside.p), inside.p.mean());
        told.scan->log10_rms = log10_rms(mean_own(scanned));
        return s_.channels * out_ * inside.y * inside.gate.value;
    }

    ArrayXXd backward(const ArrayXXd& gradient, const Inside& inside) const
    {
        const ArrayXXd g = s_.width * out_ * gradient, of_y = g * inside.gate.value;
        const ScanTheory::Back back = scan_.backward(inside.x, inside.b, inside.p, of_y, s_.channels);
        const ArrayXXd of_x
            = d_ * of_y + back.x + s_.states * x_ * (back.b + back.c) + s_.dt_rank * x_ * s_.channels * dt_ * back.p;
        return s_.channels * in_ * (convolved_.backward(inside.entered, of_x) + g * inside.y * inside.gate.slope);
    }

private:
    /// Of x ∘ φ(z), where a channel's taps make its x another size: four uniform ones add (κ − 1)/4, κ = 1.8.
    double of_units(double of_x, double of_gate) const
    {
        const GaussianExpectation phi {phi_};
        const PreactivationMoments x = phi.moments(of_x), gate = phi.moments(of_gate);
        return chance_of_units(x.fourth * (1 + 0.8 / s_.taps) * gate.fourth, x.square * gate.square, s_.channels);
    }

    const StateSpaceSpec& s_;
    ActivationFunction phi_;
    Roughness roughness_;
    ConvolvedTheory convolved_;
    ScanTheory scan_;
    double in_, x_, dt_, out_, d_;
};

/// A step with what the way back needs of it: factors of norms, empty without.
struct Step {
    ArrayXd before {}, after {}, after_sum {};
    MixerTheory::Inside inside {};
    double chance_before = 0, chance_after = 0, chance_of_sum = 0;   // relative variances that they divide by
    double kept = 1;   // part of the sum's square that was in the stream before
};

}   // namespace

StreamPrediction predict_state_space(const StateSpaceSpec& spec, int tokens, double repeat, const Context& context)
{
    const Laws laws(spec);
    StreamPrediction result;
    result.remark = laws.remark;
    if (result.remark.empty() && spec.norm == NormKind::dyt && (spec.placement != Placement::none || spec.final_norm))
        result.remark = "no theory of DyT in a state-space network";
    if (result.remark.empty() && tokens > most_tokens_of_scan)
        result.remark
            = "theory follows sequences of up to " + std::to_string(most_tokens_of_scan) + " tokens through a scan";
    if (!result.remark.empty())
        return result;

    const MixerTheory mixer(spec, laws);
    const TokenCells cells(tokens, tokens, true);
    const auto norm = [&](const std::string& role, ArrayXXd& x) {
        const ArrayXd factor = std::sqrt(laws.square(role)) * (x.matrix().diagonal().array() + spec.epsilon).rsqrt();
        x = times_outer(x, factor);
        return factor;
    };
    const double word = laws.matrix("embedding").variance;
    ArrayXXd x = ArrayXXd::Constant(tokens, tokens, word * repeat);
    x.matrix().diagonal().setConstant(word);
    double own_word = 1;   // x = own_word·(the token's embedding) + …
    const auto stream_norm = [&](const std::string& role) {
        own_word *= laws.vector(role).mean * (x.matrix().diagonal().array() + spec.epsilon).rsqrt().mean();
        return norm(role, x);
    };
    result.log10_input_rms = log10_rms(word);
    result.input_similarity = mean_similarity(cells, gram_of(x));

    std::vector<Step> ways;
    std::vector<double> written;   // ln of each branch's mean square in the stream so far
    const double skip_square = spec.skip * spec.skip, branch_square = spec.branch * spec.branch;
    double variance_sum = word, chance = 2.0 / spec.width;   // of |x|²
    for (int block = 1; block <= spec.layers; ++block) {
        context.check();
        StepPrediction p {.block = block, .word = "mixer"};
        Step way;
        ArrayXXd f = x;
        if (norms_before(spec.placement))
            way.before = norm("mixer_norm", f);
        way.chance_before = chance;
        f = mixer.forward(f, way.inside, p);
        if (way.inside.share_of_scan > largest_share_of_scan) {
            result.remark = "the scan is so much of y in block " + std::to_string(block)
                + " that theory, for which its states are many, does not follow";
            return result;
        }
        double chance_of_branch = way.inside.chance + (norms_before(spec.placement) ? 0 : chance);
        if (norms_branch(spec.placement)) {
            way.after = norm("mixer_norm_after", f);
            way.chance_after = std::exchange(chance_of_branch, 0);
        }
        f *= branch_square;
        const double written_now = mean_own(f), kept = skip_square * mean_own(x);
        variance_sum = skip_square * variance_sum + written_now;
        if (kept > 0 && written_now > 0)
            p.correlation = 0;
        x = skip_square * x + f;
        if (mean_own(x) > 0) {
            way.kept = kept / mean_own(x);
            chance = chance_of_sum(way.kept, chance, chance_of_branch, spec.width);
        }
        own_word *= spec.skip;
        if (!(mean_own(x) < largest_square)) {
            result.remark = "the stream leaves the range of the theory in block " + std::to_string(block);
            return result;
        }
        double grown = 0;
        if (norms_sum(spec.placement)) {
            way.after_sum = stream_norm("mixer_norm");
            way.chance_of_sum = std::exchange(chance, 0);
            grown = ln(way.after_sum.square().mean());
        } else {
            p.log10_variance_sum_rms = log10_rms(variance_sum);
        }
        for (double& w : written)
            w += ln(skip_square) + grown;
        written.push_back(ln(written_now) + grown);
        p.log10_stream_rms = log10_rms(mean_own(x));
        p.log10_branch_rms = log10_rms(written_now);
        p.similarity = mean_similarity(cells, gram_of(x));
        result.steps.push_back(std::move(p));
        ways.push_back(std::move(way));
    }
    result.writing_blocks = participation(written);

    ArrayXd last;
    if (spec.final_norm)
        last = stream_norm("final_norm");
    const HeadRule rule {.vocabulary = spec.vocabulary,
        .width = spec.width,
        .tied = spec.tied,
        .entries = laws.matrix(spec.tied ? "embedding" : "head").variance};
    const HeadStep head = head_step(rule, cells, gram_of(x), own_word, repeat);
    result.head = head.prediction;
    const auto back_through = [&](const ArrayXd& factor, double of, ArrayXXd& g, double removed = 0) {
        if (factor.size() > 0)
            g = norm_factor(spec.width, of, removed) * times_outer(g, factor);
    };
    ArrayXXd g = products_of(head.gradient);
    back_through(last, chance, g);
    ChanceFactors factors;
    if (spec.final_norm)
        factors.pass(1, chance);

    double length = 0, variance = 0, removed = spec.final_norm ? 1 : 0;
    for (std::size_t l = ways.size(); l-- > 0;) {
        context.check();
        const Step& way = ways[l];
        StepPrediction& p = result.steps[l];
        p.log10_stream_gradient_rms = log10_rms(mean_own(g));
        p.stream_gradient_uncertainty = factors.uncertainty();
        back_through(way.after_sum, way.chance_of_sum, g, removed);
        removed = way.kept;
        factors.pass(1, way.chance_of_sum);
        p.branch_gradient_uncertainty = factors.uncertainty();
        p.log10_branch_gradient_rms = log10_rms(mean_own(g));
        ArrayXXd back = branch_square * g;
        back_through(way.after, way.chance_after, back);
        back = mixer.backward(back, way.inside);
        back_through(way.before, way.chance_before, back);
        g *= skip_square;
        const double returned = mean_own(back), total = returned + mean_own(g);
        p.log10_return_gradient_rms = log10_rms(returned);
        p.branch_share = total > 0 ? returned / total : 0;
        const double of_branch
            = way.inside.chance + way.chance_after + (norms_before(spec.placement) ? way.chance_before : 0);
        ChanceFactors returning = factors;
        returning.pass(1, of_branch);
        p.return_gradient_uncertainty = returning.uncertainty();
        factors.pass(*p.branch_share, of_branch);
        length += *p.branch_share;
        variance += *p.branch_share * (1 - *p.branch_share);
        g += back;
    }
    result.input_gradient_uncertainty = factors.uncertainty();
    result.log10_input_gradient_rms = log10_rms(mean_own(g));
    result.path_length = length;
    result.path_length_std = std::sqrt(variance);
    doubt_gradients(result, head);
    return result;
}

}   // namespace stepzero
