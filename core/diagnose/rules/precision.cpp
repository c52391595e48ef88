// SPDX-License-Identifier: GPL-3.0-or-later
// What a format of fewer bits would lose, forward and backward.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/diagnose/float_range.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

struct Loss {
    FloatFormat format = FloatFormat::float32;
    int first = 0, last = 0;
    bool over = false;
    double share = 0;   ///< the largest that underflows
};

Severity severity_of(FloatFormat format)
{
    return format <= FloatFormat::bfloat16 ? Severity::error
        : format == FloatFormat::float16   ? Severity::warning
                                           : Severity::note;
}

double limit_of(FloatFormat format)
{
    return format >= FloatFormat::e5m2 ? thresholds::underflow_fp8 : thresholds::underflow;
}

/// What a format loses of tensors by layer, several a layer, times 2^shift.
std::optional<Loss> loss_of(
    const std::vector<std::vector<const Distribution*>>& layers, FloatFormat format, double shift)
{
    const FloatRange& range = float_range(format);
    Loss loss {.format = format};
    for (std::size_t l = 0; l < layers.size(); ++l)
        for (const Distribution* tensor : layers[l]) {
            const bool over = overflows(*tensor, range, shift);
            const double share = underflow_share(*tensor, range, shift);
            if (!over && share <= limit_of(format))
                continue;
            loss.first = loss.first > 0 ? loss.first : int(l) + 1;
            loss.last = int(l) + 1;
            loss.over = loss.over || over;
            loss.share = std::max(loss.share, share);
        }
    return loss.first > 0 ? std::optional(loss) : std::nullopt;
}

/// The power of two by which the largest gradient just stays within a format: what dynamic loss scaling finds.
double loss_scale(const std::vector<std::vector<const Distribution*>>& layers, FloatFormat format)
{
    double largest = -std::numeric_limits<double>::infinity();
    for (const auto& layer : layers)
        for (const Distribution* tensor : layer)
            largest = std::max(
                largest, std::log2(std::max(std::abs(tensor->min), std::abs(tensor->max))) + double(tensor->exponent));
    return std::isfinite(largest) ? std::floor(std::log2(float_range(format).largest) - largest) : 0;
}

/// Whether a signal of this RMS keeps well within a format: five times it from above, and from below so far that a
/// normal density of it has less than the allowed share there.
bool fits(double ln_rms, FloatFormat format)
{
    const FloatRange& range = float_range(format);
    if (ln_rms == -std::numeric_limits<double>::infinity())
        return true;   // nothing is lost of zeros
    const double share_of_unit = std::sqrt(2 / std::numbers::pi) / (thresholds::margin * limit_of(format));
    return ln_rms + std::log(5.0) < std::log(range.largest)
        && ln_rms > std::log(range.smallest_subnormal / 2) + std::log(share_of_unit);
}

bool loses_signal(const Profile& profile, FloatFormat format)
{
    return std::any_of(profile.layers.begin(), profile.layers.end(), [&](const LayerProfile& layer) {
        return !fits(layer.ln_signal, format) || !fits(layer.ln_output, format)
            || (layer.ln_inner && !fits(*layer.ln_inner, format));
    });
}

bool loses_gradient(const Profile& profile, FloatFormat format)
{
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const LayerProfile& layer : profile.layers)
        if (layer.ln_gradient) {
            lowest = std::min(lowest, *layer.ln_gradient);
            highest = std::max(highest, *layer.ln_gradient);
        }
    // With the largest gradient, some eight times the RMS, at the format's end.
    return !fits(std::log(float_range(format).largest / 8) - (highest - lowest), format);
}

std::string message_of(const Case& c, const std::string& what, const Loss& loss)
{
    const std::string where = what + " of " + span_text(c.network, loss.first, loss.last);
    return loss.over ? where + " overflows in " + float_range(loss.format).label + ", beyond "
            + short_text(float_range(loss.format).largest)
                     : percent_text(loss.share) + " of what is not 0 of " + where + " becomes 0 in "
            + float_range(loss.format).label + ", below " + short_text(float_range(loss.format).smallest_subnormal);
}

/// Of the formats that lose something the widest makes the finding, the narrower ones are told with it.
std::optional<Finding> finding(const Case& c, const char* what, const std::vector<FloatFormat>& formats,
    const std::vector<std::vector<const Distribution*>>& layers, bool gradient)
{
    std::optional<Loss> widest;
    std::string narrower;
    for (const FloatFormat format : formats)
        if (const auto loss = loss_of(layers, format, gradient ? loss_scale(layers, format) : 0)) {
            if (widest)
                narrower += std::string("; ") + float_range(format).label + " from "
                    + span_text(c.network, loss->first, loss->first);
            else
                widest = loss;
        }
    if (!widest)
        return std::nullopt;
    const FloatFormat format = widest->format;
    Finding f;
    f.id = std::string(gradient ? "gradient_" : "signal_") + (widest->over ? "overflow" : "underflow");
    f.severity = severity_of(format);
    f.first_layer = widest->first;
    f.last_layer = widest->last;
    f.message = message_of(c, what, *widest) + (gradient ? ", even with the best loss scale" : "") + narrower;
    f.cause = gradient ? "the gradient changes so much over depth that no loss scale fits all layers"
        : widest->over ? "the signal is larger than the format holds"
                       : "the signal is smaller than the format resolves";
    f.formula = gradient ? "largest/smallest of the format < (max |g_l|)/(min |g_l|)" : "smallest/2 < |x| < largest";
    // Whatever format it is said of, the narrower ones would say it again.
    return with_ways_out(c, std::move(f), [formats, gradient](const Experiment&, const Profile& profile) {
        return std::any_of(formats.begin(), formats.end(),
            [&](FloatFormat one) { return gradient ? loses_gradient(profile, one) : loses_signal(profile, one); });
    });
}

std::vector<Finding> find(const Case& c)
{
    std::vector<std::vector<const Distribution*>> signal, gradient;
    for (int block = 1; block <= c.measurement.depth(); ++block) {
        signal.push_back({c.measurement.preactivation(block), c.measurement.output(block)});
        if (const Distribution* found = c.measurement.gradient(block))
            gradient.push_back({found});
    }
    using enum FloatFormat;
    std::vector<Finding> found;
    // E4M3 is meant for weights and activations, E5M2 for gradients (Micikevicius et al. 2022).
    if (auto f = finding(c, "the signal", {float32, bfloat16, float16, e4m3}, signal, false))
        found.push_back(std::move(*f));
    if (gradient.size() == signal.size())
        if (auto f = finding(c, "the gradient", {float32, bfloat16, float16, e5m2}, gradient, true))
            found.push_back(std::move(*f));
    return found;
}

}   // namespace

Rule rule_precision() { return {"precision", "Micikevicius et al. 2018, 2022", find}; }

}   // namespace stepzero
