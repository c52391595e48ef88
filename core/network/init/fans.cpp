// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/fans.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/words/registry.h"
#include "core/math/random/truncated.h"
#include "core/network/init/bases.h"

namespace stepzero {

namespace {

constexpr std::array fan_infos {
    FanInfo {Fan::in, "fan_in", "fan_in", "fan_in", [](Shape s) { return double(s.fan_in); }},
    FanInfo {Fan::out, "fan_out", "fan_out", "fan_out", [](Shape s) { return double(s.fan_out); }},
    FanInfo {Fan::average, "fan_avg", "fan_in + fan_out", "((fan_in + fan_out) / 2)",
        [](Shape s) { return 0.5 * (double(s.fan_in) + s.fan_out); }},
    FanInfo {Fan::geometric, "fan_geo_avg", "√(fan_in fan_out)", "math.sqrt(fan_in * fan_out)",
        [](Shape s) { return std::sqrt(double(s.fan_in) * s.fan_out); }},
    FanInfo {
        Fan::larger, "", "max(fan_in, fan_out)", "", [](Shape s) { return double(std::max(s.rows(), s.columns())); }},
    FanInfo {Fan::none, "", "", "", [](Shape) { return 1.0; }}};

}   // namespace

const FanInfo& fan_info(Fan fan) { return fan_infos[std::size_t(fan)]; }

Fan fan_of_mode(std::string_view mode)
{
    const auto found
        = std::ranges::find(fan_infos, mode, [](const FanInfo& info) { return std::string_view(info.name); });
    return found == fan_infos.end() || mode.empty() ? Fan::in : found->fan;
}

ParameterInfo mode_parameter()
{
    ParameterInfo info {.name = "mode", .label = tr("fan"), .default_value = std::string(fan_infos.front().name)};
    for (const FanInfo& fan : fan_infos)
        if (*fan.name)
            info.choices.emplace_back(fan.name);
    return info;
}

Fan chosen_fan(const Parameters& completed) { return fan_of_mode(word(completed, "mode")); }

double chosen_fan_size(const Parameters& completed, Shape shape) { return fan_info(chosen_fan(completed)).size(shape); }

std::vector<ParameterInfo> with_layout(std::vector<ParameterInfo> parameters)
{
    parameters.push_back({.name = "layout",
        .label = tr("layout"),
        .default_value = std::string("out_in"),
        .choices = {"out_in", "in_out"},
        .choice_labels = {Text::name("[out, in]"), Text::name("[in, out]")},
        .quiet = true});
    return parameters;
}

bool misread(const Parameters& completed) { return is_word(completed, "layout", "in_out"); }

Shape shape_misread(Shape shape)
{
    const int in = shape.fan_in / shape.receptive(), out = shape.rows(), k = shape.kernel;
    // 65536 channels on both sides exceed an int, and what can be sampled.
    const auto product
        = [](double a, double b) { return int(std::min(a * b, double(std::numeric_limits<int>::max()))); };
    switch (shape.dimensions) {
    case 0:
        return {in, out};
    case 1:
        return {k * out, product(in, out), k, 1};
    default:
        return {product(double(k) * in, out), product(double(k) * in, out), k, 2};
    }
}

Draw normal_draw(double std) { return {.base = base_normal(), .scale = std}; }

Draw uniform_draw(double std) { return {.base = base_uniform(), .scale = std::numbers::sqrt3 * std}; }

Draw constant_draw(double value) { return {.base = base_constant(), .scale = value}; }

namespace {

constexpr NamedValue<Bounds> bounds_names[] {
    {Bounds::none, "none"}, {Bounds::absolute, "absolute"}, {Bounds::sigma, "sigma"}};

ParameterInfo bounds_parameter(const std::string& by_default)
{
    return {.name = "bounds",
        .label = tr("truncated"),
        .default_value = by_default,
        .choices = names_of(bounds_names),
        .choice_labels = {tr("no"), tr("at values"), tr("at σ")},
        .quiet = true};
}

/// Adds low, high and compensated.
void add_cut(std::vector<ParameterInfo>& to, bool compensated, const std::string& only_with,
    const std::vector<std::string>& only_where)
{
    for (ParameterInfo info : {ParameterInfo {.name = "low", .label = tr("low"), .default_value = -2.0},
             {.name = "high", .label = tr("high"), .default_value = 2.0},
             flag("compensated", tr("compensated"), compensated)}) {
        info.quiet = true;
        info.only_with = only_with;
        info.only_where = only_where;
        to.push_back(std::move(info));
    }
}

/// Returns the standard deviation of N(0, 1) given low < x < high. Cached, because layers request the same repeatedly.
double std_between(double low, double high)
{
    struct Known {
        double low = -2, high = 2, std = truncation_at_two;
    };
    thread_local Known known;
    if (low != known.low || high != known.high)
        known = {low, high, std::sqrt(TruncatedNormal(low, high).moments().variance)};
    return known.std;
}

/// Returns σ such that N(0, σ²) truncated to these values has standard deviation `std`.
double std_before(double std, double low, double high)
{
    struct Known {
        double std = 0, low = 0, high = 0, before = 0;
    };
    thread_local Known known;
    if (std == known.std && low == known.low && high == known.high)
        return known.before;
    const auto left = [&](double before) { return before * std_between(low / before, high / before); };
    constexpr double flat = 30;   // a distribution this much wider than its bounds is uniform between them
    double from = std, to = std::max(std, flat * (high - low));
    if (left(to) > std)
        for (int i = 0; i < 60 && to > from * (1 + 1e-14); ++i) {
            const double middle = std::sqrt(from) * std::sqrt(to);
            (left(middle) < std ? from : to) = middle;
        }
    known = {std, low, high, to};
    return to;
}

}   // namespace

std::vector<ParameterInfo> with_truncation(
    std::vector<ParameterInfo> parameters, const std::string& default_bounds, bool compensated)
{
    parameters.push_back(bounds_parameter(default_bounds));
    std::vector<std::string> cuts = names_of(bounds_names);
    cuts.erase(cuts.begin());
    add_cut(parameters, compensated, "bounds", cuts);
    return parameters;
}

std::vector<ParameterInfo> with_truncation_of_distribution(std::vector<ParameterInfo> parameters)
{
    const std::vector<std::string> truncated {"truncated_normal"};
    ParameterInfo& bounds = parameters.emplace_back(bounds_parameter("sigma"));
    bounds.choices.erase(bounds.choices.begin());
    bounds.choice_labels.erase(bounds.choice_labels.begin());
    bounds.only_with = "distribution";
    bounds.only_where = truncated;
    add_cut(parameters, true, "distribution", truncated);
    return parameters;
}

Bounds bounds_of(const Parameters& completed) { return value_named(bounds_names, word(completed, "bounds")); }

Draw truncated_draw(double mean, double std, const Parameters& completed)
{
    const Bounds bounds = bounds_of(completed);
    if (bounds == Bounds::none)
        return {.base = base_normal(), .scale = std, .shift = mean};
    double low = number(completed, "low"), high = number(completed, "high");
    const bool absolute = bounds == Bounds::absolute, compensated = is_on(completed, "compensated");
    if (std == 0)
        return constant_draw(absolute ? std::clamp(mean, std::min(low, high), std::max(low, high)) : mean);
    double scale = std;
    if (absolute) {
        if (compensated && low < high)
            scale = std_before(std, low - mean, high - mean);
        low = (low - mean) / scale;
        high = (high - mean) / scale;
    }
    if (!(low < high))   // an empty interval: only a point is left
        return constant_draw(mean + scale * low);
    if (!absolute && compensated)
        scale = std / std_between(low, high);
    return {.base = base_truncated_normal(low, high), .scale = scale, .shift = mean};
}

Draw chosen_draw(double std, const Parameters& completed)
{
    if (is_word(completed, "distribution", "uniform"))
        return uniform_draw(std);
    return is_word(completed, "distribution", "truncated_normal") ? truncated_draw(0, std, completed)
                                                                  : normal_draw(std);
}

}   // namespace stepzero
