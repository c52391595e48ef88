// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/rules.h"

namespace stepzero {

namespace {

std::vector<CaptureFinding> find_no_gradient(const Capture& capture)
{
    if (!capture.has_backward())
        return {};
    std::uint64_t trainable = 0;
    for (const CapturedParameter& one : capture.parameters) {
        if (!one.trainable)
            continue;
        ++trainable;
        if (one.gradient && (one.gradient->not_finite > 0 || !one.gradient->all_zero()))
            return {};
    }
    if (trainable == 0)
        return {};
    return {finding_of("no_gradient", Severity::error, {},
        tr("No parameter receives a gradient: of %1 trainable {parameter|parameters}, none has one that differs from "
           "0.",
            trainable),
        tr("The loss does not depend on the parameters: the graph is cut, or all that the loss depends on is 0."),
        tr("Look for detach(), item(), argmax or no_grad() between the model and the loss, and for a scale of 0 at the "
           "output."))};
}

}   // namespace

CaptureRule capture_rule_no_gradient()
{
    return {"no_gradient",
        {{"no_gradient", tr("no gradient"), tr("no parameter receives a gradient, so nothing can be learned")}},
        find_no_gradient};
}

}   // namespace stepzero
