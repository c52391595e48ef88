// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/tokens.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/ranges.h"
#include "core/kinds/transformer.h"
#include "core/math/random/stream.h"
#include "core/network/init/noise_cache.h"
#include "core/network/init/parameter_use.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"

namespace stepzero {

namespace {

/// Returns the rows of the file, [sequences, tokens + 1].
NpyArray<float> read_rows(const Experiment& experiment)
{
    const std::string& file = experiment.input.file;
    const auto refuse = [&](Text why) { throw BadInput(joined({Text::name(file), std::move(why)}, ": ")); };
    return read_input_file(file, Text::name("[sequences, tokens + 1]"), [&](std::size_t rows, std::size_t tokens) {
        if (rows < 1 || rows > 1'000'000)
            refuse(tr("must have 1 to 1000000 rows, but has %1", rows));
        if (tokens < 2 || double(tokens) > ranges::tokens.high + 1)
            refuse(tr("must have rows of 2 to 65537 tokens, but they have %1", tokens));
    });
}

Batch from_file(const Experiment& experiment, int vocabulary, Extent extent)
{
    const NpyArray<float> rows = read_rows(experiment);
    const std::size_t length = rows.shape[1];
    for (const float token : rows.values)
        if (!(token >= 0 && token < float(vocabulary) && token == std::trunc(token)))
            throw BadInput(tr("%1: must hold token IDs from 0 to %2 (the vocabulary is %3)", experiment.input.file,
                vocabulary - 1, vocabulary));
    Batch batch {.length = extent.tokens};
    for (std::size_t s = 0; s < std::size_t(extent.samples); ++s)
        for (std::size_t t = 0; t < std::size_t(extent.tokens); ++t) {
            batch.tokens.push_back(int(rows.values[s * length + t]));
            batch.targets.push_back(int(rows.values[s * length + t + 1]));
        }
    return batch;
}

/// Returns the bias of the head; absent without one, and if it is random or constant.
std::optional<Eigen::VectorXf> fixed_head_bias(const NetworkPlan& plan)
{
    for (const ParameterPlan* parameter : plan.parameters())
        if (parameter->kind == Role::bias && use_of(*parameter) == ParameterUse::head
            && draw_of(*parameter).base->dependence == Dependence::fixed) {
            static NoiseCache nothing_random(0);
            return DrawnParameters(0, 0, nothing_random).vector(*parameter, {});
        }
    return std::nullopt;
}

}   // namespace

Batch draw_tokens(const Experiment& experiment, int vocabulary, int replica, Extent extent)
{
    if (!experiment.input.file.empty())
        return from_file(experiment, vocabulary, extent);
    const auto draw = find_token_distribution(experiment.input.distribution)->draw(vocabulary);
    const auto token = [&](float uniform) { return draw((double(uniform) + 1) / 2); };   // uniform in (−1, 1)
    Batch batch {.length = extent.tokens};
    std::vector<float> row(std::size_t(extent.tokens) + 1);
    for (int s = 0; s < extent.samples; ++s) {
        fill_uniform({experiment.seed, std::uint32_t(replica), TensorRole::input, 0}, std::uint32_t(s), 0, row.data(),
            row.size());
        for (std::size_t t = 0; t + 1 < row.size(); ++t) {
            batch.tokens.push_back(token(row[t]));
            batch.targets.push_back(token(row[t + 1]));
        }
    }
    return batch;
}

std::vector<int> draw_classes(const Experiment& experiment, int classes, int replica, int samples)
{
    const Stream stream {experiment.seed, std::uint32_t(replica), TensorRole::cotangent, 0};
    std::vector<int> drawn;
    for (int s = 0; s < samples; ++s) {
        float uniform = 0;   // in (−1, 1)
        fill_uniform(stream, std::uint32_t(s), 0, &uniform, 1);
        drawn.push_back(std::clamp(int((double(uniform) + 1) / 2 * classes), 0, classes - 1));
    }
    return drawn;
}

int sequence_length(const Experiment& experiment)
{
    const NetworkKind& kind = kind_of(experiment.network);
    if (kind.takes_tokens)
        return experiment.input.tokens;
    return kind.attends ? image_spec(experiment.network).tokens() : 1;
}

Extent whole_extent(const Experiment& experiment)
{
    if (!kind_of(experiment.network).takes_tokens)
        return {sample_count(experiment), sequence_length(experiment)};
    if (experiment.input.file.empty())
        return {experiment.input.samples, experiment.input.tokens};
    const NpyArray<float> rows = read_rows(experiment);
    return {int(rows.shape[0]), int(rows.shape[1]) - 1};
}

double repeat_chance(const Experiment& experiment, int vocabulary)
{
    const TokenDistribution* drawn = find_token_distribution(experiment.input.distribution);
    return drawn ? drawn->repeat_chance(vocabulary) : 1.0 / vocabulary;
}

std::vector<double> target_frequencies(const Experiment& experiment, int vocabulary)
{
    if (!kind_of(experiment.network).takes_tokens)
        return std::vector<double>(std::size_t(vocabulary), 1.0 / vocabulary);
    if (experiment.input.file.empty())
        return find_token_distribution(experiment.input.distribution)->frequencies(vocabulary);
    const Batch batch = draw_tokens(experiment, vocabulary, 0, whole_extent(experiment));
    std::vector<double> frequencies(std::size_t(vocabulary), 0);
    for (const int target : batch.targets)
        frequencies[std::size_t(target)] += 1.0 / double(batch.targets.size());
    return frequencies;
}

std::optional<HeadPrior> head_prior(const NetworkPlan& plan, const std::vector<double>& frequencies)
{
    const auto bias = fixed_head_bias(plan);
    return bias ? std::optional(head_prior(*bias, frequencies)) : std::nullopt;
}

std::optional<HeadPrior> head_prior(const NetworkPlan& plan, const Experiment& experiment)
{
    const auto bias = fixed_head_bias(plan);
    return bias ? std::optional(head_prior(*bias, target_frequencies(experiment, int(bias->size())))) : std::nullopt;
}

}   // namespace stepzero
