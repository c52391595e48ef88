// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/predict.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <set>

#include "core/init/scheme.h"
#include "core/input/input.h"
#include "core/theory/chebyshev.h"
#include "core/theory/decorrelation_map.h"
#include "core/theory/decorrelation_width.h"
#include "core/theory/finite_width.h"
#include "core/theory/log_sum.h"
#include "core/theory/output_ranges.h"
#include "core/theory/position_field.h"
#include "core/theory/position_pairs.h"
#include "core/theory/sample_lengths.h"
#include "core/words/nan.h"

namespace stepzero {

namespace {

const double ln10 = std::log(10.0);
const double quadrature_limit = std::log(1e60);   // of |ln q|: fourth powers of squares stay in range

/// An activation of the network with all that is asked of it.
struct Unit {
    explicit Unit(const Activation& named)
        : activation(named), expectation(ActivationFunction(named)), rough(roughness(expectation.phi())),
          ranges(expectation.phi())
    {
    }
    Activation activation;
    GaussianExpectation expectation;
    Roughness rough;
    OutputRanges ranges;
};

/// What a layer's parameters mean to the theory.
struct LayerLaw {
    const Unit* unit = nullptr;
    Variances variances;
    double weight_std = 0;
    double bias_mean = 0;
    double bias_excess = 0, weight_excess = 0;   // excess kurtoses
    bool covered = true;
    bool independent = true, orthogonal = false;   // entries of W; the finite-width laws need one of both
    std::optional<int> one_tap;   // of a kernel that is 0 elsewhere
    std::size_t alike = 0;   // so many layers from this one on are the same
};

/// E[(x − mean)⁴]/variance² − 3.
double excess_kurtosis(const Draw& draw, const Law& law, Shape shape)
{
    if (!(law.variance > 0))
        return 0;
    if (const auto known = law.density ? draw.base->kurtosis(shape) : std::nullopt)
        return *known - 3;
    const double deviation = std::sqrt(law.variance), reach = 10 * deviation;
    const auto fourth = [&](double x) { return std::pow((x - law.mean) / deviation, 4); };
    double sum = 0;
    for (const Law::Atom& atom : law.atoms)
        sum += atom.probability * fourth(atom.value);
    if (law.density)
        sum += boost::math::quadrature::gauss<double, 30>::integrate(
            [&](double x) { return fourth(x) * law.density(x); }, std::max(law.low, law.mean - reach),
            std::min(law.high, law.mean + reach));
    return sum - 3;
}

class Laws {
public:
    explicit Laws(const std::vector<LayerPlan>& plan)
    {
        laws_.reserve(plan.size());
        for (std::size_t l = 0; l < plan.size(); ++l)
            laws_.push_back(l > 0 && same(plan[l], plan[l - 1]) ? laws_.back() : law(plan[l]));
        for (std::size_t l = plan.size(); l-- > 0;)
            laws_[l].alike = l + 1 < plan.size() && same(plan[l], plan[l + 1]) ? laws_[l + 1].alike + 1 : 1;
    }
    const LayerLaw& operator[](std::size_t l) const { return laws_[l]; }
    std::size_t size() const { return laws_.size(); }

private:
    static bool same(const LayerPlan& a, const LayerPlan& b)
    {
        return a.fan_in == b.fan_in && a.fan_out == b.fan_out && a.window == b.window && a.activation == b.activation
            && a.weight == b.weight && a.bias == b.bias;
    }

