// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/layers.h"

#include <cmath>

#include "core/base/words/words.h"
#include "core/modules/normed_layers.h"
#include "core/modules/pairs.h"
#include "core/modules/precision.h"
#include "core/modules/token_network.h"
#include "core/network/experiment/overrides.h"
#include "core/network/init/typed_law.h"
#include "core/network/input/input.h"
#include "core/theory/layer_theory.h"
#include "core/theory/rounding_theory.h"

namespace stepzero {

namespace {

/// Adds the predicted rounding errors when the experiment asks for a precision.
void add_rounding(const Experiment& experiment, const NetworkPlan& plan, double input_rms, Prediction& prediction)
{
    const PrecisionInfo& info = precision_info(experiment.measure);
    if (info.forward == FloatFormat::float32)
        return;
    std::vector<ActivationFunction> phi;
    phi.reserve(plan.layers.size());
    std::vector<RoundedLayer> layers;
    for (int block = 1; block <= plan.depth() && prediction.covers(block); ++block) {
        const LayerPlan& layer = plan.layers[std::size_t(block - 1)];
        const auto at_z = [&](Quantity quantity) { return prediction.preactivation(block, quantity)->value; };
        layers.push_back({.weight_variance = at_z(Quantity::weight_variance),
            .bias_variance = at_z(Quantity::bias_variance),
            .weight_std = at_z(Quantity::weight_std),
            .normal_weights = !draw_of(layer.weight, layer.shape(), Role::weight).base->flat,
            .preactivation_rms = at_z(Quantity::rms),
            .output_rms = prediction.output(block, Quantity::rms)->value,
            .chi = at_z(Quantity::chi),
            .phi = &phi.emplace_back(layer.activation)});
    }
    const auto errors = rounding_errors(input_rms, layers, float_range(info.forward));
    for (std::size_t l = 0; l < errors.size(); ++l)
        if (errors[l])
            prediction.blocks[l + 1].at(plan.reading.output).set(Quantity::rounding_error, {.value = *errors[l]});
}

/// For samples of different lengths, theory is only valid for sizes. Means and fractions are kept where symmetry
/// determines them.
void keep_sizes(SitePrediction& output)
{
    std::erase_if(output.numbers, [](const auto& number) {
        const auto& [quantity, predicted] = number;
        return quantity == Quantity::std || (quantity == Quantity::mean && predicted.value != 0)
            || (quantity == Quantity::saturated_fraction && predicted.value != 0)
            || (quantity == Quantity::zero_fraction && predicted.value != 0 && predicted.value != 0.5);
    });
}

}   // namespace

Text kernel_problem(const Initializer& initializer, Shape shape, int groups)
{
    const auto problem = find_scheme(initializer.scheme)->problem;
    return problem ? problem(completed(initializer).parameters, shape, groups) : Text();
}

namespace {

/// The scale of W has no effect when no bias is added to W x, or when BatchNorm subtracts the bias.
bool is_scale_of_weights_free(UnitNorm norm, const ParameterPlan& bias)
{
    const Law law = law_of(draw_of(bias), bias.shape, bias.kind);
    return norm == UnitNorm::batch || (norm == UnitNorm::layer && law.variance == 0);
}

/// Adds the scales of the layers' norms to a plan of layers.
void add_norm_scales(NetworkPlan& plan)
{
    plan.roles = roles_of(plan.network);
    constexpr std::uint32_t scales = 1 << 20;   // after the streams of biases
    const NumberVariables variables = law_variables_of(plan.network);
    for (BlockPlan& block : plan.blocks) {
        const UnitNorm norm = plan.layers[std::size_t(block.block - 1)].norm;
        if (norm == UnitNorm::none)
            continue;
        block.parameters.front().scale_free = is_scale_of_weights_free(norm, block.parameters.back());
        ParameterPlan scale {.name = "norms." + std::to_string(block.block) + ".weight",
            .role = norm_of_layer,
            .block = block.block,
            .shape = {block.features_out, block.features_out},
            .initializer = initializer_of(plan.network, role_of_norms, Role::bias),
            .kind = Role::bias,
            .stream = scales + std::uint32_t(block.block)};
        evaluate(scale, variables);
        block.parameters.push_back(std::move(scale));
    }
}

}   // namespace

bool has_unit_norm(const Network& network) { return unit_norms(network) != std::set {UnitNorm::none}; }

bool normalizes_batch(const Network& network) { return unit_norms(network).contains(UnitNorm::batch); }

std::optional<BlockNorms> unit_norms_structure(const Network& network)
{
    if (!has_unit_norm(network))
        return std::nullopt;
    return BlockNorms {.epsilon = unit_norm_epsilon,
        .over_batch = normalizes_batch(network),
        .of_channels = true,
        .scale = role_of_norms};
}

RoleInfo unit_norm_scale() { return {role_of_norms, tr("norm scale"), Role::bias, true, has_unit_norm, {}, {}}; }

void offer_without_unit_norms(OfferList& offers)
{
    Experiment bare = with_option(offers.now(), "norm", std::string("none"));
    bare.network.roles.clear();
    for (LayerOverride& override : bare.network.overrides)
        override.norm.reset();
    remove_empty_overrides(bare.network);
    offers.add(tr("Remove the norms"), std::move(bare));
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
        const auto parameter = [&](const char* ending, Role role) {
            const bool weight = role == Role::weight;
            return ParameterPlan {.name = name + ending,
                .role = "weight",
                .block = layer.layer,
                .shape = weight ? layer.shape() : layer.bias_shape(),
                .initializer = weight ? layer.weight : layer.bias,
                .kind = role,
                .stream = std::uint32_t(owner),
                .window = weight ? layer.window : Window {},
                .typed = weight ? layer.typed_weight : layer.typed_bias};
        };
        BlockPlan& block = plan.blocks.emplace_back(BlockPlan {.block = layer.layer,
            .features_in = layer.inputs(),
            .features_out = layer.units(),
            .positions_in = layer.window.positions_in(),
            .positions_out = layer.positions_out(),
            .activation = layer.activation,
            .parameters = {}});
        block.parameters.reserve(2);   // a list of both would copy them
        block.parameters.push_back(parameter(".weight", Role::weight));
        block.parameters.push_back(parameter(".bias", Role::bias));
    }
    plan.reading = {.preactivation = "preactivation",
        .output = "activation_output",
        .gradient = "preactivation",
        .weight = "weight",
        .start = "input"};
    if (has_unit_norm(network))
        add_norm_scales(plan);
    return plan;
}

