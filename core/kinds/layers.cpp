// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/layers.h"

#include <cmath>

#include "core/base/words/words.h"
#include "core/modules/pairs.h"
#include "core/modules/precision.h"
#include "core/modules/token_network.h"
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
