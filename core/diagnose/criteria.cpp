// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/criteria.h"

#include <cmath>
#include <limits>

#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

bool is_layered(const Network& network) { return kind_of(network).layered; }

/// Layers from the first to the last of which `bad` is true.
template <class Bad>
std::optional<Span> span_of(const Profile& profile, const Bad& bad)
{
    std::optional<Span> span;
    for (std::size_t l = 0; l < profile.layers.size(); ++l)
        if (bad(l)) {
            if (!span)
                span = Span {int(l) + 1, 0};
            span->last = int(l) + 1;
        }
    return span;
}

/// An activation for which no scale is special has no signal that is small or large in itself.
bool scale_free(const Network& network)
{
    const Limits limits = ActivationFunction(network.activation).limits();
    return limits.homogeneous && limits.degree == 1;
}

/// Of the signal, against the first layer.
double drift(const Profile& profile, std::size_t layer)
{
    const double first = profile.layers.front().ln_signal, now = profile.layers[layer].ln_signal;
    return first == now ? 0 : now - first;   // never inf − inf
}

/// Theory has it stay, and the rest is chance.
bool is_luck(const std::optional<Profile::Expected>& expected, double drift, double limit)
{
    // The mean of ln RMS lies spread² below ln of the prediction.
    return expected && std::abs(expected->drift) <= thresholds::margin * limit
        && std::abs(drift - expected->drift)
        <= thresholds::luck * expected->spread + expected->spread * expected->spread;
}

std::optional<Span> drifting_signal(const Network& network, const Profile& profile, double sign, double limit)
{
    if (!is_layered(network) || profile.layers.empty())
        return std::nullopt;
    const auto beyond = [&](std::size_t l) { return sign * drift(profile, l) > limit; };
    const std::size_t end = profile.layers.size() - 1;
    if (!beyond(end) || is_luck(profile.signal, drift(profile, end), limit))
        return std::nullopt;
    const double std = profile.layers.back().ln_output_std;
    const bool notable = sign < 0 ? std < std::log(thresholds::low_std) : std > std::log(thresholds::high_std);
    return scale_free(network) || notable ? span_of(profile, beyond) : std::nullopt;
}

std::optional<Span> drifting_gradient(const Profile& profile, double sign, double limit)
{
    if (profile.layers.empty() || !profile.layers.front().ln_gradient || !profile.layers.back().ln_gradient)
        return std::nullopt;
    const double last = *profile.layers.back().ln_gradient;
    const auto beyond = [&](std::size_t l) {
        const auto& now = profile.layers[l].ln_gradient;
        return now && *now != last && sign * (*now - last) > limit;
    };
    if (!beyond(0) || is_luck(profile.gradient, *profile.layers.front().ln_gradient - last, limit))
        return std::nullopt;
    return span_of(profile, beyond);
}

}   // namespace

std::optional<Span> vanishing_signal(const Network& network, const Profile& profile, double part)
{
    return drifting_signal(network, profile, -1, part * thresholds::signal_drift);
}

std::optional<Span> exploding_signal(const Network& network, const Profile& profile, double part)
{
    return drifting_signal(network, profile, 1, part * thresholds::signal_drift);
}

std::optional<Span> saturated_units(const Network&, const Profile& profile, double part)
{
    return span_of(profile, [&](std::size_t l) { return profile.layers[l].saturated > part * thresholds::saturated; });
}

std::optional<Span> dead_units(const Network& network, const Profile& profile, double)
{
    if (!is_layered(network))
        return std::nullopt;
    return span_of(profile, [&](std::size_t l) {
        const double units = width_of_layer(network, int(l) + 1);
        return profile.layers[l].dead > thresholds::dead + thresholds::dead_sigmas * std::sqrt(0.25 / units);
    });
}

std::optional<Span> vanishing_gradient(const Network&, const Profile& profile, double part)
{
    return drifting_gradient(profile, -1, part * thresholds::gradient_drift);
}

std::optional<Span> exploding_gradient(const Network&, const Profile& profile, double part)
{
    return drifting_gradient(profile, 1, part * thresholds::gradient_drift);
}

std::optional<Span> alike_inputs(const Network&, const Profile& profile, double part)
{
    const auto& start = profile.ln_start_difference;
    if (profile.layers.empty() || !start || !std::isfinite(*start))
        return std::nullopt;
    const double limit = part * thresholds::alike;
    if (*start - limit < std::log(thresholds::difference_rounding))
        return std::nullopt;   // too near to each other to be followed
    const auto drift_at = [&](std::size_t l) {
        const auto& now = profile.layers[l].ln_difference;
        return now ? *now - *start : 0;
    };
    const std::size_t end = profile.layers.size() - 1;
    if (!(drift_at(end) < -limit) || is_luck(profile.difference, drift_at(end), limit))
        return std::nullopt;
    return span_of(profile, [&](std::size_t l) { return drift_at(l) < -limit; });
}

std::optional<Span> starved_norm(const Network& network, const Profile& profile, double part)
{
    if (is_layered(network) || option_word(network, "norm") == "none" || option_word(network, "norm_placement") == "post")
        return std::nullopt;
    const double least = std::log(option(network, "norm_epsilon")) / 2 - std::log(part);
    return span_of(profile, [&](std::size_t l) {
        const double read = l == 0 ? profile.ln_start : profile.layers[l - 1].ln_signal;
        return read < least && read > -std::numeric_limits<double>::infinity();
    });
}

std::optional<Span> growing_stream(const Network& network, const Profile& profile, double part)
{
    if (is_layered(network))
        return std::nullopt;
    const bool normed = option_word(network, "norm") != "none";
    if (normed && option_word(network, "norm_placement") == "post")
        return std::nullopt;   // a norm stands on the stream
    const double least = std::log(thresholds::normed_stream) + std::log(part) / 2;
    const auto grown = [&](std::size_t l) {
        const double now = profile.layers[l].ln_signal;
        return now - profile.ln_start > part * thresholds::stream_growth && !(normed && now < least);
    };
    return span_of(profile, grown);
}

std::optional<Span> frozen_attention(const Network&, const Profile& profile, double part)
{
    return span_of(profile, [&](std::size_t l) {
        const auto& a = profile.layers[l].attention;
        return a && a->log_visible > 0 && a->entropy < thresholds::frozen_entropy / part * a->log_visible;
    });
}

std::optional<Span> uniform_attention(const Network&, const Profile& profile, double part)
{
    return span_of(profile, [&](std::size_t l) {
        const auto& a = profile.layers[l].attention;
        return a && a->log_visible > 0 && a->spread < thresholds::uniform_spread / part;
    });
}

std::optional<Span> sharp_logits(const Network& network, const Profile& profile, double part)
{
    if (!profile.logit_std)
        return std::nullopt;
    const double away
        = profile.cross_entropy ? std::abs(*profile.cross_entropy - std::log(option(network, "vocabulary"))) : 0;
    if (*profile.logit_std >= part * thresholds::sharp_logits || away > part * thresholds::cross_entropy)
        return Span {};
    return std::nullopt;
}

}   // namespace stepzero
