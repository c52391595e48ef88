// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/capture/capture_thresholds.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// Returns the number of units: channels of images and signals, or else the last dimension.
std::uint64_t units_of(const CapturedMoments& output)
{
    if (output.shape.size() < 2)
        return output.count;
    return output.shape.size() >= 4 ? output.shape[1] : output.shape.back();
}

/// Returns whether most units are 0 for the whole batch, beyond what happens where all samples are similar. Outputs of
/// a softmax are 0 where keys are masked.
bool is_dead(const CapturedModule& one, const CapturedModule* before, int step)
{
    if (one.kind != ModuleKind::activation || !one.output || !one.output->dead
        || one.class_name.find("max") != std::string::npos)
        return false;
    // An activation of zeros belongs to a branch that starts at 0.
    if (before && before->output && before->output->all_zero())
        return false;
    const auto units = double(units_of(*one.output));
    const bool many_samples = double(one.output->count) >= capture_limits::least_samples * units;
    if (units < 1 || (step > 0 && !many_samples))
        return false;
    const double most = capture_limits::dead + thresholds::dead_sigmas * std::sqrt(0.25 / units);
    if (most < 1)
        return *one.output->dead > most;
    return *one.output->dead == 1 && units >= (many_samples ? capture_limits::few_units : capture_limits::some_units);
}

std::vector<CaptureFinding> find_dead(const Capture& capture)
{
    std::vector<const CapturedModule*> modules;
    const CapturedModule *before = nullptr, *worst = nullptr;
    for (const CapturedModule& one : capture.modules) {
        if (is_dead(one, before, capture.step)) {
            modules.push_back(&one);
            if (!worst || *one.output->dead > *worst->output->dead)
                worst = &one;
        }
        before = &one;
    }
    if (!worst)
        return {};
    const bool all = *worst->output->dead == 1;
    return {finding_of(capture, "dead_units", all ? Severity::error : Severity::warning, modules,
        modules.size() == 1 ? tr("%1 of the units are 0 for the whole batch.", percent_text(*worst->output->dead))
                            : tr("up to %1 of the units are 0 for the whole batch (%2).",
                                percent_text(*worst->output->dead), worst->path),
        tr("Their input is negative for every sample, so they pass neither a signal nor a gradient. Biases are "
           "negative, or the last steps were too large."),
        tr("Set biases to 0, use He initialization, lower the learning rate, or use leaky ReLU or GELU."))};
}

}   // namespace

CaptureRule capture_rule_dead()
{
    return {"dead", {{"dead_units", tr("dead"), tr("units are 0 for the whole batch, and cannot learn")}}, find_dead};
}

}   // namespace stepzero
