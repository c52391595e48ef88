// SPDX-License-Identifier: GPL-3.0-or-later
// A kind of network that the program does not have: x ← s·x + α·W x, block after block. A file and the line
// add_kind(toy_kind()) suffice: window, results, studies and findings work with it.
#pragma once

#include <cmath>

#include "core/kinds/stream.h"
#include "core/modules/linear.h"
#include "core/modules/transformer.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"

namespace stepzero {

namespace toy {

inline Sequence body(const Network& network)
{
    const StreamSpec stream = stream_spec(network, 1, 1);
    Sequence all;
    for (int block = 1; block <= network.depth; ++block) {
        ParameterPlan weight {.name = "blocks." + std::to_string(block) + ".mix.weight",
            .role = "mix",
            .block = block,
            .shape = {network.width, network.width},
            .initializer = initializer_of(network, "mix", Role::weight),
            .factor = stream.scaling.last,
            .stream = std::uint32_t(block)};
        evaluate(weight, law_variables_of(network));
        all.emplace<Residual>(ResidualSpec {.block = block,
                                  .word = "mixing",
                                  .placement = Placement::none,
                                  .skip = stream.skip,
                                  .branch = stream.branch},
            std::make_unique<Linear>(LinearSpec {.site = {block, "mix"}, .weight = std::move(weight)}));
    }
    return all;
}

inline const NetworkKind& kind();

inline NetworkPlan plan(const Network& network)
{
    std::vector<ParameterPlan> parameters;
    body(network).list_parameters(parameters);
    return stream_plan(kind(), network, std::move(parameters), "mix", "input");
}

inline void pass_through(const Experiment& e, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const Context& context = pass.context;
    Sequence all = body(plan.network);
    const auto signal = [&](Tensor x) { return make_signal(std::move(x), 0, 1, context); };
    propagate(all, signal(draw_input(e, replica, extent.samples, context)),
        signal(draw_cotangent(e, replica, extent.samples, context)), pass);
}

/// A linear branch is uncorrelated with the stream: E[x'²] = (s² + α² σ_w²) E[x²].
inline Prediction predict(
    const Experiment& e, const NetworkPlan& plan, Extent, const std::optional<InputMoments>& known, const Context&)
{
    const StreamSpec stream = stream_spec(plan.network, 1, 1);
    const ParameterPlan& weight = plan.blocks.front().parameters.front();
    const double branch = std::pow(stream.branch, 2) * weight.shape.fan_in
        * law_of(draw_of(weight), weight.shape, weight.kind).variance;
    const StreamSites sites = stream_sites(plan);
    Prediction p = silent_prediction(plan, {});
    double log_square = std::log(known.value_or(input_moments(e).value_or(InputMoments {})).mean_square);
    p.blocks.front().at(plan.reading.start).set(Quantity::rms, predicted_rms(log_square));
    p.writing_blocks = 0;
    for (int block = 1; block <= plan.depth(); ++block) {
        BlockPrediction& sum = p.blocks[std::size_t(block)];
        sum.at(plan.reading.preactivation).set(Quantity::rms, predicted_rms(sites.preactivation(block, log_square, 1)));
        sum.at("mixing_branch").set(Quantity::rms, predicted_rms(log_square + std::log(branch)));
        log_square += std::log(stream.skip * stream.skip + branch);
        sum.at("mixing_stream").set(Quantity::rms, predicted_rms(log_square));
    }
    return p;
}

inline double memory(const Experiment& e, const NetworkPlan&, Extent extent)
{
    return 4.0 * e.network.width * (e.network.width + extent.samples * (e.network.depth + 6.0));
}
inline double cost(const Experiment& e, const NetworkPlan&, Extent extent)
{
    return 4.0 * e.network.width * e.network.width * e.network.depth * extent.samples;
}

inline const NetworkKind& kind()
{
    static const NetworkKind toy = [] {
        NetworkKind a {.name = "toy", .label = Text::name("Toy"), .network = {}, .input = {}};
        a.options = stream_options("none", "plain");
        a.network.kind = a.name;
        a.network.depth = 12;
        a.network.weight = {"lecun_normal", {}};
        a.network.options = completed(a.options, {});
        a.distributions = input_distributions();
        a.roles = {{"mix", Text::name("mix")}};
        a.steps = {{"mixing", Text::name("mixing")}};
        a.plan = plan;
        a.pass = pass_through;
        a.predict = predict;
        a.memory = memory;
        a.cost = cost;
        return a;
    }();
    return toy;
}

}   // namespace toy

inline const NetworkKind& toy_kind() { return toy::kind(); }

}   // namespace stepzero
