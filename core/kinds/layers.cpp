// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/layers.h"

#include <cmath>

#include "core/modules/precision.h"
#include "core/theory/rounding_theory.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

const char *const preactivation = "preactivation", *const output = "activation_output", *const pooled_output = "pooled";

SitePrediction preactivation_of(const LayerPrediction& p)
{
    SitePrediction site {.role = preactivation};
    site.set(
        Quantity::rms, {p.preactivation_rms, p.log10_preactivation_rms, p.preactivation_spread, p.preactivation_shift});
    if (p.gradient_rms)
        site.set(Quantity::gradient_rms, {*p.gradient_rms, p.log10_gradient_rms, p.gradient_spread, p.gradient_shift});
    site.set(Quantity::weight_variance, {p.variances.weight});
    site.set(Quantity::bias_variance, {p.variances.bias});
    site.set(Quantity::weight_std, {p.weight_std});
    site.set(Quantity::chi, {p.chi});
    if (p.decorrelation)
        site.set(Quantity::decorrelation, {.value = *p.decorrelation, .spread = p.decorrelation_spread});
    return site;
}

SitePrediction output_of(const LayerPrediction& p)
{
    SitePrediction site {.role = output};
    site.set(Quantity::mean, {.value = p.activation_mean, .spread = p.activation_mean_spread});
    site.set(
        Quantity::std, {.value = p.activation_std, .log10 = p.log10_activation_std, .spread = p.activation_std_spread});
    site.set(Quantity::rms, {p.activation_rms, p.log10_activation_rms, p.activation_spread, p.activation_shift});
    site.set(Quantity::zero_fraction, {p.zero_fraction});
    site.set(Quantity::saturated_fraction, {p.saturated_fraction});
    return site;
}

/// Where the experiment asks for a precision.
void add_rounding(const Experiment& experiment, const NetworkPlan& plan, const DensePrediction& dense, double input_rms,
    Prediction& all)
{
    const PrecisionInfo& info = precision_info(experiment.measure);
    if (info.forward == FloatFormat::float32)
        return;
    std::vector<ActivationFunction> phi;
    phi.reserve(plan.layers.size());
    std::vector<RoundedLayer> layers;
    for (std::size_t l = 0; l < dense.layers.size() && dense.layers[l]; ++l) {
        const LayerPrediction& p = *dense.layers[l];
        const LayerPlan& layer = plan.layers[l];
        layers.push_back({.weight_variance = p.variances.weight,
            .bias_variance = p.variances.bias,
            .weight_std = p.weight_std,
            .normal_weights = !draw_of(layer.weight, layer.shape(), Role::weight).base->flat,
            .preactivation_rms = p.preactivation_rms,
            .output_rms = p.activation_rms,
            .chi = p.chi,
            .phi = &phi.emplace_back(layer.activation)});
    }
    const auto errors = rounding_errors(input_rms, layers, float_range(info.forward));
    for (std::size_t l = 0; l < errors.size(); ++l)
        if (errors[l])
            all.blocks[l + 1].at(output).set(Quantity::rounding_error, {.value = *errors[l]});
}

std::vector<SitePrediction> sites_of(const LayerPrediction& p)
{
    std::vector<SitePrediction> sites {preactivation_of(p), output_of(p)};
    if (p.pooled_rms) {
        sites.push_back({.role = pooled_output});
        sites.back().set(Quantity::rms, {*p.pooled_rms, p.log10_pooled_rms});
    }
    return sites;
}

/// Of samples of unlike lengths, whose sizes the law has and no more: means and shares stay where symmetry gives them.
void keep_sizes(std::vector<SitePrediction>& sites)
{
    std::erase_if(sites.at(1).numbers, [](const auto& number) {
        const auto& [quantity, predicted] = number;
        return quantity == Quantity::std || (quantity == Quantity::mean && predicted.value != 0)
            || (quantity == Quantity::saturated_fraction && predicted.value != 0)
            || (quantity == Quantity::zero_fraction && predicted.value != 0 && predicted.value != 0.5);
    });
}

}   // namespace

std::string kernel_problem(const Initializer& initializer, Shape shape, int groups)
{
    const auto problem = find_scheme(initializer.scheme)->problem;
    return problem ? problem(completed(initializer).parameters, shape, groups) : "";
}

NetworkPlan plan_of_layers(const NetworkKind& kind, const Network& network)
{
    NetworkPlan plan;
    plan.network = network;
    plan.kind = &kind;
    plan.layers = expand(network);
    plan.blocks.reserve(plan.layers.size());
    const bool shared = option_flag(network, "shared");
    for (const LayerPlan& layer : plan.layers) {
        const int owner = shared ? 1 : layer.layer;
        const std::string name = "layers." + std::to_string(owner);
        const Shape shape = layer.shape();
        const auto stream = std::uint32_t(owner);
        plan.blocks.push_back({.block = layer.layer,
            .features_in = layer.inputs(),
            .features_out = layer.units(),
            .positions_in = layer.window.positions_in(),
            .positions_out = layer.positions_out(),
            .activation = layer.activation,
            .parameters
            = {{name + ".weight", "weight", layer.layer, shape, layer.weight, Role::weight, 1, stream, layer.window},
                {name + ".bias", "weight", layer.layer, shape, layer.bias, Role::bias, 1, stream}}});
    }
    plan.reading = {.preactivation = preactivation,
        .output = output,
        .gradient = preactivation,
        .weight = "weight",
        .start = "input"};
    return plan;
}

std::string kernel_sizes(double kernel, double side, bool square)
{
    const auto sides
        = [square](double size) { return square ? number_text(size) + " × " + number_text(size) : number_text(size); };
    return sides(kernel) + " on " + sides(side);
}

double rms_of(const Signal& signal)
{
    const Moments& m = signal.moments;
    return std::sqrt(m.m2 / m.count + m.mean * m.mean) * power_of_two(signal.exponent);
}

Prediction predict_layers(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context&)
{
    if (option_flag(plan.network, "shared"))
        return {.reading = plan.reading,
            .blocks = std::vector<BlockPrediction>(plan.layers.size() + 1),
            .remark = "no theory for layers that share one matrix: it takes them as independent"};
    Experiment taken = experiment;
    taken.input.samples = extent.samples;   // a batch scatters less the larger it is
    DensePrediction dense = stepzero::predict(plan.layers, taken, known);
    Prediction all {.reading = plan.reading,
        .blocks = std::vector<BlockPrediction>(plan.layers.size() + 1),
        .fixed_point = dense.fixed_point,
        .remark = std::move(dense.remark)};
    const std::optional<InputMoments> input = known ? known : input_moments(experiment);
    if (input)
        all.blocks.front()
            .at(plan.reading.start)
            .set(Quantity::rms, predicted_size(std::log10(input->mean_square) / 2));
    for (std::size_t l = 0; l < dense.layers.size(); ++l)
        if (const auto& layer = dense.layers[l]) {
            all.blocks[l + 1].sites = sites_of(*layer);
            if (input->alike)
                keep_sizes(all.blocks[l + 1].sites);
        }
    if (input)
        add_rounding(experiment, plan, dense, std::sqrt(input->mean_square), all);
    return all;
}

}   // namespace stepzero