    LayerLaw law(const LayerPlan& layer)
    {
        const Shape shape = layer.shape();
        const Draw draw = draw_of(layer.weight, shape, Role::weight);
        const Law weight = law_of(draw, shape, Role::weight);
        const Law bias = law_of(draw_of(layer.bias, shape, Role::bias), shape, Role::bias);
        LayerLaw result;
        result.unit = unit(layer.activation);
        result.variances = {layer.fan_in * weight.variance, bias.variance};
        result.weight_std = std::sqrt(weight.variance);
        result.bias_mean = bias.mean;
        // The common part of a unit's signal has about fan_in·mean² of its variance: below rounding it is none.
        result.covered = weight.mean == 0 || layer.fan_in * weight.mean * weight.mean <= 1e-12 * weight.variance;
        result.independent = draw.base->dependence == Dependence::independent;
        if (draw.base->tap.receptive > 1)
            result.one_tap = draw.base->tap.centre;
        // A kernel that is orthogonal as a matrix is not so as the map of whole samples, nor is one on a coarse grid.
        result.orthogonal
            = draw.base->haar() && !on_coarse_grid(draw, weight) && (layer.window.receptive() == 1 || result.one_tap);
        result.bias_excess = excess_kurtosis(draw_of(layer.bias, shape, Role::bias), bias, shape);
        if (result.independent)
            result.weight_excess = excess_kurtosis(draw, weight, shape);
        return result;
    }

    const Unit* unit(const Activation& activation)
    {
        for (const auto& known : units_)
            if (known->activation == activation)
                return known.get();
        return units_.emplace_back(std::make_unique<Unit>(activation)).get();
    }

    std::vector<std::unique_ptr<Unit>> units_;
    std::vector<LayerLaw> laws_;
};

/// Moments at any q = e^ln_q, however small or large: those at a q that quadrature can do, and the logarithm
/// of the factors that lead on from there by φ's limits.
struct FollowedMoments {
    PreactivationMoments at;
    double ln_value = 0;   // of a factor on φ
    double ln_deviation = 0;   // of a factor on φ − E[φ]
    double ln_derivative = 0;   // of a factor on φ'
};

FollowedMoments followed_moments(const GaussianExpectation& expectation, double ln_q, double mean)
{
    FollowedMoments result;
    if (ln_q == -infinity) {
        result.at = expectation.moments(0, mean);
        return result;
    }
    const double near = std::clamp(ln_q, -quadrature_limit, quadrature_limit), beyond = (ln_q - near) / 2;
    result.at = expectation.moments(std::exp(near), mean);
    if (beyond == 0)
        return result;
    const Limits& limits = expectation.phi().limits();
    if (limits.homogeneous && mean == 0) {
        result.ln_value = result.ln_deviation = limits.degree * beyond;
        result.ln_derivative = (limits.degree - 1) * beyond;
    } else if (beyond < 0) {
        result.ln_value = limits.zero_at_zero && mean == 0 ? beyond : 0;
        result.ln_deviation = beyond;
    } else if (!limits.bounded) {
        result.ln_value = result.ln_deviation = limits.degree * beyond;
        result.ln_derivative = (limits.degree - 1) * beyond;
    } else
        result.ln_derivative = -beyond / 2;   // φ' is not small over a range of z that does not grow with √q
    return result;
}

/// Followed moments of one layer after the other: equal layers at an equal length are worked out once.
class LayerMoments {
public:
    const FollowedMoments& operator()(const LayerLaw& law, double ln_q)
    {
        const bool same
            = law.unit == unit_ && law.bias_mean == mean_ && (ln_q == ln_q_ || std::abs(ln_q - ln_q_) < 1e-14);
        if (!same) {
            moments_ = followed_moments(law.unit->expectation, ln_q, law.bias_mean);
            unit_ = law.unit;
            ln_q_ = ln_q;
            mean_ = law.bias_mean;
        }
        return moments_;
    }

private:
    const Unit* unit_ = nullptr;
    double ln_q_ = 0, mean_ = 0;
    FollowedMoments moments_;
};

/// What leaves a layer, over units and positions.
struct Outputs {
    double mean = 0;
    double ln_square = 0, ln_variance = 0;
    double ln_slope = 0;   // of E[φ'²]
    double zeros = 0, saturated = 0;
};

/// Of one length.
Outputs outputs_at(const LayerLaw& law, double ln_q, const FollowedMoments& m)
{
    const double deviation = std::exp(ln_q / 2);
    return {.mean = m.at.mean == 0 ? 0 : std::copysign(std::exp(ln(std::abs(m.at.mean)) + m.ln_value), m.at.mean),
        .ln_square = ln(m.at.square) + 2 * m.ln_value,
        .ln_variance = ln(m.at.variance) + 2 * m.ln_deviation,
        .ln_slope = ln(m.at.derivative_square) + 2 * m.ln_derivative,
        .zeros = law.unit->ranges.zero_fraction(law.bias_mean, deviation),
        .saturated = law.unit->ranges.saturated_fraction(law.bias_mean, deviation)};
}

/// Where positions differ: between the lengths at a few points, from which the others are interpolated.
class OutputsByPosition {
public:
    OutputsByPosition(const LayerLaw& law, const PositionField& q)
    {
        const auto at = [&](double ln_q) {
            return outputs_at(law, ln_q, followed_moments(law.unit->expectation, ln_q, law.bias_mean));
        };
        double low = infinity, high = -infinity;
        for (const double ln_q : q.ln())
            if (ln_q > -infinity) {
                low = std::min(low, ln_q);
                high = std::max(high, ln_q);
            } else {
                zero_ = at(-infinity);
            }
        if (high > -infinity)
            known_ = Chebyshev<6>(low, high, [&](double ln_q) {
                const Outputs o = at(ln_q);
                return std::array {o.mean, o.ln_square, o.ln_variance, o.ln_slope, o.zeros, o.saturated};
            });
    }

