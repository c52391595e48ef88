// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/normed_layer_theory.h"

#include <cmath>
#include <numbers>

#include "core/base/words/nan.h"
#include "core/modules/normed_layers.h"
#include "core/theory/decorrelation_map.h"
#include "core/theory/layer_outputs.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

/// Smallest batch for which the terms of order 1/N suffice: those of order 1/N² are below 2% in each layer.
constexpr int fewest_of_batch = 16;
/// Variance of the samples' squared lengths up to which BatchNorm's units are nearly Gaussian: that of 64 normal
/// numbers.
constexpr double most_unlike = 2.0 / 64;
/// The most that a layer of n units adds to ln of the gradient's RMS beyond infinite width, times n: 2.5 was measured
/// for ReLU, 2.6 for GELU, and up to 5 for linear layers.
constexpr double of_width = 6;

/// The effect of a layer with its norm.
struct NormedLayer {
    double ln_length = 0;   // ln q
    LayerOutputs outputs;
    double ln_spread = 0;   // ln of the variance of x over the batch
    double ln_back = 0;   // ln of the norm's factor on the square of a gradient
    double ln_chi = 0;
};

/// Expectations for BatchNorm over N samples, whose z lie on a sphere: their correlation is −1/(N − 1), and the fourth
/// moment is that of N(0, q) times 1 − 2/(N + 1).
struct BatchMoments {
    double mean = 0, square = 0, derivative_square = 0;   // E[φ], E[φ²], E[φ'²]
    double product = 0;   // E[φ_a φ_b]
    double slopes = 0;   // E[φ'_a φ'_b]/E[φ'²]
    double tilts = 0;   // E[g φ']²/E[φ'²]
};

class NormedWalk {
public:
    NormedWalk(const NetworkPlan& plan, UnitNorm norm, int samples)
        : plan_(plan), over_batch_(norm == UnitNorm::batch), samples_(samples), laws_(plan.layers)
    {
    }

    const LayerLaw& law(std::size_t l) const { return laws_[l]; }

    /// Returns the layers up to the first that theory does not cover.
    std::vector<NormedLayer> forward(double ln_square, double ln_spread)
    {
        std::vector<NormedLayer> layers;
        for (std::size_t l = 0; l < laws_.size() && laws_[l].covered; ++l) {
            const std::optional<double> scale = scale_of(l);
            if (!scale)
                break;
            const double read = over_batch_ ? ln_spread : ln_square;
            layers.push_back(layer(l, std::log(*scale * *scale), read));
            ln_square = layers.back().outputs.ln_square;
            ln_spread = layers.back().ln_spread;
        }
        return layers;
    }

    /// Returns γ if all units of a layer have the same.
    std::optional<double> scale_of(std::size_t l) const
    {
        const ParameterPlan& scale = *plan_.blocks[l].find(norm_of_layer, Role::bias);
        const Law law = law_of(draw_of(scale), scale.shape, scale.kind);
        return law.variance == 0 ? std::optional(law.mean) : std::nullopt;
    }

private:
    NormedLayer layer(std::size_t l, double ln_scale_square, double ln_read)
    {
        LayerLaw own = laws_[l];
        own.bias_mean = 0;   // the norm subtracts it
        const double ln_weight = ln(own.variances.weight), n = samples_;
        double ln_v = ln_weight + ln_read;
        if (!over_batch_)
            ln_v = log_sum(ln_v, ln(own.variances.bias));
        const double ln_sum = log_sum(ln_v, ln(unit_norm_epsilon)), kept = std::exp(ln_v - ln_sum);
        NormedLayer now;
        now.ln_length = ln_scale_square + ln_v - ln_sum;
        const FollowedMoments& moments = moments_of_(own, now.ln_length);
        now.outputs = outputs_at(own, now.ln_length, moments);
        now.ln_spread = now.outputs.ln_variance;
        now.ln_back = ln_scale_square - ln_sum;
        now.ln_chi = ln_weight + now.outputs.ln_slope + now.ln_back;
        if (!over_batch_ || std::abs(now.ln_length) > largest_ln_square)
            return now;
        const double q = std::exp(now.ln_length);
        const BatchMoments& batch = of_batch(own, q);
        // Where φ is almost straight, all terms of order 1/N cancel.
        if (moments.at.variance > 1e-6 * moments.at.square) {
            now.outputs.mean = batch.mean;
            now.outputs.ln_square = ln(batch.square);
            now.outputs.ln_variance = ln(batch.square - batch.mean * batch.mean);
            now.ln_spread = ln((1 - 1 / n) * (batch.square - batch.product));
        }
        if (!(batch.derivative_square > 0))
            return now;
        now.outputs.ln_slope = ln(batch.derivative_square);
        now.ln_chi = ln_weight + now.outputs.ln_slope + now.ln_back;
        // The cotangents of samples are independent; a norm above has made gradients sum to 0 over the batch.
        const double above = l + 1 < laws_.size() ? 1 : 0;
        const double along_one = 1 - above * batch.slopes,
                     along_z
            = 1 + 2 * q * moments.at.derivative_square_slope / moments.at.derivative_square - above * batch.tilts;
        now.ln_back += std::log1p(2 * kept * kept / (n - 3)) + std::log1p(-(along_one + kept * along_z) / n);
        return now;
    }

