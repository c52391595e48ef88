// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/statistics/join.h"

namespace stepzero {

namespace {

std::string label_of(const Body& body, const Network& network, const Site& site)
{
    for (const StepInfo& step : body.steps)
        if (site.role.starts_with(step.word + "_stream"))
            return "the stream behind " + step.label;
    for (const RoleInfo& role : roles_of(network))
        if (role.name == site.role)
            return role.label;
    return site.role;
}

Remark lost_remark(const Body& body, const Network& network, const NotFinite& lost)
{
    const std::string where = lost.site.block > 0 ? "block " + std::to_string(lost.site.block) + ", " : "";
    return {lost.site.block,
        std::string("the ") + (lost.gradient ? "gradient" : "signal") + " overflows in " + where
            + label_of(body, network, lost.site) + ": it is beyond the range of float32, and nothing behind is known"};
}

const Distribution* find(const std::map<Site, Distribution>& all, const Site& site)
{
    const auto found = all.find(site);
    return found == all.end() ? nullptr : &found->second;
}

std::vector<LayerMeasurement> layers_of(const Network& network, const Body& body, const Recording& recording)
{
    std::string writer;   // of weights
    for (const RoleInfo& role : roles_of(network))
        if (role.in_blocks && role.kind == Role::weight)
            writer = role.name;
    const std::string preactivation = body.preactivation(network), stream = body.steps.back().word + "_stream";
    Distribution lost;
    if (recording.lost && !recording.lost->gradient)
        lost.mean = lost.std = lost.rms = lost.min = lost.max = std::numeric_limits<double>::infinity();
    std::vector<LayerMeasurement> layers(std::size_t(network.depth));
    for (int block = 1; block <= network.depth; ++block) {
        LayerMeasurement& layer = layers[std::size_t(block - 1)];
        const Distribution* z = find(recording.values, {block, preactivation});
        const Distribution* x = find(recording.values, {block, stream});
        layer.preactivation = z ? *z : lost;
        layer.output = x ? *x : lost;
        if (const Distribution* g = find(recording.gradients, {block, stream}))
            layer.gradient = *g;
        const auto w = recording.parameters.find("blocks." + std::to_string(block) + "." + writer + ".weight");
        if (w != recording.parameters.end())
            layer.weight = w->second;
    }
    return layers;
}

template <class Key, class Value, class Join>
void join_maps(const std::vector<const Recording*>& replicas, std::map<Key, Value> Recording::*member, Recording& mean,
    Recording& sd, const Join& join)
{
    for (const auto& first : replicas.front()->*member) {
        std::vector<const Value*> all;
        for (const Recording* replica : replicas)
            if (const auto found = (replica->*member).find(first.first); found != (replica->*member).end())
                all.push_back(&found->second);
        if (all.size() != replicas.size())
            continue;
        auto [m, s] = join(all);
        (mean.*member)[first.first] = std::move(m);
        (sd.*member)[first.first] = std::move(s);
    }
}

std::pair<std::vector<AttentionHead>, std::vector<AttentionHead>> joined_heads(
    const std::vector<const std::vector<AttentionHead>*>& all)
{
    std::vector<AttentionHead> mean = *all.front(), sd(mean.size());
    const std::vector<double AttentionHead::*> fields {&AttentionHead::logit_mean, &AttentionHead::logit_std,
        &AttentionHead::logit_spread, &AttentionHead::entropy, &AttentionHead::log_visible, &AttentionHead::queries,
        &AttentionHead::lone_queries};
    for (std::size_t h = 0; h < mean.size(); ++h)
        for (const auto field : fields) {
            std::vector<double> numbers;
            for (const auto* heads : all)
                numbers.push_back((*heads)[h].*field);
            const MeanAndSpread p = mean_and_spread(numbers);
            mean[h].*field = p.mean;
            sd[h].*field = p.sd;
        }
    return {mean, sd};
}

}   // namespace

Extent preview_extent(const Experiment& experiment, Extent whole, double operations)
{
    const Body& body = *architecture_of(experiment.network).body;
    constexpr int fewest_tokens = 8;
    Extent extent = whole;
    // Sequences first, down to one; then their length, which changes more of what is seen.
    while (extent.samples > 1 && body.cost(experiment, extent) > operations)
        extent.samples = (extent.samples + 1) / 2;
    while (extent.tokens > fewest_tokens && body.cost(experiment, extent) > operations)
        extent.tokens = (extent.tokens + 1) / 2;
    return extent;
}

Measurement simulate_blocks(
    const Experiment& experiment, int replica, Extent extent, NoiseCache& cache, const Context& context)
{
    const Network& network = experiment.network;
    const Body& body = *architecture_of(network).body;
    DistributionRecorder recorder(replica == 0 ? body.attention_maps(network) : 0);
    const ParameterSource parameters(experiment.seed, replica, cache);
    body.run(experiment, extent, parameters, replica, recorder, context);
    Recording recording = recorder.recording();

    Measurement m;
    m.samples = extent.samples;
    m.tokens = extent.tokens;
    if (const Distribution* input = find(recording.values, {0, "input"}))
        m.input = *input;
    else if (const Distribution* embedding = find(recording.values, {0, "embedding"}))
        m.input = *embedding;
    m.layers = layers_of(network, body, recording);
    if (recording.lost)
        m.remarks.push_back(lost_remark(body, network, *recording.lost));
    m.recording = std::make_shared<const Recording>(std::move(recording));
    return m;
}

std::pair<Recording, Recording> joined(const std::vector<const Recording*>& replicas)
{
    Recording mean, sd;
    const auto distributions = [](const std::vector<const Distribution*>& all) { return joined(all); };
    join_maps(replicas, &Recording::values, mean, sd, distributions);
    join_maps(replicas, &Recording::gradients, mean, sd, distributions);
    join_maps(replicas, &Recording::parameters, mean, sd, distributions);
    join_maps(replicas, &Recording::attention, mean, sd, joined_heads);
    join_maps(replicas, &Recording::scalars, mean, sd, [](const std::vector<const double*>& all) {
        std::vector<double> numbers;
        for (const double* number : all)
            numbers.push_back(*number);
        const MeanAndSpread p = mean_and_spread(numbers);
        return std::pair(p.mean, p.sd);
    });
    mean.maps = replicas.front()->maps;
    for (const Recording* replica : replicas)
        if (!mean.lost)
            mean.lost = replica->lost;
    return {std::move(mean), std::move(sd)};
}

}   // namespace stepzero
