// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/stream.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/words/nan.h"
#include "core/base/words/words.h"
#include "core/kinds/option_names.h"
#include "core/modules/gated.h"
#include "core/modules/modulation.h"
#include "core/modules/module.h"
#include "core/theory/log_sum.h"
#include "core/theory/residual_theory.h"

namespace stepzero {

namespace {

/// The map W x + b of the role that enters the activation, which reads the stream or its norm. Computes the logarithm
/// of its mean square from that of the stream.
class Inner {
public:
    /// `condition` is the mean square of an activated condition, for modulation.
    Inner(const NetworkPlan& plan, const BlockPlan& block, double condition)
    {
        const std::string& role = plan.reading.preactivation;
        if (const ParameterPlan* weight = block.find(role))
            weight_ = weight->shape.fan_in * square(law_of(draw_of(*weight), weight->shape, weight->kind));
        if (const ParameterPlan* bias = block.find(role, Role::bias))
            bias_ = square(law_of(draw_of(*bias), bias->shape, bias->kind));
        const StreamSpec stream = *structure_of(plan.network).stream;
        epsilon_ = stream.epsilon;
        normed_ = norms_before(stream.placement);
        squashed_ = {.kind = stream.norm, .alpha = stream.alpha};
        const ParameterPlan* scale = nullptr;   // the step's own norm, or the one that it shares
        for (auto step = plan.steps.rbegin(); normed_ && !scale && step != plan.steps.rend(); ++step)
            scale = block.find(step->word + "_norm", Role::bias);
        if (scale)
            scale_ = square(law_of(draw_of(*scale), scale->shape, scale->kind));
        const std::string modulation = plan.steps.back().word + "_modulation";
        if (const ParameterPlan* weight = block.find(modulation))
            modulation_
                = weight->shape.fan_in * square(law_of(draw_of(*weight), weight->shape, weight->kind)) * condition;
        if (const ParameterPlan* bias = block.find(modulation, Role::bias))
            modulation_ += square(law_of(draw_of(*bias), bias->shape, bias->kind));
    }

    /// `factor` is the factor of the norm.
    double log_square(double ln_stream_square, double factor) const
    {
        const double ln_x = !normed_ ? ln_stream_square
            : squashed_.kind == NormKind::dyt
            ? std::log(scale_) + norm_step(squashed_, {ln_stream_square, 0}).output.log_square
            : ln_stream_square == -infinity ? -infinity
                                            : std::log(scale_) - std::log1p(epsilon_ * std::exp(-ln_stream_square));
        double ln_z = std::log(weight_) + ln_x + 2 * std::log(factor);
        if (modulation_ > 0)
            ln_z = log_sum(ln_z + std::log1p(modulation_), std::log(weight_ * modulation_));
        return log_sum(ln_z, std::log(bias_));
    }

private:
    static double square(const Law& law) { return law.variance + law.mean * law.mean; }

