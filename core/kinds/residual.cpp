// SPDX-License-Identifier: GPL-3.0-or-later
// Residual networks: x ← s·x + α·F(x) with the norms of core/modules/residual.h. F is one dense layer φ(W x + b), or
// two, W₂ φ(W₁ x + b₁) + b₂, optionally with a gated pair instead of φ(W x + b).
#include <cmath>

#include "core/kinds/comparisons/groups.h"
#include "core/kinds/offers/stream.h"
#include "core/kinds/stream.h"
#include "core/kinds/tokens.h"
#include "core/modules/elementwise.h"
#include "core/modules/gated.h"
#include "core/modules/linear.h"
#include "core/modules/transformer.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"
#include "core/theory/residual_theory.h"

namespace stepzero {

namespace {

constexpr std::uint32_t slots_of_a_block = 8;
enum Slot : std::uint32_t { gate, in, out, norm, norm_after, reading, mixing, writing };

bool two_layers(const Network& network) { return option(network, "layers_per_branch") == 2; }

int hidden_width(const Network& network)
{
    return two_layers(network) ? std::max(1, int(std::lround(option(network, "hidden_ratio") * network.width)))
                               : network.width;
}

StreamSpec stream_of(const Network& network) { return stream_spec(network, 1, two_layers(network) ? 2 : 1); }

class Builder {
public:
    explicit Builder(const Network& network)
        : n_(network), stream_(stream_of(network)), activation_(block_activation(network)), gated_(has_gate(network)),
          two_(two_layers(network)), hidden_(hidden_width(network)), variables_(law_variables_of(network))
    {
    }

    Sequence body() const
    {
        Sequence body;
        const int streams = stream_.streams.count;
        if (streams > 1)
            body.emplace<StreamMap>(copied_streams(streams));
        for (int block = 1; block <= n_.depth; ++block)
            body.add(std::make_unique<Residual>(step(block), function(block)));
        if (streams > 1)
            body.emplace<StreamMap>(summed_streams(streams));
        return body;
    }

private:
    ParameterPlan plan(int block, const std::string& role, const char* ending, Shape shape, double factor, Role kind,
        Slot slot, const Initializer& initializer) const
    {
        ParameterPlan plan {.name = "blocks." + std::to_string(block) + "." + role + ending,
            .role = role,
            .block = block,
            .shape = shape,
            .initializer = initializer,
            .kind = kind,
            .factor = factor,
            .stream = std::uint32_t(block) * slots_of_a_block + slot};
        evaluate(plan, variables_);
        return plan;
    }

    LinearSpec linear(int block, const std::string& role, int rows, int columns, bool last, Slot slot) const
    {
        const Initializer& weight = initializer_of(n_, role, Role::weight);
        const double factor = last ? stream_.scaling.last : stream_.scaling.inner;
        LinearSpec l {.site = {block, role},
            .weight = plan(block, role, ".weight", {rows, columns}, factor, Role::weight, slot, weight)};
        if (option_flag(n_, "biases"))
            l.bias = plan(block, role, ".bias", {rows, columns}, 1, Role::bias, slot, n_.bias);
        return l;
    }

    NormSpec norm_spec(int block, const std::string& role, Slot slot) const
    {
        return {.kind = stream_.norm,
            .site = {block, role},
            .scale = plan(block, role, ".weight", {n_.width, n_.width}, 1, Role::bias, slot,
                initializer_of(n_, "branch_norm_scale", Role::bias)),
            .epsilon = stream_.epsilon,
            .alpha = stream_.alpha};
    }

    ResidualSpec step(int block) const
    {
        ResidualSpec r {.block = block,
            .word = "branch",
            .placement = stream_.placement,
            .skip = stream_.skip,
            .branch = stream_.branch};
        if (norms_stream(stream_.placement))
            r.norm = norm_spec(block, "branch_norm", norm);
        if (norms_branch(stream_.placement))
            r.norm_after = norm_spec(block, "branch_norm_after", norm_after);
        if (stream_.streams.count > 1)
            r.connections = connections(
                stream_.streams, block - 1, [&](const char* what, int entries, const Initializer& initializer) {
                    const Slot slot = what == std::string("reading") ? reading
                        : what == std::string("mixing")              ? mixing
                                                                     : writing;
                    return plan(block, std::string("branch_") + what, ".weight", {entries, entries}, 1, Role::bias,
                        slot, initializer);
                });
        return r;
    }

