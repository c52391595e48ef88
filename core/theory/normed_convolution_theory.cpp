// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/normed_convolution_theory.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/modules/normed_layers.h"
#include "core/theory/image_field.h"
#include "core/theory/layer_outputs.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

/// Fewest numbers per channel of a batch: terms of order 1/N are then below 13% of a gradient's square.
constexpr double fewest_per_channel = 16;
/// Largest standard deviation of γ relative to its mean. Channels are treated as if all had its mean square.
constexpr double most_of_scales = 0.05;

/// The numbers per channel that a norm treats together.
double numbers_per_channel(const LayerPlan& layer, int samples)
{
    return double(samples) * layer.window.positions_out();
}

/// Returns why a layer is not covered; usually empty.
Text problem_of_layer(const NetworkPlan& plan, std::size_t l, const LayerLaw& law, int samples)
{
    const LayerPlan& layer = plan.layers[l];
    if (l > 0 && plan.layers[l - 1].pooling != Pooling::none)
        return tr("no theory after the pooling of layer %1: the variance that a norm divides by depends on the "
                  "correlation of positions",
            layer.layer - 1);
    if (!law.covered)
        return tr("the weights of layer %1 do not have mean 0, which mean-field theory does not cover", layer.layer);
    if (law.one_tap && layer.window.receptive() > 1)
        return tr("no theory for kernels that are nonzero at one position only");
    if (layer.norm == UnitNorm::none)
        return law.bias_mean == 0 ? Text() : tr("no theory for weights or biases whose mean is not 0");
    if (numbers_per_channel(layer, samples) < fewest_per_channel)
        return tr("no theory for BatchNorm over fewer than %1 numbers per channel", int(fewest_per_channel));
    const ParameterPlan& scale = *plan.blocks[l].find(norm_of_layer, Role::bias);
    const Law scales = law_of(draw_of(scale), scale.shape, scale.kind);
    if (scales.variance > most_of_scales * most_of_scales * scales.mean * scales.mean)
        return tr("the scales γ of layer %1 differ between units, which mean-field theory does not cover", layer.layer);
    return {};
}

/// A layer that theory has passed.
struct PassedLayer {
    LayerOutputs outputs;
    double ln_z = 0;   // ln E[z²]
    std::vector<ImageBackStep> before, unit;   // the convolution with its norm, and φ
    double ln_chi = 0;
    double uncertainty = 0;   // of ln of a gradient's square behind the norm
};

/// Passes a layer, and moves the moments from its input to its output.
PassedLayer pass_layer(const NetworkPlan& plan, std::size_t l, LayerLaw law, int samples, ImageField& x)
{
    const LayerPlan& layer = plan.layers[l];
    const bool normed = layer.norm != UnitNorm::none;
    const double reach = double(layer.units()) / layer.window.groups * layer.window.receptive();
    PassedLayer now;
    ImageField z = through(x,
        ConvolutionLaw {.window = layer.window,
            .weight = law.variances.weight,
            .bias = normed ? 0 : law.variances.bias,
            .units_per_input = reach / layer.terms()},
        now.before);
    now.ln_chi = ln(law.variances.weight);
    if (normed) {
        law.bias_mean = 0;
        const ParameterPlan& scale = *plan.blocks[l].find(norm_of_layer, Role::bias);
        const Law scales = law_of(draw_of(scale), scale.shape, scale.kind);
        z = through(z,
            ImageNormLaw {.over = ImageNormLaw::Over::batch,
                .scale_square = scales.variance + scales.mean * scales.mean,
                .epsilon = unit_norm_epsilon,
                .channels = double(layer.units())},
            now.before);
        now.ln_chi += now.before.back().chi.mean();
        const double read = double(layer.inputs()) / layer.window.groups;
        now.uncertainty
            = (1 - now.before.back().of_epsilon) * std::max(2 / read, 2 / numbers_per_channel(layer, samples));
    }
    now.ln_z = z.q.mean();
    PositionField squares, slopes;
    now.outputs = z.uniform()
        ? outputs_at(law, now.ln_z, followed_moments(law.unit->expectation, now.ln_z, law.bias_mean))
        : outputs_of(law, z.q, squares, slopes);
    now.ln_chi += now.outputs.ln_slope;
    const std::shared_ptr<const GaussianExpectation> phi(
        std::shared_ptr<void>(), &law.unit->expectation);   // not owned
    x = through(z, ImageUnitLaw {phi}, now.unit);
    return now;
}

void add_layer_sites(const LayerLaw& law, const PassedLayer& layer, BlockPrediction& block, const Reading& reading)
{
    SitePrediction z {.role = reading.preactivation}, x {.role = reading.output};
    z.set(Quantity::rms, predicted_size(layer.ln_z / 2));
    z.set(Quantity::weight_variance, {law.variances.weight});
    z.set(Quantity::bias_variance, {law.variances.bias});
    z.set(Quantity::weight_std, {law.weight_std});
    z.set(Quantity::chi, {std::exp(layer.ln_chi)});
    x.set(Quantity::mean, {layer.outputs.mean});
    x.set(Quantity::std, predicted_size(layer.outputs.ln_variance / 2));
    x.set(Quantity::rms, predicted_size(layer.outputs.ln_square / 2));
    x.set(Quantity::zero_fraction, {layer.outputs.zeros});
    x.set(Quantity::saturated_fraction, {layer.outputs.saturated});
    block.sites = {std::move(z), std::move(x)};
}

void add_layer_gradients(const std::vector<PassedLayer>& layers, Prediction& prediction)
{
    PositionField g;   // squares of ∂⟨u, x_L⟩/∂x_l
    double uncertainty = 0;
    for (std::size_t l = layers.size(); l-- > 0;) {
        g = go_back_through(layers[l].unit, std::move(g));
        prediction.blocks[l + 1]
            .at(prediction.reading.gradient)
            .set(Quantity::gradient_rms, predicted_size(g.mean() / 2, uncertainty / 2));
        g = go_back_through(layers[l].before, std::move(g));
        uncertainty += layers[l].uncertainty;
    }
}

}   // namespace

Prediction predict_normed_convolutions(
    const NetworkPlan& plan, const Experiment& experiment, const std::optional<InputMoments>& known_input)
{
    const std::optional<InputMoments> input = known_input ? known_input : input_moments(experiment);
    if (!input)
        return silent_prediction(plan, tr("the input comes from a file whose mean square is not known"));
    if (!experiment.input.file.empty())
        return silent_prediction(
            plan, tr("no theory for BatchNorm of an input from a file: its variance over the batch is not known"));
    if (input->alike)
        return silent_prediction(plan, tr("no theory for BatchNorm of samples that differ in length"));
    Prediction prediction = silent_prediction(plan);
    const LayerLaws laws(plan.layers);
    ImageField x {PositionField(ln(input->mean_square)), {std::sqrt(input->correlation)}, {input->correlation}};
    std::vector<PassedLayer> layers;
    for (std::size_t l = 0; l < laws.size(); ++l) {
        prediction.remark = problem_of_layer(plan, l, laws[l], experiment.input.samples);
        if (!prediction.remark.empty())
            return prediction;
        layers.push_back(pass_layer(plan, l, laws[l], experiment.input.samples, x));
        add_layer_sites(laws[l], layers.back(), prediction.blocks[l + 1], plan.reading);
    }
    if (experiment.measure.gradient && plan.layers.back().pooling == Pooling::none)
        add_layer_gradients(layers, prediction);
    return prediction;
}

}   // namespace stepzero
