// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/criteria.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/diagnose/thresholds.h"
#include "core/network/experiment/overrides.h"
#include "core/theory/attention_theory.h"

namespace stepzero {

namespace {

bool is_layered(const Network& network) { return kind_of(network).layered; }

/// Returns whether branches read the stream through norms, whose output has RMS 1.
bool reads_normed(const Network& network) { return has_norms(network); }

/// Returns the range from the first to the last layer for which `bad` is true.
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

/// An activation without a special scale has no signal that is small or large in itself.
bool scale_free(const Network& network) { return is_scale_free(ActivationFunction(network.activation)); }

/// Returns the index of the layer that a drift up to this layer is relative to: the first one, or, where only some
/// layers have norms, the last one whose norm sets the size of the signal.
std::size_t start_of_drift(const Network& network, std::size_t layer)
{
    if (!is_layered(network) || unit_norms(network).size() == 1)
        return 0;
    while (layer > 0 && unit_norm_of_layer(network, int(layer) + 1) == UnitNorm::none)
        --layer;
    return layer;
}

/// Returns the drift of the signal.
double drift(const Network& network, const Profile& profile, std::size_t layer)
{
    const double first = profile.layers[start_of_drift(network, layer)].ln_signal,
                 now = profile.layers[layer].ln_signal;
    return first == now ? 0 : now - first;   // avoids inf − inf
}

/// Returns whether a drift is random: theory predicts one within the limit, and the rest is scatter. Without a
/// distribution of the scatter, it is random unless theory predicts a drift in the same direction.
bool is_luck(const std::optional<Profile::Expected>& expected, double drift, double limit)
{
    if (expected && !expected->lawful)
        return !(expected->drift * drift > 0);
    return expected && std::abs(expected->drift) <= limit && expected->explains(drift);
}

int body(const Network& network, const Profile& profile) { return body(network, int(profile.layers.size())); }

std::optional<Span> drifting_signal(const Network& network, const Profile& profile, double sign, double limit)
{
    // A head may be arbitrarily small, but not large.
    const int end = sign < 0 ? body(network, profile) : int(profile.layers.size());
    if (!is_layered(network) || end < 1)
        return std::nullopt;
    const auto beyond = [&](std::size_t l) { return sign * drift(network, profile, l) > limit; };
    const auto last = std::size_t(end - 1);
    if (!beyond(last) || is_luck(sign < 0 ? profile.body_signal : profile.signal, drift(network, profile, last), limit))
        return std::nullopt;
    const double std = profile.layers[last].ln_output_std;
    const bool notable = sign < 0 ? std < std::log(thresholds::low_std) : std > std::log(thresholds::high_std);
    return scale_free(network) || notable ? span_of(profile, beyond) : std::nullopt;
}

/// Returns the largest growth of the gradient's norm in a single layer, as a logarithm, backwards from layer `end`.
double steepest_growth(const Network& network, const Profile& profile, int end)
{
    double steepest = 0;
    for (std::size_t l = 1; is_layered(network) && l < std::size_t(end); ++l) {
        const auto &before = profile.layers[l - 1].ln_gradient, &behind = profile.layers[l].ln_gradient;
        if (before && behind && std::isfinite(*behind))
            steepest = std::max(steepest, *before - *behind);
    }
    return steepest;
}

std::optional<Span> drifting_gradient(const Network& network, const Profile& profile, double sign, double limit)
{
    const int end = body(network, profile);
    if (end < 1 || !profile.layers.front().ln_gradient || !profile.layers[std::size_t(end - 1)].ln_gradient)
        return std::nullopt;
    const double last = *profile.layers[std::size_t(end - 1)].ln_gradient;
    if (sign < 0 && no_gradient(network, profile))
        return Span {1, end};
    const auto beyond = [&](std::size_t l) {
        const auto& now = profile.layers[l].ln_gradient;
        return int(l) < end && now && *now != last && sign * (*now - last) > limit;
    };
    const double drifted = *profile.layers.front().ln_gradient - last;
    if (beyond(0) && !is_luck(profile.gradient, drifted, limit))
        return span_of(profile, beyond);
    const double of_one = thresholds::gradient_of_one_layer * limit / thresholds::gradient_drift;
    if (!(sign > 0 && drifted > of_one && steepest_growth(network, profile, end) > of_one))
        return std::nullopt;
    return span_of(profile, [&](std::size_t l) {
        const auto& now = profile.layers[l].ln_gradient;
        return int(l) < end && now && *now - last > of_one;
    });
}

/// Outputs that are 0 because the input is 0 are not dead when the activation has a slope there.
bool only_silent(const Network& network, const LayerProfile& profile, int layer)
{
    if (profile.ln_signal != -std::numeric_limits<double>::infinity())
        return false;
    return ActivationFunction(value_of_layer(network, layer, activation_setting).first).derivative(0) != 0;
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

Severity drift_severity(double ln_factor)
{
    const double size = std::abs(ln_factor);
    return size <= thresholds::mild_drift                           ? Severity::note
        : size > thresholds::signal_drift + thresholds::grave_drift ? Severity::error
                                                                    : Severity::warning;
}

Severity signal_severity(const Network& network, const Profile& profile, bool vanishing)
{
    const int end = vanishing ? body(network, profile) : int(profile.layers.size());
    const auto& expected = vanishing ? profile.body_signal : profile.signal;
    const double measured = drift(network, profile, std::size_t(end - 1));
    return drift_severity(expected && expected->explains(measured) ? expected->drift : measured);
}

bool no_gradient(const Network& network, const Profile& profile)
{
    const int end = body(network, profile);
    if (end < 1)
        return false;
    const auto& expected = profile.gradient;
    if (expected && !expected->lawful && expected->drift == 0)
        return false;   // random scatter of a network that is too narrow for its depth
    const LayerProfile& last = profile.layers[std::size_t(end - 1)];
    return last.ln_gradient == -std::numeric_limits<double>::infinity() && last.saturated > thresholds::saturated;
}

Severity gradient_severity(const Network& network, const Profile& profile)
{
    if (no_gradient(network, profile))
        return Severity::error;
    const double measured
        = *profile.layers.front().ln_gradient - *profile.layers[std::size_t(body(network, profile) - 1)].ln_gradient;
    const auto& expected = profile.gradient;
    const double size = std::abs(expected && expected->explains(measured) ? expected->drift : measured);
    const bool of_one
        = measured > 0 && steepest_growth(network, profile, body(network, profile)) > thresholds::gradient_of_one_layer;
    return size > thresholds::grave_gradient_drift           ? Severity::error
        : size <= thresholds::mild_gradient_drift && !of_one ? Severity::note
                                                             : Severity::warning;
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
        return profile.layers[l].dead > thresholds::dead + thresholds::dead_sigmas * std::sqrt(0.25 / units)
            && !only_silent(network, profile.layers[l], int(l) + 1);
    });
}

std::optional<Span> vanishing_gradient(const Network& network, const Profile& profile, double part)
{
    return drifting_gradient(network, profile, -1, part * thresholds::gradient_drift);
}

std::optional<Span> exploding_gradient(const Network& network, const Profile& profile, double part)
{
    return drifting_gradient(network, profile, 1, part * thresholds::gradient_drift);
}

std::optional<Span> alike_inputs(const Network& network, const Profile& profile, double part)
{
    const auto& start = profile.ln_start_difference;
    const int end = body(network, profile);
    if (end < 1 || !start || !std::isfinite(*start))
        return std::nullopt;
    const double limit = part * thresholds::alike;
    if (*start - limit < std::log(thresholds::difference_rounding))
        return std::nullopt;   // differences too small to follow
    const auto drift_at = [&](std::size_t l) {
        const auto& now = profile.layers[l].ln_difference;
        return now ? *now - *start : 0;
    };
    const double drifted = drift_at(std::size_t(end - 1));
    if (!(drifted < -limit) || is_luck(profile.difference, drifted, limit))
        return std::nullopt;
    return span_of(profile, [&](std::size_t l) { return int(l) < end && drift_at(l) < -limit; });
}

Severity alike_severity(const Network& network, const Profile& profile)
{
    const double end = *profile.layers[std::size_t(body(network, profile) - 1)].ln_difference;
    return end < thresholds::grave_alike ? Severity::error : Severity::warning;
}

std::optional<Span> mixing_gain(const Network&, const Profile& profile, double part)
{
    const double limit = part * thresholds::mixing_gain;
    return span_of(profile, [&](std::size_t l) {
        const auto& gains = profile.layers[l].gains;
        return gains && (std::abs(gains->forward) > limit || std::abs(gains->backward) > limit);
    });
}

bool mixing_fades(const Profile& profile)
{
    return profile.layers.back().gains->forward + profile.layers.front().gains->backward < 0;
}

Severity mixing_severity(const Profile& profile)
{
    const bool grave = std::ranges::any_of(profile.layers, [](const LayerProfile& layer) {
        return layer.gains
            && std::max(std::abs(layer.gains->forward), std::abs(layer.gains->backward))
            > thresholds::grave_mixing_gain;
    });
    return grave ? Severity::error : Severity::warning;
}

namespace {

/// Returns ln of the RMS that a norm writes when its input has variance ε/part²; −inf when its scale is 0.
double ln_least_written(const Network& network, const std::string& scale, int block, double part)
{
    return std::log(norm_scale_rms(network, scale, block)) - std::log1p(part * part) / 2;
}

/// Finds starved norms of plain layers, or before or after convolutions, which do not read a stream. It uses their
/// output, √(v/(v + ε)) times their scale.
std::optional<Span> starved_channels(
    const Network& network, const BlockNorms& norms, const Profile& profile, double part)
{
    const bool differ = uses_variable(initializer_of(network, norms.scale, Role::bias), "l");
    double least = ln_least_written(network, norms.scale, 1, part);
    return span_of(profile, [&](std::size_t l) {
        if (is_layered(network) && unit_norm_of_layer(network, int(l) + 1) == UnitNorm::none)
            return false;
        if (differ)
            least = ln_least_written(network, norms.scale, int(l) + 1, part);
        const LayerProfile& layer = profile.layers[l];
        const std::optional<double> written = is_layered(network) ? layer.ln_signal : layer.ln_inner;
        return written && std::isfinite(*written) && *written < least;
    });
}

}   // namespace

double norm_scale_rms(const Network& network, const std::string& role, int block)
{
    const Shape shape {network.width, network.width};
    const Law law
        = law_of(draw_of(initializer_in_block(network, role, Role::bias, block), shape, Role::bias), shape, Role::bias);
    return std::hypot(law.mean, std::sqrt(law.variance));
}

std::optional<WrongScale> wrong_norm_scale(const Network& network, const RoleInfo& scale, bool small)
{
    const bool differ = scale.in_blocks && uses_variable(initializer_of(network, scale.name, scale.kind), "l");
    std::optional<WrongScale> wrong;
    const int first = scale.in_blocks ? 1 : 0, last = differ ? depth(network) : first;
    for (int block = first; block <= last; ++block) {
        const double rms = norm_scale_rms(network, scale.name, block);
        if (rms <= thresholds::norm_scale && (!small || rms >= 1 / thresholds::norm_scale))
            continue;
        if (!wrong)
            wrong = WrongScale {1, 0, {block, block}};
        wrong->span.last = differ || !scale.in_blocks ? block : depth(network);
        if (std::abs(std::log(rms)) > std::abs(std::log(wrong->rms))) {
            wrong->rms = rms;
            wrong->block = differ ? block : 0;
        }
    }
    return wrong;
}

bool starved_embedding_norm(const Network& network, const Profile& profile, double part)
{
    const NetworkStructure structure = structure_of(network);
    if (structure.embedding_norm.empty() || !structure.norms || structure.norms->epsilon == 0)
        return false;
    return std::isfinite(profile.ln_start)
        && profile.ln_start < ln_least_written(network, structure.embedding_norm, 0, part);
}

std::optional<Span> starved_norm(const Network& network, const Profile& profile, double part)
{
    if (starved_embedding_norm(network, profile, part))
        return Span {1, 1};
    const std::optional<BlockNorms> norms = structure_of(network).norms;
    if (norms && norms->of_channels)
        return starved_channels(network, *norms, profile, part);
    if (!norms || !norms->read_stream || norms->epsilon == 0)
        return std::nullopt;   // no norm with an ε reads the stream
    const double least = std::log(norms->epsilon) / 2 - std::log(part);
    return span_of(profile, [&](std::size_t l) {
        const double read = l == 0 ? profile.ln_start : profile.layers[l - 1].ln_signal;
        return read < least && read > -std::numeric_limits<double>::infinity();
    });
}

Severity growth_severity(const Network& network, const Profile& profile)
{
    // Branches after a norm write the same whatever the size of the stream, so a start below the 1 that they read does
    // not count. Such a stream grows linearly, which trains, but late branches contribute little (De, Smith 2020; Sun
    // et al. 2025). It is more than a note only when each branch writes much more than it reads.
    const double start
        = reads_normed(network) ? std::max(profile.ln_start, std::log(thresholds::normed_stream)) : profile.ln_start;
    return drift_severity(profile.layers.back().ln_signal - start);
}

std::optional<Span> growing_stream(const Network& network, const Profile& profile, double part)
{
    if (kind_of(network).steps.empty())
        return std::nullopt;   // no stream
    const bool normed = reads_normed(network);
    if (norms_hold_stream(network))
        return std::nullopt;
    const double least = std::log(thresholds::normed_stream) + std::log(part) / 2;
    const auto grown = [&](std::size_t l) {
        const double now = profile.layers[l].ln_signal;
        return now - profile.ln_start > part * thresholds::stream_growth && !(normed && now < least);
    };
    return span_of(profile, grown);
}

Severity frozen_severity(const Profile& profile, Span span)
{
    const AttentionProfile& a = *profile.layers[std::size_t(span.first - 1)].attention;
    return a.spread > freezing_spread(std::exp(a.log_visible)) ? Severity::error : Severity::warning;
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

std::optional<Span> sharp_router(const Network&, const Profile& profile, double part)
{
    return span_of(profile, [&](std::size_t l) {
        const auto& r = profile.layers[l].router;
        return r && r->log_experts > 0 && r->entropy < thresholds::frozen_entropy / part * r->log_experts;
    });
}

Severity crowded_severity(const Profile& profile, Span span)
{
    const RouterProfile& r = *profile.layers[std::size_t(span.first - 1)].router;
    return r.load_spread * r.load_spread > thresholds::all_in_few * r.most_spread * r.most_spread ? Severity::error
                                                                                                  : Severity::warning;
}

std::optional<Span> crowded_experts(const Network&, const Profile& profile, double part)
{
    // In a narrow network, one router of many may be crowded at random, which is not a fault of its initialization.
    const auto has_cause = [&](std::size_t l) {
        const LayerProfile& layer = profile.layers[l];
        return layer.router->undecided()
            || (layer.ln_difference && *layer.ln_difference < std::log(thresholds::crowding_difference));
    };
    return span_of(profile, [&](std::size_t l) {
        const auto& r = profile.layers[l].router;
        return r && r->most_spread > 0 && has_cause(l)
            && r->load_spread * r->load_spread > part * thresholds::crowded * r->most_spread * r->most_spread;
    });
}

Severity memory_severity(const Profile& profile, Span span)
{
    const MemoryProfile& memory = *profile.layers[std::size_t(span.first - 1)].memory;
    return memory.spread < thresholds::memory_spread ? Severity::error : Severity::warning;
}

std::optional<Span> short_memory(const Network& network, const Profile& profile, double part)
{
    const double taps = structure_of(network).convolution_taps.value_or(0);
    return span_of(profile, [&](std::size_t l) {
        const auto& memory = profile.layers[l].memory;
        return memory && memory->longest < taps / part;
    });
}

double least_cross_entropy(const Profile& profile, int outcomes)
{
    return profile.prior ? std::min(profile.prior->entropy, std::log(double(outcomes))) : std::log(double(outcomes));
}

std::optional<Span> sharp_logits(const Network& network, const Profile& profile, double part)
{
    if (!profile.logit_std)
        return std::nullopt;
    // For few images, the measured loss depends on their random classes, so the average loss for logits of this std
    // also counts.
    const int classes = structure_of(network).softmax->outcomes;
    const double uniform = std::log(double(classes)), least = least_cross_entropy(profile, classes);
    // The preferences of the head's bias are intended.
    const double spread = profile.prior
        ? std::sqrt(std::max(0.0, *profile.logit_std * *profile.logit_std - profile.prior->variance))
        : *profile.logit_std;
    double away = softmax_moments(classes, spread).log_sum - uniform;
    if (profile.cross_entropy)
        away = std::max({away, *profile.cross_entropy - uniform, least - *profile.cross_entropy});
    if (spread >= part * thresholds::sharp_logits || away > part * thresholds::cross_entropy)
        return Span {};
    return std::nullopt;
}

}   // namespace stepzero