    std::unique_ptr<Module> function(int block) const
    {
        auto f = std::make_unique<Sequence>();
        const Site site {block, "branch_activation"};
        if (gated_) {
            f->emplace<Gated>(GatedSpec {activation_, linear(block, "branch_gate", hidden_, n_.width, false, gate),
                linear(block, "branch_in", hidden_, n_.width, !two_, in), site});
        } else {
            f->emplace<Linear>(linear(block, "branch_in", hidden_, n_.width, !two_, in));
            f->emplace<Elementwise>(site, activation_);
        }
        if (two_)
            f->emplace<Linear>(linear(block, "branch_out", n_.width, hidden_, true, out));
        return f;
    }

    const Network& n_;
    StreamSpec stream_;
    Activation activation_;
    bool gated_, two_;
    int hidden_;
    NumberVariables variables_;   // those of expressions
};

NetworkPlan plan(const Network& network)
{
    std::vector<ParameterPlan> parameters;
    Builder(network).body().list_parameters(parameters);
    NetworkPlan plan = stream_plan(
        residual_kind(), network, std::move(parameters), has_gate(network) ? "branch_gate" : "branch_in", "input");
    plan.spec = std::make_shared<const StreamSpec>(stream_of(network));
    return plan;
}

void pass_batch(const NetworkPlan& plan, const Batch& batch, const OutputGradient& cotangent, Pass& pass)
{
    Sequence body = Builder(plan.network).body();
    propagate(body, make_signal(batch.numbers, 0, 1, pass.context), cotangent, pass);
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const Context& context = pass.context;
    pass_batch(
        plan, {.numbers = draw_input(experiment, replica, extent.samples, context)},
        [&](const Signal&, Pass&) -> Signal {
            if (!pass.backward)
                return {};
            return make_signal(draw_cotangent(experiment, replica, extent.samples, context), 0, 1, context);
        },
        pass);
    tell_gains(plan, pass);
}

/// Absent when weights or biases have a nonzero mean.
std::optional<ResidualLaw> law_of_block(const BlockPlan& block, const Network& network, const StreamSpec& stream,
    const std::shared_ptr<const GaussianExpectation>& phi)
{
    std::map<std::string, Law> weight, bias;
    for (const ParameterPlan& parameter : block.parameters) {
        const Law law = law_of(draw_of(parameter), parameter.shape, parameter.kind);
        (parameter.kind == Role::weight ? weight : bias)[parameter.role] = law;
        if ((parameter.kind == Role::weight || parameter.name.ends_with(".bias")) && law.mean != 0)
            return std::nullopt;
    }
    const auto variances = [&](const std::string& role, int fan_in) {
        return Variances {weight.at(role).variance * fan_in, bias.contains(role) ? bias.at(role).variance : 0};
    };
    ResidualLaw law {.placement = stream.placement,
        .skip = stream.skip,
        .branch = stream.branch,
        .width = double(network.width),
        .inner = double(hidden_width(network))};
    const auto norm_law = [&](const std::string& role) {
        const Law& scale = bias.at(role);
        return NormLaw {
            stream.norm, scale.mean, scale.variance + scale.mean * scale.mean, stream.epsilon, stream.alpha};
    };
    if (norms_stream(stream.placement))
        law.norm = norm_law("branch_norm");
    if (norms_branch(stream.placement))
        law.norm_after = norm_law("branch_norm_after");
    BranchLayer first {.variances = variances("branch_in", network.width), .phi = phi};
    if (has_gate(network))
        first.gate = variances("branch_gate", network.width);
    law.layers.push_back(first);
    if (two_layers(network))
        law.layers.push_back({.variances = variances("branch_out", hidden_width(network))});
    return law;
}

Prediction prediction_of_streams(const Experiment& experiment, const NetworkPlan& plan,
    const std::vector<Connections>& connections, const std::optional<InputMoments>& known, const Context& context)
{
    const auto moments = known ? known : input_moments(experiment);
    if (!moments)
        return silent_prediction(plan, tr("no theory for an input from a file"));
    const Network& network = experiment.network;
    const auto& stream = spec_of<StreamSpec>(plan);
    if (!known && moments->alike)
        return silent_prediction(plan, tr("no theory for natural inputs, whose samples differ in length"));
    if (stream.norm == NormKind::dyt && norms_sum(stream.placement))
        return silent_prediction(plan, tr("no theory for a residual stream after DyT: it is not Gaussian"));
    const auto phi = std::make_shared<const GaussianExpectation>(ActivationFunction(block_activation(network)));
    const bool differ = plan.given || laws_differ_by_block(network);
    std::vector<ResidualLaw> blocks;
    for (const BlockPlan& block : plan.blocks) {
        context.check();
        if (!blocks.empty() && !differ) {   // all blocks have the same distributions
            blocks.push_back(blocks.front());
            continue;
        }
        const auto law = law_of_block(block, network, stream, phi);
        if (!law)
            return silent_prediction(plan, tr("no theory for weights or biases whose mean is not 0"));
        blocks.push_back(*law);
    }
    const double mean = experiment.input.mean / std::sqrt(moments->mean_square);
    for (std::size_t l = 0; l < connections.size(); ++l)
        blocks[l].connections = connections[l];
    return predict_residual({std::log(moments->mean_square), moments->mean_square > 0 ? mean : 0}, blocks,
        moments->length_variance(plan.network.width), stream_sites(plan), context);
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent,
    const std::optional<InputMoments>& known, const Context& context)
{
    const auto connections = connections_of(experiment, plan, context);
    if (!connections)
        return silent_prediction(plan, replicas_mix_differently());
    Prediction prediction = prediction_of_streams(experiment, plan, *connections, known, context);
    add_gains(prediction, *connections, plan);
    return prediction;
}

/// Returns the bytes kept for the backward pass: per block the norm's output, the preactivations, and the other half of
/// a gated pair.
double memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const Network& network = plan.network;
    const double width = network.width, hidden = hidden_width(network);
    const double of_a_block = 2 * width + (has_gate(network) ? 2 : 1) * hidden;
    const double blocks = experiment.measure.gradient ? network.depth : 1;
    return 4
        * (extent.samples
                * (blocks * of_a_block + 6 * std::max(spec_of<StreamSpec>(plan).streams.count * width, hidden))
            + 5 * width * hidden);
}

double cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const Network& network = plan.network;
    const double width = network.width, hidden = hidden_width(network);
    const double weights = (has_gate(network) ? 2 : 1) * width * hidden + (two_layers(network) ? width * hidden : 0);
    return (experiment.measure.gradient ? 4 : 2) * weights * network.depth * extent.samples;
}

