// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/layers.h"

#include <limits>

namespace stepzero {

namespace {

const char *const preactivation = "preactivation", *const output = "activation_output";

/// Layers behind it have their weights all the same.
void name_lost_signal(const NotFinite& lost, const NetworkPlan& plan, const ParameterSource& parameters,
    const Context& context, Seen& seen)
{
    seen.remarks.push_back({lost.site.block,
        std::string("the signal ") + (lost.below ? "underflows" : "overflows") + " at layer "
            + std::to_string(lost.site.block) + ": it is beyond ten to the " + (lost.below ? "minus " : "")
            + "300000, and layers after it are not followed"});
    if (!lost.gradient)
        for (BlockRecord& block : seen.record)
            for (SiteRecord& site : block.sites)
                site.gradient.reset();
    Distribution nothing;
    if (!lost.below)
        nothing.mean = nothing.std = nothing.rms = nothing.min = nothing.max = std::numeric_limits<double>::infinity();
    for (const char* const role : {preactivation, output})
        if (SiteRecord& site = seen.record[std::size_t(lost.site.block)].at(role); !site.value)
            site.value = nothing;
    for (int layer = lost.site.block + 1; layer <= plan.depth(); ++layer) {
        const ParameterPlan& weight = *plan.block(layer).find("weight");
        BlockRecord& record = seen.record[std::size_t(layer)];
        if (!record.weight(weight.role))   // an earlier part of the batch may have come farther
            record.weights.emplace_back(weight.role, parameters.matrix(weight, context).distribution());
        for (const char* const role : {preactivation, output})
            record.at(role).value = nothing;
    }
}

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

}   // namespace

std::string kernel_problem(const Initializer& initializer, Shape shape, int groups)
{
    const int units = shape.rows(), inputs = shape.columns() / shape.receptive() * groups;
    const auto text = [](int number) { return std::to_string(number); };
    if (initializer.scheme == "delta_orthogonal" && inputs > units)
        return "delta_orthogonal needs at least as many channels behind as before, and they go from " + text(inputs)
            + " to " + text(units);
    if (initializer.scheme == "delta_orthogonal" && groups > 1)
        return "delta_orthogonal needs groups to be 1, and they are " + text(groups);
    if (const Draw draw = draw_of(initializer, shape, Role::weight);
        draw.base == Base::identity && units % draw.groups != 0)
        return "groups must divide the channels, and " + text(draw.groups) + " does not divide the " + text(units);
    return {};
}

NetworkPlan plan_of_layers(const NetworkKind& kind, const Network& network)
{
    NetworkPlan plan;
    plan.network = network;
    plan.kind = &kind;
    plan.layers = expand(network);
    plan.blocks.reserve(plan.layers.size());
    for (const LayerPlan& layer : plan.layers) {
        const std::string name = "layers." + std::to_string(layer.layer);
        const Shape shape = layer.shape();
        const auto stream = std::uint32_t(layer.layer);
        plan.blocks.push_back({.block = layer.layer,
            .features_in = layer.inputs(),
            .features_out = layer.units(),
            .positions_in = layer.window.positions_in(),
            .positions_out = layer.window.positions_out(),
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

Seen seen_of_layers(
    DistributionRecorder& recorder, const NetworkPlan& plan, const ParameterSource& parameters, const Context& context)
{
    Seen seen {recorder.record(), {}, {}};
    if (const Distribution* found = seen.record.front().value(plan.reading.start))
        seen.input = *found;
    if (const auto& lost = recorder.lost())
        name_lost_signal(*lost, plan, parameters, context, seen);
    for (int layer = plan.depth(); layer >= 1; --layer)
        if (const Distribution* d = seen.record[std::size_t(layer)].gradient(preactivation); d && d->rms == 0) {
            seen.remarks.push_back(
                {layer, "the gradient is exactly zero at layer " + std::to_string(layer) + " and below"});
            break;
        }
    return seen;
}

Prediction predict_layers(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context&)
{
    Experiment taken = experiment;
    taken.input.samples = extent.samples;   // a batch scatters less the larger it is
    DensePrediction dense = stepzero::predict(plan.layers, taken, known);
    Prediction all {.reading = plan.reading,
        .blocks = std::vector<BlockPrediction>(plan.layers.size() + 1),
        .fixed_point = dense.fixed_point,
        .remark = std::move(dense.remark)};
    if (const auto input = known ? known : input_moments(experiment.input))
        all.blocks.front()
            .at(plan.reading.start)
            .set(Quantity::rms, predicted_size(std::log10(input->mean_square) / 2));
    for (std::size_t l = 0; l < dense.layers.size(); ++l)
        if (const auto& layer = dense.layers[l])
            all.blocks[l + 1].sites = {preactivation_of(*layer), output_of(*layer)};
    return all;
}

}   // namespace stepzero
