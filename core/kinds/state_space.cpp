// SPDX-License-Identifier: GPL-3.0-or-later
// State-space networks, as in Mamba (Gu, Dao 2023): tokens → embedding → blocks of one mixer each → final norm → head.
// The gradient is that of the summed cross-entropy of the next tokens. The defaults are those of state-spaces/mamba,
// mamba_simple.py and mixer_seq_simple.py.
#include "core/kinds/state_space.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/kinds/comparisons/groups.h"
#include "core/kinds/offers/tokens.h"
#include "core/kinds/stream.h"
#include "core/kinds/tokens.h"
#include "core/network/input/distributions.h"
#include "core/theory/state_space_theory.h"

namespace stepzero {

namespace {

/// Returns the rank of Δ. The option 0 stands for Mamba's default ⌈width/16⌉.
int dt_rank(const Network& network)
{
    const int given = whole_option(network, "dt_rank");
    return given == 0 ? (network.width + 15) / 16 : given;
}

bool has_head(const Network& network) { return !option_flag(network, "tied"); }
bool has_final_norm(const Network& network) { return option_flag(network, "final_norm"); }
bool has_norm(const Network& network) { return option_chosen(network, "norm") || has_final_norm(network); }

NetworkPlan plan(const Network& network)
{
    auto spec = std::make_shared<const StateSpaceSpec>(state_space_spec(network));
    NetworkPlan plan
        = stream_plan(state_space_kind(), network, state_space_network(*spec).parameters(), "conv1d", "embedding");
    plan.spec = std::move(spec);
    return plan;
}

NetworkStructure structure(const Network& network)
{
    NetworkStructure s = stream_structure(network, stream_spec(network, 1, 2));
    s.softmax
        = SoftmaxStructure {.outcomes = whole_option(network, "vocabulary"), .tied = option_flag(network, "tied")};
    s.convolution_taps = whole_option(network, "d_conv");
    return s;
}

void pass_batch(const NetworkPlan& plan, const Batch& batch, const OutputGradient&, Pass& pass)
{
    state_space_network(spec_of<StateSpaceSpec>(plan)).run(batch.tokens, batch.length, batch.targets, pass);
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const int vocabulary = spec_of<StateSpaceSpec>(plan).vocabulary;
    pass_batch(plan, draw_tokens(experiment, vocabulary, replica, extent), {}, pass);
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>&, const Context& context)
{
    const auto& spec = spec_of<StateSpaceSpec>(plan);
    return predict_state_space(
        spec, extent.tokens, repeat_chance(experiment, spec.vocabulary), context, {.reading = plan.reading});
}

double memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    return memory_estimate(
        spec_of<StateSpaceSpec>(plan), double(extent.samples) * extent.tokens, experiment.measure.gradient);
}

double cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const auto& s = spec_of<StateSpaceSpec>(plan);
    const double tokens = double(extent.samples) * extent.tokens, channels = s.channels;
    constexpr double of_a_state = 15;   // the exponential, and the operations that use it
    const double block = channels * (3.0 * s.width + 2.0 * s.dt_rank + 2.0 * s.states + s.taps + of_a_state * s.states);
    return (experiment.measure.gradient ? 4 : 2) * tokens * (s.layers * block + double(s.width) * s.vocabulary);
}

void check(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    if (const double channels = std::round(option(network, "expand") * network.width); !ranges::width.holds(channels))
        problems.push_back({"network.expand", tr("times width %1", range_message(ranges::width, channels))});
}

}   // namespace

StateSpaceSpec state_space_spec(const Network& network)
{
    const StreamSpec stream = stream_spec(network, 1, 2);
    const auto vector = [&](const char* role) {
        return RoleInitializer {initializer_of(network, role, Role::bias), 1};
    };
    StateSpaceSpec spec {.layers = network.depth,
        .width = network.width,
        .vocabulary = whole_option(network, "vocabulary"),
        .channels = std::max(1, int(std::lround(option(network, "expand") * network.width))),
        .states = whole_option(network, "d_state"),
        .taps = whole_option(network, "d_conv"),
        .dt_rank = dt_rank(network),
        .tied = option_flag(network, "tied"),
        .final_norm = option_flag(network, "final_norm"),
        .placement = stream.placement,
        .norm = stream.norm,
        .epsilon = stream.epsilon,
        .alpha = stream.alpha,
        .activation = network.activation,
        .skip = stream.skip,
        .branch = stream.branch,
        .matrix = {network.weight, 1},
        .convolution_bias = {network.bias, 1},
        .dt_bias = vector("dt_bias"),
        .d = vector("D"),
        .norm_scale = vector(role_of_norms),
        .norm_scales = norm_scales(network,
            {{"mixer_norm", "branch_norm_scale"}, {"mixer_norm_after", "branch_norm_scale"},
                {"final_norm", "final_norm_scale"}}),
        .law_variables = law_variables_of(network),
        .blocks_differ = laws_differ_by_block(network)};
    for (const RoleInfo& role : roles_of(network))
        if (role.kind == Role::weight) {
            const double factor = role.name == "in_proj" ? stream.scaling.inner
                : role.name == "out_proj"                ? stream.scaling.last
                                                         : 1;
            spec.matrices[role.name] = {initializer_of(network, role.name, role.kind), factor};
        }
    return spec;
}

