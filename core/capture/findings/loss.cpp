// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/capture/capture_thresholds.h"
#include "core/capture/output_layer.h"
#include "core/capture/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// Returns the loss of outputs that prefer no class.
std::optional<double> uniform_loss(const CapturedLoss& loss)
{
    if (loss.kind == "cross_entropy" && loss.classes && *loss.classes > 1)
        return std::log(double(*loss.classes));
    if (loss.kind == "binary_cross_entropy")
        return std::numbers::ln2;
    return {};
}

/// Returns the standard error of the mean loss at random targets: the standard deviation of a logit over √targets. The
/// logits of a small batch may suit its targets by chance.
double loss_error(const Capture& capture)
{
    const CapturedModule* output = output_layer(capture);
    const double spread = output ? output->output->std.value_or(1) : 1;
    const double targets = output ? double(output->output->count) / double(*capture.loss->classes)
                                  : std::max(double(capture.batch), 1.0);
    return spread / std::sqrt(std::max(targets, 1.0));
}

std::vector<CaptureFinding> find_loss(const Capture& capture)
{
    if (!capture.loss || !capture.loss->value)
        return {};
    const std::optional<double> uniform = uniform_loss(*capture.loss);
    if (!uniform)
        return {};
    const double off = *capture.loss->value - *uniform;
    if (std::abs(off) <= capture_limits::loss + thresholds::luck * loss_error(capture))
        return {};
    const std::string found = short_text(*capture.loss->value), expected = short_text(*uniform);
    if (off > 0)
        return {finding_of("loss_above_uniform", Severity::warning, {},
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