    Outputs operator()(double ln_q) const
    {
        if (ln_q == -infinity)
            return zero_;
        const auto [mean, ln_square, ln_variance, ln_slope, zeros, saturated] = known_(ln_q);
        return {mean, ln_square, ln_variance, ln_slope, zeros, saturated};
    }

private:
    Chebyshev<6> known_;
    Outputs zero_;   // where ln q is −∞
};

/// Over all positions; their squares and slopes one by one.
Outputs outputs_of(const LayerLaw& law, const PositionField& q, PositionField& squares, PositionField& slopes)
{
    const OutputsByPosition at(law, q);
    std::vector<double> each_square, each_slope, variances;
    Outputs all;
    const auto n = double(q.ln().size());
    double means_square = 0;
    for (const double ln_q : q.ln()) {
        const Outputs here = at(ln_q);
        each_square.push_back(here.ln_square);
        each_slope.push_back(here.ln_slope);
        variances.push_back(here.ln_variance);
        all.mean += here.mean / n;
        means_square += here.mean * here.mean / n;
        all.zeros += here.zeros / n;
        all.saturated += here.saturated / n;
    }
    squares = PositionField(std::move(each_square));
    slopes = PositionField(std::move(each_slope));
    all.ln_square = squares.mean();
    all.ln_slope = slopes.mean();
    all.ln_variance = PositionField(std::move(variances)).mean();
    if (const double of_means = means_square - all.mean * all.mean; of_means > 1e-14 * means_square)
        all.ln_variance = log_sum(all.ln_variance, std::log(of_means));
    return all;
}

/// unit_noise() and pair_noise(), of which a per cent is enough: worked out anew when their arguments have moved.
class LayerNoise {
public:
    const UnitNoise& unit(const LayerLaw& law, double ln_q)
    {
        const double x = std::clamp(ln_q, -quadrature_limit, quadrature_limit);
        if (law.unit != unit_ || law.bias_mean != mean_ || !(std::abs(x - ln_q_) < 3e-3)) {
            unit_ = law.unit;
            mean_ = law.bias_mean;
            ln_q_ = x;
            noise_ = unit_noise(unit_->expectation.phi(), unit_->rough, std::exp(x), mean_);
        }
        return noise_;
    }