    const BatchMoments& of_batch(const LayerLaw& law, double q)
    {
        if (law.unit == unit_ && std::abs(q - q_) <= 1e-12 * q)
            return batch_;
        unit_ = law.unit;
        q_ = q;
        const GaussianExpectation& expectation = law.unit->expectation;
        constexpr double step = 0.01;   // relative to q; the terms below are of order 1/N, so 1e-4 of them suffices
        const PreactivationMoments at = expectation.moments(q), low = expectation.moments(q * (1 - step)),
                                   high = expectation.moments(q * (1 + step));
        // The excess kurtosis κ adds κ/6 q² d²E[f]/dq², with κ = −6/(N + 1). Two samples have the fourth cumulant
        // −2 q²/(N + 1), which adds −2 q² (dE[φ]/dq)²/(N + 1) to E[φ_a φ_b].
        const double part = 1.0 / (samples_ + 1), bent = (high.mean - 2 * at.mean + low.mean) / (step * step),
                     rise = (high.mean - low.mean) / (2 * step);
        batch_.mean = at.mean - part * bent;
        batch_.square = at.square - part * q * (high.square_slope - low.square_slope) / (2 * step);
        batch_.derivative_square = at.derivative_square
            - part * q * (high.derivative_square_slope - low.derivative_square_slope) / (2 * step);
        const PairMoments pair = expectation.pair(q, q, 1 + 1.0 / (samples_ - 1));
        batch_.product = pair.product - 2 * part * (at.mean * bent + rise * rise);
        // E[φ'_a φ'_b] = Σ_k c^k E[He_k(g) φ']²/k!, whose slope at c = 0 is E[g φ']².
        const auto product = [&](double c) { return expectation.pair(q, q, 1 - c).derivative_product; };
        const double square = at.derivative_square;
        batch_.slopes = square > 0 ? pair.derivative_product / square : 0;
        batch_.tilts = square > 0 ? (product(step) - product(-step)) / (2 * step) / square : 0;
        return batch_;
    }

    const NetworkPlan& plan_;
    bool over_batch_;
    int samples_;
    LayerLaws laws_;
    LayerMoments moments_of_;
    const LayerUnit* unit_ = nullptr;   // batch_ is for this unit at q_
    double q_ = 0;
    BatchMoments batch_;
};

/// Sets 1 − c of two inputs at every layer until one is beyond the range of quadrature.
void add_pairs(const NormedWalk& walk, const std::vector<NormedLayer>& layers, const Experiment& experiment,
    double mean_square, Prediction& prediction)
{
    const double sine = std::sin(experiment.measure.correlation_angle / 360 * std::numbers::pi);
    double half_difference = 2 * sine * sine * mean_square, ln_square = ln(mean_square);
    DecorrelationMap map;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const LayerLaw& law = walk.law(l);
        const double q = std::exp(layers[l].ln_length);
        const double length = law.variances.weight * std::exp(ln_square) + law.variances.bias,
                     d = std::min(law.variances.weight * half_difference / length, 2.0);
        if (!(d > 0) || std::abs(ln_square) > largest_ln_square || !(std::abs(layers[l].ln_length) < largest_ln_square))
            return;
        prediction.blocks[l + 1].at(prediction.reading.preactivation).set(Quantity::decorrelation, {d});
        half_difference = map.half_square_difference(law.unit->expectation, q, d, law.alike);
        ln_square = layers[l].outputs.ln_square;
    }
}

