// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>

#include "core/capture/capture_thresholds.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"
#include "core/math/statistics/float_format.h"

namespace stepzero {

namespace {

std::vector<CaptureFinding> find_overflow(const Capture& capture, FloatFormat format)
{
    const FloatRange& range = float_range(format);
    std::vector<const CapturedModule*> modules;
    double largest = 0;
    for (const CapturedModule& one : capture.modules)
        if (one.output && one.output->largest.value_or(0) > range.largest) {
            modules.push_back(&one);
            largest = std::max(largest, *one.output->largest);
        }
    if (modules.empty())
        return {};
    return {finding_of(capture, "overflow", Severity::note, modules,
        tr("outputs up to %1 exceed %2, the largest number of %3.", short_text(largest), short_text(range.largest),
            range.label),
        tr("In this format they become infinite."),
        tr("Keep these modules in a format with a larger range, or scale their inputs."))};
}

/// A scale of the loss moves all gradients together.
std::vector<CaptureFinding> find_underflow(const Capture& capture)
{
    double largest = 0;
    for (const CapturedModule& one : capture.modules)
        if (one.gradient)
            largest = std::max(largest, one.gradient->largest.value_or(0));
    std::vector<const CapturedModule*> modules;
    double smallest = 0;
    for (const CapturedModule& one : capture.modules)
        if (one.gradient && one.gradient->rms && *one.gradient->rms > 0
            && *one.gradient->rms < capture_limits::float16_span * largest) {
            smallest = modules.empty() ? *one.gradient->rms : std::min(smallest, *one.gradient->rms);
            modules.push_back(&one);
        }
    if (modules.empty())
        return {};
    return {finding_of(capture, "underflow", Severity::note, modules,
        tr("gradients down to an RMS of %1 become 0 in fp16, even with the best loss scale.", short_text(smallest)),
        tr("The largest gradient of the model is %1, and the range of fp16 is smaller than their ratio.",
            short_text(largest)),
        tr("Train in bf16, whose range is that of fp32."))};
}

std::vector<CaptureFinding> find_float_range(const Capture& capture)
{
    std::vector<CaptureFinding> all = find_overflow(capture, FloatFormat::bfloat16);
    if (all.empty())
        all = find_overflow(capture, FloatFormat::float16);
    std::ranges::move(find_underflow(capture), std::back_inserter(all));
    return all;
}

}   // namespace

CaptureRule capture_rule_float_range()
{
    return {"float_range",
        {{"overflow", tr("overflow"), tr("outputs are beyond the range of fp16 or bf16")},
            {"underflow", tr("underflow"), tr("gradients become 0 in fp16, whatever the scale of the loss")}},
        find_float_range};
}

}   // namespace stepzero
