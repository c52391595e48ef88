// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/adapter.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/math/random/stream.h"
#include "core/network/init/bases.h"

namespace stepzero {

const std::vector<AdapterInfo>& adapters()
{
#define STEPZERO_ENTRY(name) adapter_##name(),
    static const std::vector<AdapterInfo> all {STEPZERO_ADAPTERS(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

const AdapterInfo* find_adapter(std::string_view name) { return find_member(adapters(), name); }

bool has_adapters(const Training& train)
{
    const AdapterInfo* info = find_adapter(train.adapters.name);
    return info && info->make;
}

const AdapterInfo& adapter_none()
{
    static const AdapterInfo info {
        .name = "none", .label = tr("none"), .note = tr("All weights are trained."), .parameters = {}, .make = nullptr};
    return info;
}

namespace {

using RankScale = double (*)(double rank);
constexpr NamedValue<RankScale> scale_names[] {{[](double rank) { return rank; }, "alpha_over_rank"},
    {[](double rank) { return std::sqrt(rank); }, "alpha_over_root_rank"}};
constexpr NamedValue<ZeroFactors> zero_names[] {
    {{false, true}, "b"}, {{true, false}, "a"}, {{true, true}, "both"}, {{false, false}, "neither"}};
constexpr NamedValue<bool> normal_names[] {{false, "uniform"}, {true, "normal"}};

}   // namespace

std::vector<ParameterInfo> rank_parameters(double alpha)
{
    return {{.name = "rank", .label = tr("rank"), .default_value = 8.0, .low = 1, .high = 4096, .integer = true},
        {.name = "alpha", .label = Text::name("α"), .default_value = alpha, .low = 1e-6, .high = 1e6},
        one_of("scale", Text::name("s"), scale_names, {Text::name("α/r"), Text::name("α/√r")})};
}

double adapter_scale(const Parameters& completed)
{
    return number(completed, "alpha") / value_named(scale_names, word(completed, "scale"))(number(completed, "rank"));
}

std::vector<ParameterInfo> drawn_parameters()
{
    std::vector<ParameterInfo> all = rank_parameters(16);
    all.push_back(
        one_of("zero", tr("zero"), zero_names, {Text::name("B"), Text::name("A"), tr("both"), tr("neither")}));
    all.push_back(one_of("draw", tr("distribution"), normal_names, {tr("uniform"), tr("normal, σ = 1/r")}));
    return all;
}

ZeroFactors zero_factors(const Parameters& completed) { return value_named(zero_names, word(completed, "zero")); }

bool samples_normal(const Parameters& completed) { return value_named(normal_names, word(completed, "draw")); }

FactorSizes factor_sizes(const Parameters& completed, int inputs)
{
    const double rank = number(completed, "rank");
    const ZeroFactors zero = zero_factors(completed);
    const bool normal = samples_normal(completed);
    const auto size = [&](double read) { return normal ? 1 / rank : 1 / std::sqrt(3 * read); };
    return {zero.a ? 0 : size(inputs), zero.b ? 0 : size(rank)};
}

AdapterFactors drawn_factors(const AdapterRequest& request, int inputs, const Context& context)
{
    const Parameters& p = request.parameters;
    const bool normal = samples_normal(p);
    const auto drawn = [&](int rows, int columns, double std, std::uint32_t factor) -> WeightMatrix {
        if (std == 0)
            return WeightMatrix::Zero(rows, columns);
        const Stream stream {
            request.seed, std::uint32_t(request.replica), TensorRole::adapter, 2 * request.plan.stream + factor};
        const BaseNoise noise
            = draw_base({.base = normal ? base_normal() : base_uniform()}, stream, rows, columns, context);
        return noise.entries * float(normal ? std : std::sqrt(3) * std);
    };
    const int rank = int(number(p, "rank"));
    const FactorSizes sizes = factor_sizes(p, inputs);
    return {drawn(rank, inputs, sizes.a, 0), drawn(request.plan.shape.rows(), rank, sizes.b, 1)};
}

namespace {

std::vector<std::string> words_of(const std::string& list)
{
    std::vector<std::string> words(1);
    for (const char c : list) {
        if (c == ',')
            words.emplace_back();
        else if (c != ' ')
            words.back() += c;
    }
    return words;
}

/// Returns "h.1.attn.c_proj" for h.1.attn.c_proj.weight.
std::string matrix_name(const ParameterPlan& plan)
{
    constexpr std::string_view end = ".weight";
    return plan.name.ends_with(end) ? plan.name.substr(0, plan.name.size() - end.size()) : plan.name;
}

bool means(const std::string& word, const ParameterPlan& plan)
{
    return plan.kind == Role::weight
        && (word == "all" || (word == "blocks" && plan.block > 0) || word == plan.role || word == matrix_name(plan));
}

}   // namespace

bool is_adapted(const std::string& adapted, const ParameterPlan& plan)
{
    return std::ranges::any_of(words_of(adapted), [&](const std::string& word) { return means(word, plan); });
}

Text adapted_problem(const std::string& adapted, const NetworkPlan& plan)
{
    const std::vector<const ParameterPlan*> parameters = plan.parameters();
    std::vector<std::string> known {"blocks", "all"};
    for (const ParameterPlan* parameter : parameters)
        if (parameter->kind == Role::weight && std::ranges::find(known, parameter->role) == known.end())
            known.push_back(parameter->role);
    for (const std::string& word : words_of(adapted))
        if (std::ranges::none_of(parameters, [&](const ParameterPlan* parameter) { return means(word, *parameter); }))
            return choice_message(known, word);
    return {};
}

ParameterPlan factor_plan(const ParameterPlan& plan, const AdapterInfo& by, char factor, const WeightMatrix& entries)
{
    return {.name = matrix_name(plan) + (by.behind ? ".adapter_" : ".lora_") + factor + ".weight",
        .role = plan.role,
        .block = plan.block,
        .shape = {int(entries.rows()), int(entries.cols())},
        .stream = plan.stream,
        .expert = plan.expert};
}

}   // namespace stepzero