void add_sites(const NormedWalk& walk, const std::vector<NormedLayer>& layers, Prediction& prediction)
{
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const LayerLaw& law = walk.law(l);
        const LayerOutputs& outputs = layers[l].outputs;
        SitePrediction z {.role = prediction.reading.preactivation}, x {.role = prediction.reading.output};
        z.set(Quantity::rms, predicted_size(layers[l].ln_length / 2));
        z.set(Quantity::weight_variance, {law.variances.weight});
        z.set(Quantity::bias_variance, {law.variances.bias});
        z.set(Quantity::weight_std, {law.weight_std});
        z.set(Quantity::chi, {std::exp(layers[l].ln_chi)});
        x.set(Quantity::mean, {outputs.mean});
        x.set(Quantity::std, predicted_size(outputs.ln_variance / 2));
        x.set(Quantity::rms, predicted_size(outputs.ln_square / 2));
        x.set(Quantity::zero_fraction, {outputs.zeros});
        x.set(Quantity::saturated_fraction, {outputs.saturated});
        prediction.blocks[l + 1].sites = {std::move(z), std::move(x)};
    }
}

void add_gradients(
    const NetworkPlan& plan, const NormedWalk& walk, const std::vector<NormedLayer>& layers, Prediction& prediction)
{
    double ln_square = 0;   // ln of the mean square of ∂⟨u, x_L⟩/∂x_l
    double width = 0;   // Σ 1/n of the layers from l on
    for (std::size_t l = layers.size(); l-- > 0;) {
        const LayerPlan& layer = plan.layers[l];
        const double ln_delta = layers[l].outputs.ln_slope + ln_square;
        width += 1.0 / layer.units();
        prediction.blocks[l + 1]
            .at(plan.reading.gradient)
            .set(Quantity::gradient_rms, predicted_size(ln_delta / 2, of_width * width));
        ln_square = ln_delta + layers[l].ln_back + ln(walk.law(l).variances.weight)
            + std::log(double(layer.fan_out) / layer.fan_in);
    }
}

}   // namespace

Prediction predict_normed_layers(const NetworkPlan& plan, UnitNorm norm, const Experiment& experiment,
    const std::optional<InputMoments>& known_input)
{
    const bool over_batch = norm == UnitNorm::batch;
    const int samples = experiment.input.samples, width = plan.layers.front().inputs();
    const std::optional<InputMoments> input = known_input ? known_input : input_moments(experiment);
    if (!input)
        return silent_prediction(plan, tr("the input comes from a file whose mean square is not known"));
    if (over_batch && samples < fewest_of_batch)
        return silent_prediction(plan, tr("no theory for BatchNorm over fewer than %1 samples", fewest_of_batch));
    if (over_batch && !experiment.input.file.empty())
        return silent_prediction(
            plan, tr("no theory for BatchNorm of an input from a file: its variance over the batch is not known"));
    if (over_batch && (input->alike || input->length_variance(width) > most_unlike))
        return silent_prediction(plan, tr("no theory for BatchNorm of samples that differ in length"));

    Prediction prediction = silent_prediction(plan);
    NormedWalk walk(plan, norm, samples);
    const std::vector<NormedLayer> layers
        = walk.forward(ln(input->mean_square), ln(input->mean_square * (1 - input->correlation) * (1 - 1.0 / samples)));
    add_sites(walk, layers, prediction);
    if (const std::size_t known = layers.size(); known < plan.layers.size())
        prediction.remark = walk.law(known).covered
            ? tr("the scales γ of layer %1 differ between units, which mean-field theory does not cover", known + 1)
            : tr("the weights of layer %1 do not have mean 0, which mean-field theory does not cover", known + 1);
    else if (experiment.measure.gradient)
        add_gradients(plan, walk, layers, prediction);
    if (!over_batch && experiment.measure.correlation)
        add_pairs(walk, layers, experiment, input->mean_square, prediction);
    return prediction;
}

}   // namespace stepzero
