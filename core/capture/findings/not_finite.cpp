// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/rules.h"

namespace stepzero {

namespace {

/// `others` counts the modules that it spreads to.
Text not_finite_text(const CapturedMoments& moments, const Text& what, int others)
{
    const std::string found = std::to_string(moments.not_finite), all = std::to_string(moments.count);
    return others == 0
        ? tr("%1 of %2 entries of its %3 are NaN or infinite.", found, all, what)
        : tr("%1 of %2 entries of its %3 are NaN or infinite, and it spreads to %4 other {module|modules}.", found, all,
            what, others);
}

/// The first module in the order of execution with such an output is where it begins, and the last one with such a
/// gradient.
std::vector<CaptureFinding> find_not_finite(const Capture& capture)
{
    std::vector<CaptureFinding> all;
    std::vector<const CapturedParameter*> parameters;
    std::uint64_t entries = 0;
    for (const CapturedParameter& one : capture.parameters)
        if (one.value.not_finite > 0) {
            parameters.push_back(&one);
            entries += one.value.not_finite;
        }
    if (!parameters.empty())
        all.push_back(finding_of(capture, "not_finite", Severity::error, parameters,
            tr("%1 {entry is|entries are} NaN or infinite.", entries),
            tr("The weights are not finite before the pass, so every output that uses them is not finite either."),
            tr("Look for a division by 0, or an overflow of a narrow format, in the initialization or the last "
               "step.")));

    const CapturedModule *output = nullptr, *gradient = nullptr;
    int outputs = 0, gradients = 0;
    for (const CapturedModule& one : capture.modules) {
        if (one.output && one.output->not_finite > 0) {
            output = output ? output : &one;
            ++outputs;
        }
        if (one.gradient && one.gradient->not_finite > 0) {
            gradient = &one;
            ++gradients;
        }
    }
    if (output && parameters.empty())
        all.push_back(finding_of(capture, "not_finite", Severity::error, {output},
            not_finite_text(*output->output, tr("output"), outputs - 1),
            tr("The input of this module is finite, or there is no module before it, and its output is not."),
            tr("Look in and before this module for an overflow, a division by 0, a logarithm of 0, or a mask that "
               "leaves no key.")));
    if (gradient && !output && parameters.empty())
        all.push_back(finding_of(capture, "not_finite", Severity::error, {gradient},
            not_finite_text(*gradient->gradient, tr("gradient"), gradients - 1),
            tr("The outputs are finite, but a derivative is not, such as that of a square root or a norm at 0."),
            tr("Add a small ε below the root or the division, or lower the scale of the loss.")));
    if (capture.loss && !capture.loss->value && all.empty())
        all.push_back(finding_of("not_finite", Severity::error, {}, tr("The loss is NaN or infinite."),
            tr("All outputs of modules are finite, so the loss function itself overflows or divides by 0."),
            tr("Compute the loss from logits, and in float32.")));
    return all;
}

}   // namespace

CaptureRule capture_rule_not_finite()
{
    return {"not_finite",
        {{"not_finite", tr("not finite"), tr("outputs, gradients, parameters or the loss are NaN or infinite"),
            "not_finite"}},
        find_not_finite};
}

}   // namespace stepzero