namespace {

UsualWeights usual_weights()
{
    const Network& usual = state_space_kind().network;
    return {tr("Use Mamba's weights everywhere"), usual.weight, usual.bias};
}

std::vector<Offer> offers(const Experiment& experiment, const NetworkPlan& plan, const Complaint& complaint)
{
    OfferList all(experiment, plan);
    offer_norm_scale(all, complaint);
    offer_scaling(all);
    offer_head(all);
    if (complaint.starved_norm) {
        offer_embedding(all);
        offer_epsilon(all);
    }
    offer_norm(all, layer_norm_before_branches());
    offer_weights(all, usual_weights());
    return std::move(all).all();
}

std::vector<Offer> offers_anew(const Experiment& experiment, const NetworkPlan& plan)
{
    OfferList all(experiment, plan);
    const UsualNorm& norm = layer_norm_before_branches();
    offer_anew(all, with_final_norm(stream_anew(experiment, norm, usual_weights())), "silu",
        stream_anew_text(experiment, norm));
    return std::move(all).all();
}

}   // namespace

const NetworkKind& state_space_kind()
{
    static const NetworkKind state_space = [] {
        NetworkKind a {.name = "state_space", .label = tr("State space"), .network = {}, .input = {}};
        a.options = {
            main_option(whole_number("d_state", tr("states"), 16, 1, 256)),
            {.name = "expand", .label = tr("expand"), .default_value = 2.0, .low = 1.0 / 64, .high = 64, .main = true},
            whole_number("d_conv", tr("convolution"), 4, 2, 4),   // the sizes that causal_conv1d supports
            whole_number("dt_rank", tr("Δ rank"), 0, 0, 4096),
            whole_number("vocabulary", tr("vocabulary"), 4096, 2, 1048576),
        };
        for (ParameterInfo& info : stream_options("rms_norm", "inverse_sqrt_branches"))
            if (info.name.find("stream") == std::string::npos && info.name != "mixing_std")   // single stream only
                a.options.push_back(std::move(info));
        a.options.push_back(flag("tied", tr("tied head"), true));
        a.options.push_back(flag("final_norm", tr("final norm"), true));
        a.network.kind = "state_space";
        a.network.depth = 12;
        a.network.activation = {"silu", {}};
        a.network.weight = {"pytorch_linear", {}};
        a.network.bias = {"pytorch_linear", {}};
        a.network.options = completed(a.options, {});
        a.distributions = token_distributions();
        a.input.distribution = a.distributions.front();
        a.input.samples = 4;
        a.takes_tokens = a.scans = true;
        a.mixer = tr("the scan");
        a.check = check;
        a.roles = {{"embedding", tr("embedding"), Role::weight, false, nullptr,
                       completed(Initializer {"normal", {{"mean", 0.0}, {"std", 0.02}}})},
            {"in_proj", tr("in")}, {"conv1d", tr("convolution")}, {"x_proj", Text::name("Δ, B, C")},
            {"dt_proj", Text::name("Δ")},
            {"dt_bias", tr("Δ bias"), Role::bias, true, nullptr, completed(Initializer {"softplus_log_uniform", {}})},
            {"A_log", Text::name("A_log"), Role::weight, true, nullptr, completed(Initializer {"s4d_real", {}})},
            {"D", Text::name("D"), Role::bias}, {"out_proj", tr("out")},
            {"head", tr("head"), Role::weight, false, has_head},
            {role_of_norms, tr("norm scale"), Role::bias, true, has_norm},
            {"branch_norm_scale", tr("branch norm scale"), Role::bias, true, has_norms, {}, role_of_norms},
            {"final_norm_scale", tr("final norm scale"), Role::bias, false, has_final_norm, {}, role_of_norms}};
        a.steps = {{"mixer", tr("mixer")}};
        a.plan = plan;
        a.structure = structure;
        a.law_variables = [](const Network& n) { return NumberVariables {{"V", option(n, "vocabulary")}}; };
        a.pass = pass_through;
        a.pass_batch = pass_batch;
        a.predict = predict;
        a.memory = memory;
        a.code = {{Framework::pytorch, pytorch_state_space_code}};
        a.cost = cost;
        a.offers = offers;
        a.offers_anew = offers_anew;
        a.comparisons = stream_comparisons();
        std::ranges::copy(scan_comparisons(), std::back_inserter(a.comparisons));
        return a;
    }();
    return state_space;
}

}   // namespace stepzero
