// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/output_layer.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<CaptureFinding> find_loss(const Capture& capture)
{
    const double offset = notable_loss_offset(capture);
    if (offset == 0)
        return {};
    const std::string found = short_text(*capture.loss->value), expected = short_text(*uniform_loss(*capture.loss));
    if (offset > 0)   // a consequence of sharp logits, if there are any
        return {finding_of("loss_above_uniform", has_sharp_logits(capture) ? Severity::note : Severity::warning, {},
            tr("The loss is %1, and outputs that prefer no class have %2.", found, expected),
            tr("The model is sure of wrong classes: its logits are too large, or the targets belong to other samples."),
            tr("Use smaller weights in the last layer, or 0, and check that inputs and targets have the same order."))};
    if (capture.step > 0)
        return {};
    return {finding_of("loss_below_uniform", Severity::note, {},
        tr("The loss is %1 before the first step, and outputs that prefer no class have %2.", found, expected),
        tr("The weights were trained before, or the targets can be seen in the inputs."),
        tr("If the weights are not trained, check masks and inputs for the targets."))};
}

}   // namespace

CaptureRule capture_rule_loss()
{
    return {"loss",
        {{"loss_above_uniform", tr("worse than chance"), tr("the loss is far above that of uniform outputs")},
            {"loss_below_uniform", tr("better than chance"),
                tr("the loss is far below that of uniform outputs before the first step")}},
        find_loss};
}

}   // namespace stepzero