std::vector<Offer> offers(const Experiment& experiment, const NetworkPlan& plan, const Complaint& complaint)
{
    OfferList all(experiment, plan);
    offer_streams(all);
    offer_norm_scale(all, complaint);
    offer_scaling(all);
    if (complaint.starved_norm) {
        all.add_standard_input();
        offer_epsilon(all);
    }
    offer_norm(all, layer_norm_before_branches());
    offer_weights(all, he_weights());
    return std::move(all).all();
}

std::vector<Offer> offers_anew(const Experiment& experiment, const NetworkPlan& plan)
{
    OfferList all(experiment, plan);
    const UsualNorm& norm = layer_norm_before_branches();
    offer_anew(all, stream_anew(experiment, norm, he_weights()), "gelu", stream_anew_text(experiment, norm));
    return std::move(all).all();
}

}   // namespace

const NetworkKind& residual_kind()
{
    static const auto has_norm = [](const Network& n) { return option_chosen(n, "norm"); };
    static const NetworkKind residual = [] {
        NetworkKind a {.name = "residual", .label = tr("Residual"), .network = {}, .input = {}};
        a.options = {
            {.name = "layers_per_branch",
                .label = tr("layers"),
                .default_value = 2.0,
                .low = 1,
                .high = 2,
                .integer = true},
            {.name = "hidden_ratio", .label = tr("hidden/width"), .default_value = 1.0, .low = 1.0 / 64, .high = 64},
        };
        for (ParameterInfo& info : stream_options("none", "plain"))
            a.options.push_back(std::move(info));
        a.options.push_back(flag("biases", tr("biases"), true));
        a.network.kind = "residual";
        a.network.depth = 24;
        a.network.options = completed(a.options, {});
        a.distributions = input_distributions();
        a.takes_weights = true;
        a.gated = true;
        a.check = [](const Experiment& e, std::vector<Problem>& problems) { check_streams(e.network, problems); };
        a.fitted = with_fitting_streams;
        a.roles = {{"branch_gate", tr("branch gate"), Role::weight, true, has_gate}, {"branch_in", tr("branch in")},
            {"branch_out", tr("branch out"), Role::weight, true, two_layers},
            {role_of_norms, tr("norm scale"), Role::bias, true, has_norm},
            {"branch_norm_scale", tr("branch norm scale"), Role::bias, true, has_norm, {}, role_of_norms}};
        a.steps = {{"branch", tr("branch")}};
        a.plan = plan;
        a.structure = [](const Network& n) { return stream_structure(n, stream_of(n)); };
        a.pass = pass_through;
        a.pass_batch = pass_batch;
        a.predict = predict;
        a.memory = memory;
        a.code = {{Framework::pytorch, pytorch_residual_code}};
        a.cost = cost;
        a.offers = offers;
        a.offers_anew = offers_anew;
        a.comparisons = stream_comparisons();
        return a;
    }();
    return residual;
}

}   // namespace stepzero
