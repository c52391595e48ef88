// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/state_space.h"

#include <stdexcept>

namespace stepzero {

namespace {

const std::vector<std::string> state_space_matrices {
    "in_proj", "conv1d", "x_proj", "dt_proj", "A_log", "out_proj", "embedding", "head"};
const std::vector<std::string> state_space_norms {"mixer_norm", "mixer_norm_after", "final_norm"};

class StateSpaceBuilder : TokenPlans<StateSpaceSpec> {
public:
    explicit StateSpaceBuilder(const StateSpaceSpec& spec) : TokenPlans(spec, state_space_matrices, state_space_norms)
    {
        if (s_.layers < 0 || s_.channels < 1 || s_.states < 1 || s_.taps < 1 || s_.dt_rank < 1)
            throw std::invalid_argument("a state-space block has one or more of everything");
    }

    EmbeddingSpec embedding() const { return {.tokens = matrix(0, "embedding", {s_.vocabulary, s_.width})}; }

    HeadSpec head() const { return {.weight = matrix(0, s_.tied ? "embedding" : "head", {s_.vocabulary, s_.width})}; }

    Sequence body() const
    {
        Sequence body;
        for (int block = 1; block <= s_.layers; ++block) {
            ResidualSpec r {
                .block = block, .word = "mixer", .placement = s_.placement, .skip = s_.skip, .branch = s_.branch};
            if (norms_stream(r.placement))
                r.norm = norm(block, "mixer_norm", s_.width);
            if (norms_branch(r.placement))
                r.norm_after = norm(block, "mixer_norm_after", s_.width);
            body.emplace<Residual>(std::move(r), std::make_unique<Mixer>(mixer(block)));
        }
        if (s_.final_norm)
            body.emplace<Norm>(norm(0, "final_norm", s_.width));
        return body;
    }

private:
    LinearSpec linear(int block, const char* role, int rows, int columns) const
    {
        return {.site = {block, role}, .weight = matrix(block, role, {rows, columns})};
    }

    MixerSpec mixer(int block) const
    {
        const Shape kernel {s_.channels * s_.taps, s_.taps, s_.taps, 1}, dt {s_.channels, s_.dt_rank};
        MixerSpec m {.block = block,
            .in = linear(block, "in_proj", 2 * s_.channels, s_.width),
            .convolution
            = {.site = {block, "conv1d"}, .weight = matrix(block, "conv1d", kernel, ".weight", s_.channels)},
            .activation = s_.activation,
            .x = linear(block, "x_proj", s_.dt_rank + 2 * s_.states, s_.channels),
            .dt = linear(block, "dt_proj", s_.channels, s_.dt_rank),
            .a_log = matrix(block, "A_log", {s_.channels, s_.states}, ""),
            .d = plan(block, "D", "", {s_.channels, s_.channels}, s_.d, Role::bias, matrix_slot("A_log")),
            .out = linear(block, "out_proj", s_.width, s_.channels)};
        m.convolution.bias = plan(
            block, "conv1d", ".bias", kernel, s_.convolution_bias, Role::bias, matrix_slot("conv1d"), s_.channels);
        m.dt.bias = plan(block, "dt_proj", ".bias", dt, s_.dt_bias, Role::bias, matrix_slot("dt_proj"));
        m.dt.bias->role = "dt_bias";
        return m;
    }
};

}   // namespace

TokenNetwork state_space_network(const StateSpaceSpec& spec)
{
    const StateSpaceBuilder builder(spec);
    return {Embedding(builder.embedding()), builder.body(), builder.head(), double(spec.layers)};
}

double memory_estimate(const StateSpaceSpec& spec, double tokens_in_all, bool backward)
{
    const double width = spec.width, channels = spec.channels, mixed = spec.dt_rank + 2.0 * spec.states;
    // Numbers per token. Each block keeps for backward the normalized inputs of its norms, x before and after φ, z and
    // φ(z), Δ, y, and W_x x. The work memory holds the stream, its normalized copy, and the inside with its gradients,
    // or the head.
    const double norms = norms_stream(spec.placement) + norms_branch(spec.placement);
    const double kept = norms * width + 6 * channels + mixed;
    const double at_work = std::max(tokens_in_all * (3 * width + 8 * channels),
        tokens_in_all * 2 * width
            + std::min(tokens_in_all * spec.vocabulary, Head::numbers_at_a_time(spec.vocabulary)));
    constexpr double distribution = 2300;   // histogram of 256 bins, moments, names
    const double sites = spec.layers * (backward ? 24.0 : 13.0);
    // Backward, a scan has its states at every token, for some channels at a time, with one task per core.
    constexpr double channels_at_a_time = 16 * 64;
    const double scanned = std::min(channels, channels_at_a_time) * spec.states * tokens_in_all;
    return sizeof(float) * (at_work + (backward ? tokens_in_all * spec.layers * kept + scanned : 0))
        + 2 * sites * distribution;
}

}   // namespace stepzero
