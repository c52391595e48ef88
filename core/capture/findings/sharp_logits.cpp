// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/capture/capture_thresholds.h"
#include "core/capture/output_layer.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<CaptureFinding> find_sharp_logits(const Capture& capture)
{
    const CapturedModule* output = output_layer(capture);
    if (!output || !output->output->std)
        return {};
    // Softmax over n classes freezes at a variance of 2 ln n (Derrida 1981). That is a fault where it is sure of wrong
    // classes, as trained models are not.
    const double spread = *output->output->std;
    const bool frozen = spread * spread > 2 * std::log(double(*capture.loss->classes));
    if (spread <= capture_limits::sharp_logits && !(frozen && notable_loss_offset(capture) > 0))
        return {};
    return {finding_of(capture, "sharp_logits", Severity::warning, {output},
        tr("the logits have standard deviation %1.", short_text(spread)),
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