    const PairNoise& pair(const LayerLaw& law, double q, double d)
    {
        // As close as this two inputs see φ as a straight line, but for kinks that few units are at.
        const double ln_q = std::log(q), ln_d = std::log(std::max(d, 1e-6 / std::max(q, 1.0)));
        if (law.unit != pair_unit_ || !(std::abs(ln_q - pair_ln_q_) < 0.02 && std::abs(ln_d - pair_ln_d_) < 0.02)) {
            pair_unit_ = law.unit;
            pair_ln_q_ = ln_q;
            pair_ln_d_ = ln_d;
            pair_noise_ = pair_noise(law.unit->expectation.phi(), law.unit->rough, q, std::exp(ln_d));
        }
        return pair_noise_;
    }

private:
    const Unit *unit_ = nullptr, *pair_unit_ = nullptr;
    double ln_q_ = 0, mean_ = 0, pair_ln_q_ = 0, pair_ln_d_ = 0;
    UnitNoise noise_;
    PairNoise pair_noise_;
};

/// 1 − c of two inputs through depth, with its spread.
class TwoInputsThroughDepth {
public:
    TwoInputsThroughDepth(const Experiment& experiment, const InputMoments& input)
        : spread_(entries_of_layer(experiment.network, 0), correlation_pairs,
            input.length_variance(entries_of_layer(experiment.network, 0)) / experiment.input.samples)
    {
        const double sine = std::sin(experiment.measure.correlation_angle / 360 * std::numbers::pi);
        half_difference_ = 2 * sine * sine * input.mean_square;
    }