    double weight_ = 0, bias_ = 0, scale_ = 0, epsilon_ = 0;
    double modulation_ = 0;   // mean square of a shift, and of a scale
    bool normed_ = false;
    NormLaw squashed_;
};

StreamsSpec streams_of(const Network& network)
{
    if (!has_option(network, "streams"))
        return {};
    return {whole_option(network, "streams"), option_value(network, "stream_mixing", mixing_names),
        option(network, "mixing_std")};
}

/// Calls give(block, role of the stream's site, quantity, gain) for each step.
template <class Give>
void for_gains(const NetworkPlan& plan, const std::vector<Connections>& steps, const Give& give)
{
    const std::vector<MixingGains> gains = mixing_gains(steps);
    for (std::size_t i = 0; i < gains.size(); ++i) {
        const int block = int(i / plan.steps.size()) + 1;
        const std::string site = plan.steps[i % plan.steps.size()].word + "_stream";
        for (const auto& [quantity, gain] : {std::pair(Quantity::forward_gain_log10, &MixingGains::forward),
                 {Quantity::backward_gain_log10, &MixingGains::backward},
                 {Quantity::forward_gain_to_end_log10, &MixingGains::forward_to_end},
                 {Quantity::backward_gain_to_end_log10, &MixingGains::backward_to_end}})
            give(block, site, quantity, gains[i].*gain);
    }
}

}   // namespace

std::vector<ParameterInfo> stream_options(const std::string& norm, const std::string& scaling)
{
    std::vector<std::string> schemes;
    std::vector<Text> labels;
    for (const ResidualScheme& scheme : residual_schemes()) {
        schemes.push_back(scheme.name);
        labels.push_back(scheme.label);
    }
    return {
        {.name = "norm",
            .label = tr("norm"),
            .default_value = norm,
            .choices = names_of(norm_names),
            .choice_labels = {tr("none"), Text::name("LayerNorm"), Text::name("RMSNorm"), Text::name("DyT")},
            .main = true},
        main_option(one_of("norm_placement", tr("placement"), placement_names,
            {tr("pre-norm"), tr("post-norm"), tr("sandwich"), tr("reordered"), tr("normalized")})),
        {.name = "norm_epsilon", .label = tr("norm ε"), .default_value = 1e-5, .low = 1e-30, .high = 1},
        {.name = "dyt_alpha", .label = Text::name("DyT α"), .default_value = 0.5, .low = 1e-6, .high = 1e3},
        {.name = "residual_scaling",
            .label = tr("scaling"),
            .default_value = scaling,
            .choices = schemes,
            .choice_labels = labels,
            .main = true},
        {.name = "skip", .label = tr("skip s"), .default_value = 1.0, .low = -1e3, .high = 1e3},
        {.name = "branch", .label = tr("branch α"), .default_value = 1.0, .low = -1e3, .high = 1e3, .main = true},
        {.name = "streams", .label = tr("streams"), .default_value = 1.0, .low = 1, .high = 16, .integer = true},
        one_of("stream_mixing", Text::name("H_res"), mixing_names,
            {tr("identity + noise"), tr("noise"), tr("doubly stochastic")}),
        {.name = "mixing_std", .label = tr("H_res noise σ"), .default_value = 0.0, .low = 0, .high = 30},
    };
}

StreamSpec stream_spec(const Network& network, int branches_per_block, int layers_per_branch)
{
    StreamSpec s;
    s.placement = Placement::none;
    if (has_option(network, "norm_placement"))   // else the norms are not those of a stream
        if (const auto norm = option_value(network, "norm", norm_names)) {
            s.norm = *norm;
            s.placement = option_value(network, "norm_placement", placement_names);
        }
    s.epsilon = option(network, "norm_epsilon");
    if (s.norm == NormKind::dyt)
        s.alpha = option(network, "dyt_alpha");
    s.scheme = find_residual_scheme(option_word(network, "residual_scaling"));
    s.scaling = s.scheme->rule({network.depth, branches_per_block, layers_per_branch});
    s.skip = s.scaling.skip * option(network, "skip");
    s.branch = s.scaling.branch * option(network, "branch");
    s.streams = streams_of(network);
    return s;
}

NetworkStructure stream_structure(const Network& network, const StreamSpec& stream)
{
    NetworkStructure s {.stream = stream, .biases = option_flag(network, "biases")};
    if (option_chosen(network, "norm"))
        s.norms = BlockNorms {.epsilon = stream.norm == NormKind::dyt ? 0 : stream.epsilon,
            .read_stream = norms_before(stream.placement),
            .hold_stream = norms_sum(stream.placement)};
    return s;
}

void check_streams(const Network& network, std::vector<Problem>& problems)
{
    if (streams_of(network).count == 1)
        return;
    const bool held = norms_hold_stream(network);
    const std::string streams = number_text(option(network, "streams"));
    if (held)
        problems.push_back({"network.streams", tr("must be 1 with a norm after the sum, got %1", streams)});
    else if (option_chosen(network, "parallel"))
        problems.push_back({"network.streams", tr("must be 1 with parallel branches, got %1", streams)});
}

Network with_fitting_streams(const Network& changed, const Network& before)
{
    Network network = changed;
    if (streams_of(changed).count == 1 || (!norms_hold_stream(changed) && !option_chosen(changed, "parallel")))
        return network;
    if (option(changed, "streams") == option(before, "streams")) {
        network.options["streams"] = 1.0;
        return network;
    }
    if (norms_hold_stream(changed))
        network.options["norm_placement"] = std::string("pre");
    if (option_chosen(changed, "parallel"))
        network.options["parallel"] = std::string("none");
    return network;
}

std::vector<Connections> connections_of(
    const NetworkPlan& plan, const ParameterSource& parameters, const Context& context)
{
    std::vector<Connections> all;
    const StreamsSpec streams = streams_of(plan.network);
    if (streams.count == 1)
        return all;
    for (const BlockPlan& block : plan.blocks)
        for (const StepInfo& step : plan.steps)
            all.push_back(drawn(connections(streams, int(all.size()),
                                    [&](const char* what, int, const Initializer&) {
                                        return *block.find(step.word + "_" + what, Role::bias);
                                    }),
                parameters, context));
    return all;
}

std::optional<std::vector<Connections>> connections_of(
    const Experiment& experiment, const NetworkPlan& plan, const Context& context)
{
    if (experiment.replicas > 1 && !plan.given && streams_of(plan.network).by_chance())
        return std::nullopt;
    NoiseCache none(0);   // vectors are not cached
    return connections_of(plan, NetworkParameters(plan, experiment.seed, 0, none), context);
}

void tell_gains(const NetworkPlan& plan, const Pass& pass)
{
    for_gains(plan, connections_of(plan, pass.parameters, pass.context),
        [&](int block, const std::string& site, Quantity quantity, double gain) {
            pass.recorder.number({block, site}, quantity, gain);
        });
}

void add_gains(Prediction& prediction, const std::vector<Connections>& steps, const NetworkPlan& plan)
{
    for_gains(plan, steps, [&](int block, const std::string& site, Quantity quantity, double gain) {
        if (prediction.covers(block))
            prediction.blocks[std::size_t(block)].at(site).set(quantity, {gain});
    });
}

std::map<std::string, RoleInitializer> norm_scales(
    const Network& network, std::initializer_list<std::pair<const char*, const char*>> roles)
{
    std::map<std::string, RoleInitializer> scales;
    for (const auto& [norm, role] : roles)
        if (const auto own = network.roles.find(role); own != network.roles.end())
            scales[norm] = {own->second, 1};
    return scales;
}

Activation block_activation(const Network& network)
{
    return has_gate(network) ? gate_activation(network.activation.name) : network.activation;
}

bool has_gate(const Network& network) { return is_gated(network.activation); }

NetworkPlan stream_plan(const NetworkKind& kind, const Network& network, std::vector<ParameterPlan> parameters,
    const std::string& preactivation, const std::string& start)
{
    NetworkPlan plan;
    plan.network = network;
    plan.kind = &kind;
    plan.roles = roles_of(network);
    plan.steps = kind.steps;
    if (kind.has_tokens())
        plan.outputs = structure_of(network).softmax->outcomes;
    plan.blocks.resize(std::size_t(network.depth));
    for (int block = 1; block <= network.depth; ++block) {
        BlockPlan& b = plan.blocks[std::size_t(block - 1)];
        b.block = block;
        b.features_in = b.features_out = network.width;
        b.activation = network.activation;
    }
    // Parameters that blocks share come before them.
    const auto last = std::ranges::find_if(
        parameters.rbegin(), parameters.rend(), [](const ParameterPlan& parameter) { return parameter.block > 0; });
    const auto end = parameters.size() - std::size_t(last - parameters.rbegin());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        ParameterPlan& parameter = parameters[i];
        auto& place = parameter.block > 0 ? plan.blocks.at(std::size_t(parameter.block - 1)).parameters
            : i < end || end == 0         ? plan.before
                                          : plan.after;
        place.push_back(std::move(parameter));
    }
    const std::string stream = plan.steps.back().word + "_stream";
    plan.reading = {.preactivation = preactivation, .output = stream, .gradient = stream, .weight = {}, .start = start};
    for (const RoleInfo& role : plan.roles)
        if (role.in_blocks && role.kind == Role::weight)
            plan.reading.weight = role.name;
    return plan;
}

StreamSites stream_sites(const NetworkPlan& plan, int samples)
{
    const std::size_t count = laws_differ_by_block(plan.network) ? plan.blocks.size() : 1;
    const bool modulated = structure_of(plan.network).modulated;
    const double condition = modulated ? condition_moments(plan.network.width, samples).square : 0;
    std::vector<Inner> inner;   // one for all blocks, or one per block
    for (std::size_t b = 0; b < count; ++b)
        inner.emplace_back(plan, plan.blocks[b], condition);
    return {.reading = plan.reading,
        .preactivation = [inner = std::move(inner)](int block, double log_read, double norm_factor) {
            return inner[std::min(std::size_t(block), inner.size()) - 1].log_square(log_read, norm_factor);
        }};
}

}   // namespace stepzero
