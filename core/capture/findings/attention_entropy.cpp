// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include "core/capture/capture_thresholds.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::optional<double> relative_entropy(const CapturedModule& one)
{
    if (!one.attention || !one.attention->entropy || !one.attention->entropy_uniform
        || *one.attention->entropy_uniform < capture_limits::least_uniform_entropy)
        return {};
    return *one.attention->entropy / *one.attention->entropy_uniform;
}

std::vector<CaptureFinding> find_attention_entropy(const Capture& capture)
{
    std::vector<const CapturedModule*> frozen, sharp;
    const CapturedModule* worst = nullptr;
    for (const CapturedModule& one : capture.modules) {
        const std::optional<double> entropy = relative_entropy(one);
        if (!entropy || *entropy >= capture_limits::sharp_entropy)
            continue;
        (*entropy < capture_limits::frozen_entropy ? frozen : sharp).push_back(&one);
        if (!worst || *entropy < *relative_entropy(*worst))
            worst = &one;
    }
    if (!worst)
        return {};
    const double lowest = *relative_entropy(*worst);
    const Severity severity = lowest < capture_limits::grave_entropy ? Severity::error
        : frozen.empty()                                             ? Severity::note
                                                                     : Severity::warning;
    const std::string spread = worst->attention->logit_std ? short_text(*worst->attention->logit_std) : std::string();
    const Text what = spread.empty()
        ? tr("the entropy of attention is %1 of that of uniform attention (%2).", percent_text(lowest), worst->path)
        : tr("the entropy of attention is %1 of that of uniform attention (%2), with logits of standard deviation %3.",
            percent_text(lowest), worst->path, spread);
    return {finding_of(capture, frozen.empty() ? "sharp_attention" : "frozen_attention", severity,
        frozen.empty() ? sharp : frozen, what,
        tr("Logits are large, so each query sees few keys, and softmax passes little gradient to queries and keys."),
        tr("Divide the logits by √(head size), use smaller weights for queries and keys, or normalize both."))};
}

}   // namespace

CaptureRule capture_rule_attention_entropy()
{
    return {"attention_entropy",
        {{"frozen_attention", tr("frozen attention"), tr("attention looks at about one key")},
            {"sharp_attention", tr("sharp attention"),
                tr("attention has less than half the entropy of uniform attention, as it may in a trained model")}},
        find_attention_entropy};
}

}   // namespace stepzero