    /// The spread ends at the first layer that is not `lawful`.
    void layer(const LayerLaw& law, double ln_q, const LayerWidths& widths, bool lawful, LayerNoise& noise,
        LayerPrediction& layer)
    {
        followed_ = followed_ && law.bias_mean == 0 && std::abs(ln_q) < quadrature_limit && half_difference_ > 0;
        if (!followed_)
            return;
        const double q = std::exp(ln_q), d = std::min(law.variances.weight * half_difference_ / q, 2.0);
        if (!(d > 0)) {
            followed_ = false;
            return;
        }
        layer.decorrelation = d;
        lawful_ = lawful_ && lawful;
        if (lawful_) {
            spread_.weights(widths, d);
            if (const std::optional<double> relative = spread_.relative_spread())
                layer.decorrelation_spread = *relative * d;
            else
                lawful_ = false;
        }
        if (lawful_)
            spread_.units(noise.unit(law, ln_q), noise.pair(law, q, d));
        half_difference_ = map_.half_square_difference(law.unit->expectation, q, d, law.alike);
    }

private:
    double half_difference_;   // E[(x_a − x_b)²]/2
    bool followed_ = true, lawful_ = true;
    DecorrelationMap map_;
    DecorrelationWidth spread_;
};

bool has_independent_entries(const Input& input)
{
    static const std::set<std::string> names {"normal", "uniform", "rademacher", "sphere"};
    return input.file.empty() && names.contains(input.distribution);
}

/// Why the signals behind a pooling cannot be followed; mostly empty.
std::string pooling_problem(const Laws& laws, const std::vector<LayerPlan>& plan, const Experiment& experiment)
{
    for (std::size_t l = 0; l < plan.size(); ++l) {
        const std::string behind = "behind the pooling of layer " + std::to_string(plan[l].layer) + " ";
        if (plan[l].pooling == Pooling::max)
            return behind + "signals are maxima of numbers that are correlated, whose law is not known";
        if (plan[l].pooling != Pooling::average)
            continue;
        if (!has_independent_entries(experiment.input))
            return behind + "signals depend on how alike the positions of the input are, which is not known";
        for (std::size_t k = 0; k <= l; ++k)
            if (laws[k].bias_mean != 0)
                return behind
                    + "signals depend on how alike positions are, which is not followed past biases with a mean";
        if (!pair_reaches(plan))
            return behind + "signals depend on how alike positions are, and there are too many pairs of them";
    }
    return {};
}

/// Layer by layer forward. Returns ln of E[φ'²] of each covered layer, by position.
std::vector<PositionField> forward(const Laws& laws, const std::vector<LayerPlan>& plan, const InputMoments& input,
    const Experiment& experiment, bool follows_pairs, DensePrediction& prediction)
{
    std::vector<PositionField> slopes;
    LayerMoments moments_of;
    LayerNoise noise_of;
    FiniteWidth finite(
        input, plan.front().inputs(), experiment.input.samples * double(plan.front().window.positions_in()));
    // The law takes positions for independent.
    if (input.alike && plan.front().window.dimensions > 0)
        finite.end();
    std::optional<TwoInputsThroughDepth> two;
    // Images of one channel are at their angle as a whole, and differ in how far they are at any position.
    if (experiment.measure.correlation && (plan.front().window.dimensions == 0 || plan.front().inputs() > 1))
        two.emplace(experiment, input);
    PositionField squares(ln(input.mean_square));
    std::optional<PositionPairs> pairs;   // of the signal that a layer reads, where a mean over positions comes
    const std::optional<PairReaches> reaches = follows_pairs ? pair_reaches(plan) : std::nullopt;
    if (reaches && reaches->input >= 0)
        pairs.emplace(plan.front().window, reaches->input, input.correlation);
    for (std::size_t l = 0; l < laws.size() && laws[l].covered; ++l) {
        const bool behind_pooling = l > 0 && plan[l - 1].pooling != Pooling::none;
        if (behind_pooling && !pairs)
            break;
        const LayerLaw& law = laws[l];
        const Window& window = plan[l].window;
        const PositionField q = squares.forward(window, ln(law.variances.weight), ln(law.variances.bias), law.one_tap);
        const double ln_q = q.mean(), ln_square = squares.mean();
        const bool follows = pairs && reaches->layers[l] >= 0;
        if (follows)
            pairs = pairs
                        ->forward(window, reaches->layers[l], squares, q, ln(law.variances.weight),
                            ln(law.variances.bias), law.one_tap)
                        .activated(law.unit->expectation, q);
        Outputs outputs;
        PositionField slope;
        if (q.uniform()) {
            outputs = outputs_at(law, ln_q, moments_of(law, ln_q));
            squares = PositionField(outputs.ln_square);
            slope = PositionField(outputs.ln_slope);
        } else {
            outputs = outputs_of(law, q, squares, slope);
        }
        const double ln_rms = outputs.ln_square / 2, ln_std = outputs.ln_variance / 2, ln_slope = outputs.ln_slope;
        const double ln_z = log_sum(ln_q, 2 * ln(std::abs(law.bias_mean))) / 2;

        LayerPrediction layer;
        layer.variances = law.variances;
        layer.weight_std = law.weight_std;
        layer.preactivation_rms = std::exp(ln_z);
        layer.log10_preactivation_rms = ln_z / ln10;
        layer.activation_mean = outputs.mean;
        layer.activation_std = std::exp(ln_std);
        layer.log10_activation_std = ln_std / ln10;
        layer.activation_rms = std::exp(ln_rms);
        layer.log10_activation_rms = ln_rms / ln10;
        layer.chi = law.variances.weight > 0 ? std::exp(ln(law.variances.weight) + ln_slope) : 0;
        layer.zero_fraction = outputs.zeros;
        layer.saturated_fraction = outputs.saturated;
        if (follows && plan[l].pooling == Pooling::average) {
            PositionPairs::Pooled pooled = pairs->averaged(plan[l].pool, reaches->behind[l], squares);
            squares = std::move(pooled.squares);
            pairs = std::move(pooled.pairs);
            layer.log10_pooled_rms = squares.mean() / 2 / ln10;
            layer.pooled_rms = std::exp(squares.mean() / 2);
        }
        LayerWidths widths;
        widths.units = plan[l].units();
        widths.inputs = law.one_tap ? plan[l].inputs() : plan[l].fan_in;
        widths.receptive = law.one_tap ? 1 : window.receptive();
        widths.share = ln_q == -infinity ? 0
            : q.uniform()                ? std::exp(ln(law.variances.weight) + ln_square - ln_q)
                                         : 1 - std::exp(ln(law.variances.bias) - ln_q);
        widths.length_part = ln_z == -infinity ? 1 : std::exp(ln_q - 2 * ln_z);
        widths.bias_excess = law.bias_excess;
        widths.weight_excess = law.weight_excess;
        widths.orthogonal = law.orthogonal;
        // Of convolutions, where a batch has as many positions all the way. Delta-orthogonal ones it misses by more
        // and more with depth, 0.8 % of the RMS after 100 layers.
        const bool lawful = (law.independent || (law.orthogonal && window.dimensions == 0)) && ln_q != -infinity
            && window.groups == 1 && window.side_out() == window.side && !behind_pooling;
        if (lawful)
            finite.layer(widths, noise_of.unit(law, ln_q));
        else
            finite.end();
        if (const std::optional<WidthLaw> z = finite.preactivation()) {
            layer.preactivation_spread = z->spread;
            layer.preactivation_shift = z->shift;
        }
        if (const std::optional<WidthLaw> x = finite.activation()) {
            layer.activation_spread = x->spread;
            layer.activation_shift = x->shift;
        }
        layer.activation_std_spread = finite.deviation_spread();
        if (const std::optional<double> relative = finite.mean_spread())
            layer.activation_mean_spread = *relative * layer.activation_rms;
        if (behind_pooling)
            two.reset();
        if (two && q.uniform())
            two->layer(law, ln_q, widths, lawful && window.dimensions == 0, noise_of, layer);
        else
            two.reset();
        prediction.layers[l] = layer;
        slopes.push_back(std::move(slope));
    }
    if (experiment.measure.gradient && slopes.size() == laws.size()) {
        const std::vector<std::optional<WidthLaw>> gradients = finite.gradients();
        for (std::size_t l = 0; l < gradients.size(); ++l)
            if (gradients[l]) {
                prediction.layers[l]->gradient_spread = gradients[l]->spread;
                prediction.layers[l]->gradient_shift = gradients[l]->shift;
            }
    }
    return slopes;
}

void backward(const Laws& laws, const std::vector<LayerPlan>& plan, const std::vector<PositionField>& slopes,
    DensePrediction& prediction)
{
    PositionField squares;   // of ∂⟨u, x_L⟩/∂x_l
    for (std::size_t l = laws.size(); l-- > 0;) {
        if (plan[l].pooling == Pooling::average)   // each position has a part of one gradient
            squares = squares.backward(plan[l].pool, -std::log(double(plan[l].pool.receptive())));
        const PositionField delta = slopes[l].times(squares);
        const double ln_delta = delta.mean();
        prediction.layers[l]->log10_gradient_rms = ln_delta / 2 / ln10;
        prediction.layers[l]->gradient_rms = std::exp(ln_delta / 2);
        const double outputs = double(plan[l].fan_out) / plan[l].window.groups;   // that a channel takes part in
        squares = delta.backward(
            plan[l].window, std::log(outputs / plan[l].fan_in) + ln(laws[l].variances.weight), laws[l].one_tap);
    }
}

bool equal(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

std::optional<FixedPoint> fixed_point_of(const Laws& laws, double start)
{
    const LayerLaw& last = laws[laws.size() - 1];
    for (std::size_t l = std::min<std::size_t>(1, laws.size() - 1); l < laws.size(); ++l)
        if (!laws[l].covered || laws[l].bias_mean != 0 || laws[l].unit != last.unit
            || !equal(laws[l].variances.weight, last.variances.weight)
            || !equal(laws[l].variances.bias, last.variances.bias))
            return std::nullopt;
    return MeanField(last.unit->expectation.phi()).fixed_point(last.variances, start);
}

/// Variance of lengths from which on they are averaged over: of 64 normal numbers, where a gradient is 1 %
/// off.
constexpr double unlike_lengths = 2.0 / 64;
/// Numbers of a sample from which on the variance of its length says enough of its law.
constexpr int fewest_of_any_law = 4;

/// φ(cz) = c φ(z): mean squares are those of the mean length, however unlike the lengths are.
bool keeps_mean_squares(const std::vector<LayerPlan>& plan)
{
    return std::all_of(plan.begin(), plan.end(),
        [](const LayerPlan& layer) { return is_scale_free(ActivationFunction(layer.activation)); });
}

}   // namespace

// x = m + s·g, Cov(g) = C of n entries: Var(|x|²) = 4 m²s² 1ᵀC1 + 2 s⁴ tr C², Var(xᵀx') = 2 m²s² 1ᵀC1 + s⁴ tr C².
double InputMoments::length_variance(int entries) const
{
    const double drawn = 1 - correlation;
    return alike ? 4 * correlation * drawn * alike->correlation + 2 * drawn * drawn * alike->square
                 : std::max(kurtosis - 1, 0.0) / entries;
}

double InputMoments::chance(int entries) const
{
    const double drawn = 1 - correlation;
    return alike ? 2 * correlation * drawn * alike->correlation + drawn * drawn * alike->square
                 : (1 - correlation * correlation) / entries;
}

std::optional<InputMoments> input_moments(const Experiment& experiment)
{
    const Input& input = experiment.input;
    if (!input.file.empty())
        return std::nullopt;
    const double mean2 = input.mean * input.mean, variance = input.std * input.std, square = mean2 + variance;
    if (square == 0)
        return InputMoments {0, 1, 1};
    // E[x⁴] = m⁴ + 6 m² s² + κ s⁴. A point on a sphere has no spread of its length.
    const bool natural = input.distribution == "natural";
    const double own = natural || input.distribution == "normal" ? 3 : input.distribution == "uniform" ? 1.8 : 1;
    const double a = mean2 / square, b = variance / square;
    InputMoments moments {square, a, a * a + 6 * a * b + own * b * b};
    if (natural) {
        const PositionShape shape = position_shape(experiment.network);
        moments.alike = natural_likeness(shape.dimensions, shape.side);
    }
    return moments;
}

DensePrediction predict(
    const std::vector<LayerPlan>& plan, const Experiment& experiment, std::optional<InputMoments> known_input)
{
    const Laws laws(plan);
    DensePrediction prediction;
    prediction.layers.resize(plan.size());
    const std::optional<InputMoments> input = known_input ? known_input : input_moments(experiment);
    if (!input) {
        prediction.remark = "the input comes from a file whose mean square is not known";
        prediction.fixed_point = fixed_point_of(laws, 1);
        return prediction;
    }
    if (input->alike && plan.front().window.dimensions > 0 && !keeps_mean_squares(plan)) {
        prediction.remark = "positions of natural inputs see signals of unlike lengths, which is followed through "
                            "activations like relu only, whose outputs grow as their inputs do";
        prediction.fixed_point = fixed_point_of(laws, 1);
        return prediction;
    }
    const std::string unknown = pooling_problem(laws, plan, experiment);
    const std::vector<PositionField> slopes = forward(laws, plan, *input, experiment, unknown.empty(), prediction);
    const double first = prediction.layers.front() ? std::pow(prediction.layers.front()->preactivation_rms, 2) : 1;
    prediction.fixed_point = fixed_point_of(laws, std::isfinite(first) ? first : 1);
    const std::size_t known = slopes.size();
    if (known > 0 && plan[known - 1].pooling != Pooling::none && !unknown.empty())
        prediction.remark = unknown;
    else if (known < plan.size())
        prediction.remark = "the weights of layer " + std::to_string(known + 1)
            + " do not have mean 0, which mean-field theory does not cover";
    else if (experiment.measure.gradient)
        backward(laws, plan, slopes, prediction);
    const double lengths = input->length_variance(plan.front().inputs());
    if (plan.front().window.dimensions > 0 || input->alike || !(lengths > unlike_lengths) || keeps_mean_squares(plan))
        return prediction;
    if (std::abs(input->kurtosis - 3) > 1e-9 && plan.front().inputs() < fewest_of_any_law) {
        for (auto& layer : prediction.layers)
            layer.reset();
        prediction.remark
            = "samples of so few numbers differ in length by a law that theory knows of normal numbers only";
        return prediction;
    }
    Experiment bare = experiment;
    bare.measure.correlation = false;
    std::vector<AtLength> at_lengths;
    for (const VectorLength& length : sample_lengths(lengths)) {
        DensePrediction& at = at_lengths.emplace_back(AtLength {length.weight, {}}).prediction;
        at.layers.resize(plan.size());
        InputMoments here = *input;
        here.mean_square *= length.square;
        here.kurtosis = 1;   // of one length: shifts are of widths alone
        const std::vector<PositionField> its = forward(laws, plan, here, bare, unknown.empty(), at);
        if (experiment.measure.gradient && its.size() == laws.size())
            backward(laws, plan, its, at);
    }
    average_over_lengths(at_lengths, prediction);
    return prediction;
}

}   // namespace stepzero