Text kernel_sizes(double kernel, double side, bool square)
{
    const auto sides
        = [square](double size) { return square ? number_text(size) + " × " + number_text(size) : number_text(size); };
    return tr("%1 on %2", sides(kernel), sides(side));
}

double rms_of(const Signal& signal)
{
    const Moments& m = signal.moments;
    return std::sqrt(m.m2 / m.count + m.mean * m.mean) * power_of_two(signal.exponent);
}

Signal input_signal(Tensor batch, const NetworkPlan& plan, const Context& context)
{
    const BlockPlan& first = plan.blocks.front();
    return make_signal(
        by_position(std::move(batch), first.features_in, first.positions_in), 0, first.positions_in, context);
}

double pass_whole_batch(
    Module& network, const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const Context& context = pass.context;
    const BlockPlan& last = plan.blocks.back();
    Signal cotangent;
    if (pass.backward)
        cotangent = make_signal(by_position(draw_cotangent(experiment, replica, extent.samples, context),
                                    last.features_out, last.positions_out),
            0, last.positions_out, context);
    Signal input = input_signal(draw_input(experiment, replica, extent.samples, context), plan, context);
    const double rms = rms_of(input);
    propagate(network, std::move(input), std::move(cotangent), pass);
    return rms;
}

void follow_pairs(Module& network, const Experiment& experiment, const NetworkPlan& plan, int replica, double rms,
    const Pass& of_input)
{
    if (normalizes_batch(plan.network))
        return;
    Tensor pairs = draw_pairs(experiment, replica);
    if (pairs.cols() == 0 || !(rms > 0))
        return;
    PairRecorder seen(plan.reading.preactivation);
    const Context& context = of_input.context;
    Pass pass {.context = context, .parameters = of_input.parameters, .recorder = seen, .backward = false};
    propagate(network, scaled(input_signal(std::move(pairs), plan, context), rms, context), Signal {}, pass);
    const auto& lost = of_input.lost;
    for (const auto& [layer, decorrelation] : seen.decorrelations())
        if (!lost || lost->gradient || layer < lost->site.block)
            of_input.recorder.number({layer, plan.reading.preactivation}, Quantity::decorrelation, decorrelation);
}

void set_input_rms(const InputMoments& input, Prediction& prediction)
{
    prediction.blocks.front()
        .at(prediction.reading.start)
        .set(Quantity::rms, predicted_size(std::log(input.mean_square) / 2));
}

Prediction predict_layers(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context&)
{
    if (option_flag(plan.network, "shared"))
        return silent_prediction(plan, tr("no theory for layers that share one matrix: it assumes independent layers"));
    Experiment taken = experiment;
    taken.input.samples = extent.samples;   // a larger batch has less scatter
    Prediction prediction = predict_layers(plan, taken, known);
    const std::optional<InputMoments> input = known ? known : input_moments(experiment);
    if (!input)
        return prediction;
    set_input_rms(*input, prediction);
    if (input->alike)
        for (int block = 1; block <= plan.depth() && prediction.covers(block); ++block)
            keep_sizes(prediction.blocks[std::size_t(block)].at(plan.reading.output));
    add_rounding(experiment, plan, std::sqrt(input->mean_square), prediction);
    return prediction;
}

}   // namespace stepzero
