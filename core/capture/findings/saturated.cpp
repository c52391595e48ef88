// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <string>
#include <string_view>

#include "core/capture/capture_thresholds.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// Fraction of entries at an end of the range for preactivations of variance 1, and 0 for other activations: the normal
/// distribution beyond |z| = 2.09 (tanh = 0.97), 3.48 (sigmoid = 0.97), 0.98, 2.94 and, for ReLU6, below 0. A module is
/// named as its class, and a function as itself: "Tanh", "tanh".
double expected_saturated(std::string class_name)
{
    for (char& c : class_name)
        c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    struct Known {
        std::string_view name;
        double fraction;
    };
    constexpr std::array known {Known {"tanh", 0.0364}, Known {"sigmoid", 0.0005}, Known {"hardtanh", 0.327},
        Known {"hardsigmoid", 0.0033}, Known {"relu6", 0.5}};
    for (const Known& one : known)
        if (one.name == class_name)
            return one.fraction;
    return 0;
}

/// The last activation of a trained network may be sure of its answers.
std::vector<CaptureFinding> find_saturated(const Capture& capture)
{
    std::vector<const CapturedModule*> modules;
    const CapturedModule* worst = nullptr;
    for (const CapturedModule& one : capture.modules) {
        if (one.kind != ModuleKind::activation || !one.output || !one.output->saturated
            || (capture.step > 0 && &one == &capture.modules.back()))
            continue;
        if (*one.output->saturated <= expected_saturated(one.class_name) + capture_limits::saturated)
            continue;
        modules.push_back(&one);
        if (!worst || *one.output->saturated > *worst->output->saturated)
            worst = &one;
    }
    if (!worst)
        return {};
    return {finding_of(capture, "saturated_units", Severity::warning, modules,
        modules.size() == 1
            ? tr("%1 of the entries are at an end of the activation's range.", percent_text(*worst->output->saturated))
            : tr("up to %1 of the entries are at an end of the activation's range (%2).",
                percent_text(*worst->output->saturated), worst->path),
        tr("The derivative is almost 0 there, so hardly any gradient passes: weights, biases or inputs are too large."),
        tr("Use Xavier initialization, normalize the inputs, or use an activation that does not saturate."))};
}

}   // namespace

CaptureRule capture_rule_saturated()
{
    return {"saturated",
        {{"saturated_units", tr("saturated"), tr("outputs are at the ends of the activation's range")}},
        find_saturated};
}

}   // namespace stepzero
