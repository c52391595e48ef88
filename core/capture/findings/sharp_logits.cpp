// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/output_layer.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<CaptureFinding> find_sharp_logits(const Capture& capture)
{
    if (!has_sharp_logits(capture))
        return {};
    const CapturedModule* output = output_layer(capture);
    return {finding_of(capture, "sharp_logits", Severity::warning, {output},
        tr("the logits have standard deviation %1.", short_text(*output->output->std)),
        tr("Softmax is sure of a random class, so the first steps only undo that."),
        tr("Use smaller weights in the last layer, or 0, or a norm before it."))};
}

}   // namespace

CaptureRule capture_rule_sharp_logits()
{
    return {"sharp_logits", {{"sharp_logits", tr("overconfident"), tr("logits are so large that softmax is certain")}},
        find_sharp_logits};
}

}   // namespace stepzero
