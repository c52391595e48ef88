// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/layer_theory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "core/base/words/nan.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"
#include "core/theory/decorrelation_map.h"
#include "core/theory/decorrelation_width.h"
#include "core/theory/finite_width.h"
#include "core/theory/layer_outputs.h"
#include "core/theory/log_sum.h"
#include "core/theory/position_field.h"
#include "core/theory/position_pairs.h"
#include "core/theory/sample_lengths.h"

namespace stepzero {

namespace {

/// Caches unit_noise() and pair_noise(), for which a relative error of 1% is enough. They are recomputed when their
/// arguments have changed noticeably.
class LayerNoise {
public:
    const UnitNoise& unit(const LayerLaw& law, double ln_q)
    {
        const double x = std::clamp(ln_q, -largest_ln_square, largest_ln_square);
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
        // Closer than this, two inputs see φ as a straight line, except for kinks that affect few units.
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
    const LayerUnit *unit_ = nullptr, *pair_unit_ = nullptr;
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

    /// Passes a layer. The spread ends at the first layer that is not `lawful`.
    void layer(const LayerLaw& law, double ln_q, const LayerWidths& widths, bool lawful, LayerNoise& noise,
        SitePrediction& preactivation)
    {
        followed_ = followed_ && law.bias_mean == 0 && std::abs(ln_q) < largest_ln_square && half_difference_ > 0;
        if (!followed_)
            return;
        const double q = std::exp(ln_q), d = std::min(law.variances.weight * half_difference_ / q, 2.0);
        if (!(d > 0)) {
            followed_ = false;
            return;
        }
        Predicted decorrelation {d};
        lawful_ = lawful_ && lawful;
        if (lawful_) {
            spread_.weights(widths, d);
            if (const std::optional<double> relative = spread_.relative_spread())
                decorrelation.spread = *relative * d;
            else
                lawful_ = false;
        }
        if (lawful_)
            spread_.units(noise.unit(law, ln_q), noise.pair(law, q, d));
        preactivation.set(Quantity::decorrelation, decorrelation);
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
    return input.file.empty() && find_input_distribution(input.distribution)->independent;
}

/// Returns why the signals after a pooling cannot be followed; usually empty.
Text pooling_problem(const LayerLaws& laws, const std::vector<LayerPlan>& plan, const Experiment& experiment)
{
    for (std::size_t l = 0; l < plan.size(); ++l) {
        const int layer = plan[l].layer;
        if (plan[l].pooling == Pooling::max)
            return tr(
                "no theory after the pooling of layer %1: the distribution of maxima of correlated numbers is not "
                "known",
                layer);
        if (plan[l].pooling != Pooling::average)
            continue;
        if (!has_independent_entries(experiment.input))
            return tr("no theory after the pooling of layer %1: the correlation of the input's positions is not known",
                layer);
        for (std::size_t k = 0; k <= l; ++k)
            if (laws[k].bias_mean != 0)
                return tr(
                    "no theory after the pooling of layer %1: correlations of positions are not followed past biases "
                    "with a nonzero mean",
                    layer);
        if (!pair_reaches(plan))
            return tr("no theory after the pooling of layer %1: it has too many pairs of positions", layer);
    }
    return {};
}

/// Also sets the squares and slopes of all positions, with a single entry when all positions are identical.
LayerOutputs outputs_of(
    const LayerLaw& law, const PositionField& q, LayerMoments& moments_of, PositionField& squares, PositionField& slope)
{
    if (!q.uniform())
        return outputs_of(law, q, squares, slope);
    const LayerOutputs outputs = outputs_at(law, q.mean(), moments_of(law, q.mean()));
    squares = PositionField(outputs.ln_square);
    slope = PositionField(outputs.ln_slope);
    return outputs;
}

/// Returns the finite-width state before the first layer of a plan.
FiniteWidth finite_width(const std::vector<LayerPlan>& plan, const InputMoments& input, const Experiment& experiment)
{
    const LayerPlan& first = plan.front();
    FiniteWidth finite(input, first.inputs(), experiment.input.samples * double(first.window.positions_in()));
    if (input.alike && first.window.dimensions > 0)   // the theory assumes independent positions
        finite.end();
    return finite;
}

Predicted with_law(Predicted size, const std::optional<WidthLaw>& law)
{
    if (law) {
        size.spread = law->spread;
        size.shift = law->shift;
    }
    return size;
}

SitePrediction preactivation_site(
    const std::string& role, const LayerLaw& law, const LayerOutputs& outputs, double ln_z, const FiniteWidth& finite)
{
    SitePrediction site {.role = role};
    site.set(Quantity::rms, with_law(predicted_size(ln_z), finite.preactivation()));
    site.set(Quantity::weight_variance, {law.variances.weight});
    site.set(Quantity::bias_variance, {law.variances.bias});
    site.set(Quantity::weight_std, {law.weight_std});
    site.set(Quantity::chi, {law.variances.weight > 0 ? std::exp(ln(law.variances.weight) + outputs.ln_slope) : 0});
    return site;
}

SitePrediction output_site(const std::string& role, const LayerOutputs& outputs, const FiniteWidth& finite)
{
    SitePrediction site {.role = role};
    const Predicted rms = with_law(predicted_size(outputs.ln_square / 2), finite.activation());
    Predicted mean {outputs.mean}, std = predicted_size(outputs.ln_variance / 2);
    if (const std::optional<double> relative = finite.mean_spread())
        mean.spread = *relative * rms.value;
    std.spread = finite.deviation_spread();
    site.set(Quantity::mean, mean);
    site.set(Quantity::std, std);
    site.set(Quantity::rms, rms);
    site.set(Quantity::zero_fraction, {outputs.zeros});
    site.set(Quantity::saturated_fraction, {outputs.saturated});
    return site;
}

/// `ln_square` is ln of E[x²] at the layer's input, `ln_z` ln of the RMS of its preactivations including their mean.
LayerWidths widths_of(const LayerLaw& law, const LayerPlan& plan, const PositionField& q, double ln_square, double ln_z)
{
    const double ln_q = q.mean();
    LayerWidths widths;
    widths.units = plan.units();
    widths.inputs = law.one_tap ? plan.inputs() : int(plan.terms());
    widths.receptive = law.one_tap ? 1 : plan.window.receptive();
    widths.share = ln_q == -infinity ? 0
        : q.uniform()                ? std::exp(ln(law.variances.weight) + ln_square - ln_q)
                                     : 1 - std::exp(ln(law.variances.bias) - ln_q);
    widths.length_part = ln_z == -infinity ? 1 : std::exp(ln_q - 2 * ln_z);
    widths.bias_excess = law.bias_excess;
    widths.weight_excess = law.weight_excess;
    widths.orthogonal = law.orthogonal;
    return widths;
}

/// Returns whether the theory of finite width applies. For convolutions it requires the same number of positions
/// throughout. For delta-orthogonal ones its error grows with depth, to 0.8% of the RMS after 100 layers.
bool is_lawful(const LayerLaw& law, const Window& window)
{
    return (law.independent || (law.orthogonal && window.dimensions == 0)) && window.groups == 1
        && window.side_out() == window.side;
}

/// The values that the backward pass needs from the covered layers.
struct WayBack {
    std::vector<PositionField> slopes {};   // ln of E[φ'²] by position
    /// Finite-width deviations of the gradients. Empty when theory does not cover the network to its end.
    std::vector<std::optional<WidthLaw>> laws {};
};

/// Predicts the layers forward, one after another.
WayBack forward(const LayerLaws& laws, const NetworkPlan& network, const InputMoments& input,
    const Experiment& experiment, bool follows_pairs, Prediction& prediction)
{
    const std::vector<LayerPlan>& plan = network.layers;
    WayBack way;
    LayerMoments moments_of;
    LayerNoise noise_of;
    FiniteWidth finite = finite_width(plan, input, experiment);
    std::optional<TwoInputsThroughDepth> two;
    // Images with one channel have the given angle as a whole, but their distances vary between positions.
    if (experiment.measure.correlation && (plan.front().window.dimensions == 0 || plan.front().inputs() > 1))
        two.emplace(experiment, input);
    PositionField squares(ln(input.mean_square));
    std::optional<PositionPairs> pairs;   // pairs of the layer input, when a mean over positions follows
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
        PositionField slope;
        const LayerOutputs outputs = outputs_of(law, q, moments_of, squares, slope);
        const double ln_z = log_sum(ln_q, 2 * ln(std::abs(law.bias_mean))) / 2;
        const LayerWidths widths = widths_of(law, plan[l], q, ln_square, ln_z);
        const bool lawful = is_lawful(law, window) && ln_q != -infinity && !behind_pooling;
        if (lawful)
            finite.layer(widths, noise_of.unit(law, ln_q));
        else
            finite.end();
        std::vector<SitePrediction>& sites = prediction.blocks[l + 1].sites;
        sites = {preactivation_site(network.reading.preactivation, law, outputs, ln_z, finite),
            output_site(network.reading.output, outputs, finite)};
        if (behind_pooling || !q.uniform())
            two.reset();
        if (two)
            two->layer(law, ln_q, widths, lawful && window.dimensions == 0, noise_of, sites.front());
        if (follows && plan[l].pooling == Pooling::average) {
            PositionPairs::Pooled pooled = pairs->averaged(plan[l].pool, reaches->behind[l], squares);
            squares = std::move(pooled.squares);
            pairs = std::move(pooled.pairs);
            sites.push_back({.role = "pooled"});
            sites.back().set(Quantity::rms, predicted_size(squares.mean() / 2));
        }
        way.slopes.push_back(std::move(slope));
    }
    if (experiment.measure.gradient && way.slopes.size() == laws.size()) {
        way.laws = finite.gradients();
        way.laws.resize(laws.size());   // absent after the theory of finite width has ended
    }
    return way;
}

void backward(const LayerLaws& laws, const NetworkPlan& network, const WayBack& way, Prediction& prediction)
{
    const std::vector<LayerPlan>& plan = network.layers;
    PositionField squares;   // squares of ∂⟨u, x_L⟩/∂x_l
    for (std::size_t l = laws.size(); l-- > 0;) {
        if (plan[l].pooling == Pooling::average)   // each position has an equal part of one gradient
            squares = squares.backward(plan[l].pool, -std::log(double(plan[l].pool.receptive())));
        const PositionField delta = way.slopes[l].times(squares);
        prediction.blocks[l + 1]
            .at(network.reading.gradient)
            .set(Quantity::gradient_rms, with_law(predicted_size(delta.mean() / 2), way.laws[l]));
        const Window& window = plan[l].window;
        const double outputs = double(plan[l].units()) / window.groups * window.receptive();   // that an input affects
        squares = delta.backward(
            window, std::log(outputs / plan[l].terms()) + ln(laws[l].variances.weight), laws[l].one_tap);
    }
}

bool equal(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// Returns the theory of an activation. The last one of each thread is kept: while a slider moves, the activation stays
/// the same, and its moments at all lengths take a quarter of a prediction.
const MeanField& field_of(const Activation& activation)
{
    thread_local std::optional<std::pair<Activation, MeanField>> last;
    if (!last || last->first != activation)
        last.emplace(activation, MeanField(ActivationFunction(activation)));
    return last->second;
}

std::optional<FixedPoint> fixed_point_of(const LayerLaws& laws, double start)
{
    const LayerLaw& last = laws[laws.size() - 1];
    for (std::size_t l = std::min<std::size_t>(1, laws.size() - 1); l < laws.size(); ++l)
        if (!laws[l].covered || laws[l].bias_mean != 0 || laws[l].unit != last.unit
            || !equal(laws[l].variances.weight, last.variances.weight)
            || !equal(laws[l].variances.bias, last.variances.bias))
            return std::nullopt;
    return field_of(last.unit->activation).fixed_point(last.variances, start);
}

/// Variance of the samples' lengths above which predictions are averaged over lengths. It is that of 64 normal numbers,
/// for which a gradient is off by 1%.
constexpr double unlike_lengths = 2.0 / 64;
/// Numbers per sample from which on the variance of its length determines its distribution well enough.
constexpr int fewest_of_any_law = 4;

/// For φ(cz) = c φ(z), mean squares are those at the mean length, however different the lengths are.
bool keeps_mean_squares(const std::vector<LayerPlan>& plan)
{
    return std::all_of(plan.begin(), plan.end(),
        [](const LayerPlan& layer) { return is_scale_free(ActivationFunction(layer.activation)); });
}

}   // namespace

Prediction predict_layers(
    const NetworkPlan& plan, const Experiment& experiment, const std::optional<InputMoments>& known_input)
{
    const LayerLaws laws(plan.layers);
    const LayerPlan& start = plan.layers.front();
    const auto nothing = [&] { return silent_prediction(plan); };
    Prediction prediction = nothing();
    const std::optional<InputMoments> input = known_input ? known_input : input_moments(experiment);
    if (!input) {
        prediction.remark = tr("the input comes from a file whose mean square is not known");
        prediction.fixed_point = fixed_point_of(laws, 1);
        return prediction;
    }
    if (input->alike && start.window.dimensions > 0 && !keeps_mean_squares(plan.layers)) {
        prediction.remark = tr("no theory for natural inputs here: signals at different positions have different "
                               "lengths, which theory follows only through scale-free activations such as ReLU");
        prediction.fixed_point = fixed_point_of(laws, 1);
        return prediction;
    }
    const Text unknown = pooling_problem(laws, plan.layers, experiment);
    const WayBack way = forward(laws, plan, *input, experiment, unknown.empty(), prediction);
    const Predicted* first_rms = prediction.preactivation(1, Quantity::rms);
    const double first = first_rms ? std::pow(first_rms->value, 2) : 1;
    prediction.fixed_point = fixed_point_of(laws, std::isfinite(first) ? first : 1);
    const std::size_t known = way.slopes.size();
    if (known > 0 && plan.layers[known - 1].pooling != Pooling::none && !unknown.empty())
        prediction.remark = unknown;
    else if (known < plan.layers.size())
        prediction.remark
            = tr("the weights of layer %1 do not have mean 0, which mean-field theory does not cover", known + 1);
    else if (experiment.measure.gradient)
        backward(laws, plan, way, prediction);
    const double lengths = input->length_variance(start.inputs());
    if (start.window.dimensions > 0 || input->alike || !(lengths > unlike_lengths) || keeps_mean_squares(plan.layers))
        return prediction;
    if (std::abs(input->kurtosis - 3) > 1e-9 && start.inputs() < fewest_of_any_law) {
        for (BlockPrediction& block : prediction.blocks)
            block.sites.clear();
        prediction.remark = tr("no theory for so few inputs per sample: their length is known only for normal inputs");
        return prediction;
    }
    Experiment bare = experiment;
    bare.measure.correlation = false;
    std::vector<AtLength> at_lengths;
    for (const VectorLength& length : sample_lengths(lengths)) {
        Prediction& at = at_lengths.emplace_back(AtLength {length.weight, nothing()}).prediction;
        InputMoments here = *input;
        here.mean_square *= length.square;
        here.kurtosis = 1;   // at a single length, shifts depend on widths only
        const WayBack its = forward(laws, plan, here, bare, unknown.empty(), at);
        if (!its.laws.empty())
            backward(laws, plan, its, at);
    }
    average_over_lengths(at_lengths, prediction);
    return prediction;
}

}   // namespace stepzero
