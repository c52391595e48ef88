// SPDX-License-Identifier: GPL-3.0-or-later
// Losses of signals and gradients in low-precision formats.
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
    double share = 0;   ///< largest underflowing fraction
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

using Layers = std::vector<std::vector<const Distribution*>>;   // several tensors per layer

/// Returns the loss of each format for tensors scaled by its power of two.
std::vector<Loss> losses_of(
    const Layers& layers, const std::vector<FloatFormat>& formats, const std::vector<double>& shifts)
{
    std::vector<Loss> losses;
    for (const FloatFormat format : formats)
        losses.push_back({.format = format});
    for (std::size_t l = 0; l < layers.size(); ++l)
        for (const Distribution* tensor : layers[l])
            for (std::size_t f = 0; f < formats.size(); ++f) {
                const FloatRange& range = float_range(formats[f]);
                const bool over = overflows(*tensor, range, shifts[f]);
                const double share = underflow_share(*tensor, range, shifts[f]);
                if (!over && share <= limit_of(formats[f]))
                    continue;
                Loss& loss = losses[f];
                loss.first = loss.first > 0 ? loss.first : int(l) + 1;
                loss.last = int(l) + 1;
                loss.over = loss.over || over;
                loss.share = std::max(loss.share, share);
            }
    std::erase_if(losses, [](const Loss& loss) { return loss.first == 0; });
    return losses;
}

/// Returns, per format, the power of two with which the largest gradient just fits, as dynamic loss scaling finds it.
std::vector<double> loss_scales(const Layers& layers, const std::vector<FloatFormat>& formats)
{
    double largest = -std::numeric_limits<double>::infinity();
    for (const auto& layer : layers)
        for (const Distribution* tensor : layer)
            largest = std::max(
                largest, std::log2(std::max(std::abs(tensor->min), std::abs(tensor->max))) + double(tensor->exponent));
    std::vector<double> scales;
    for (const FloatFormat format : formats)
        scales.push_back(std::isfinite(largest) ? std::floor(std::log2(float_range(format).largest) - largest) : 0.0);
    return scales;
}

/// Returns whether a signal with this RMS fits well into a format. Five times the RMS must be in range, and a normal
/// distribution must underflow less than the allowed fraction.
bool fits(double ln_rms, FloatFormat format)
{
    const FloatRange& range = float_range(format);
    if (ln_rms == -std::numeric_limits<double>::infinity())
        return true;   // zeros lose nothing
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
    if (lowest > highest)
        return false;   // unknown to theory, as after the last norm of a ConvNeXt
    // The largest gradient, about eight times the RMS, is scaled to the format's maximum.
    return !fits(std::log(float_range(format).largest / 8) - (highest - lowest), format);
}

Text message_of(const Case& c, const Loss& loss, bool gradient)
{
    const Text where = span_text(c.network, loss.first, loss.last);
    const FloatRange& range = float_range(loss.format);
    const std::string format = range.label, largest = short_text(range.largest), part = percent_text(loss.share),
                      smallest = short_text(range.smallest_subnormal);
    if (loss.over)
        return gradient
            ? tr("In %1 the gradient of %2 overflows (> %3), even with the best loss scale.", format, where, largest)
            : tr("In %1 the signal of %2 overflows (> %3).", format, where, largest);
    return gradient ? tr("In %1, %2 of the nonzero gradients of %3 underflow (< %4), even with the best loss scale.",
               format, part, where, smallest)
                    : tr("In %1, %2 of the nonzero signal of %3 underflows (< %4).", format, part, where, smallest);
}

/// The widest format with losses makes the finding, which also names the narrower ones.
std::optional<Finding> finding(
    const Case& c, const std::vector<FloatFormat>& formats, const Layers& layers, bool gradient)
{
    const std::vector<Loss> losses = losses_of(
        layers, formats, gradient ? loss_scales(layers, formats) : std::vector<double>(formats.size(), 0.0));
    if (losses.empty())
        return std::nullopt;
    const Loss& widest = losses.front();
    Finding f;
    f.id = std::string(gradient ? "gradient_" : "signal_") + (widest.over ? "overflow" : "underflow");
    f.severity = severity_of(widest.format);
    f.first_layer = widest.first;
    f.last_layer = widest.last;
    std::vector<Text> narrower;
    for (auto loss = losses.begin() + 1; loss != losses.end(); ++loss)
        narrower.push_back(
            tr("%1 from %2", float_range(loss->format).label, span_text(c.network, loss->first, loss->first)));
    f.message
        = joined({message_of(c, widest, gradient),
                     narrower.empty() ? Text() : tr("Narrower formats lose entries too: %1.", joined(narrower, ", "))},
            " ");
    f.cause = gradient ? tr("The gradient g changes so much over depth that no loss scale fits all layers.")
        : widest.over  ? tr("The signal is larger than the format's largest number.")
                       : tr("The signal is smaller than the format's smallest number.");
    f.formula = gradient ? "largest/smallest of the format < (max |g_l|)/(min |g_l|)" : "smallest/2 < |x| < largest";
    // The fix must hold for all formats; otherwise, a narrower one would be reported next.
    return with_ways_out(c, std::move(f), [formats, gradient](const Experiment&, const Profile& profile) {
        return std::any_of(formats.begin(), formats.end(),
            [&](FloatFormat one) { return gradient ? loses_gradient(profile, one) : loses_signal(profile, one); });
    });
}

std::vector<Finding> find_precision(const Case& c)
{
    Layers signal, gradient;
    for (int block = 1; block <= c.measurement.depth(); ++block) {
        signal.push_back({c.measurement.preactivation(block), c.measurement.output(block)});
        if (const Distribution* found = c.measurement.gradient(block))
            gradient.push_back({found});
    }
    using enum FloatFormat;
    std::vector<Finding> found;
    // E4M3 is intended for weights and activations, E5M2 for gradients (Micikevicius et al. 2022).
    if (auto f = finding(c, {float32, bfloat16, float16, e4m3}, signal, false))
        found.push_back(std::move(*f));
    if (gradient.size() == signal.size())
        if (auto f = finding(c, {float32, bfloat16, float16, e5m2}, gradient, true))
            found.push_back(std::move(*f));
    return found;
}

}   // namespace

Rule rule_precision()
{
    return {"precision", "Micikevicius et al. 2018, 2022",
        {{"signal_overflow", tr("overflowing"), tr("entries are outside the range of fp16, bf16 or fp8"), 240,
             {"floats"}},
            {"signal_underflow", tr("underflowing"), {}, 250, {"floats"}},
            {"gradient_overflow", tr("overflowing"), {}, 260, {"floats"}},
            {"gradient_underflow", tr("underflowing"), {}, 270, {"floats"}}},
        find_precision};
}

}   // namespace stepzero
