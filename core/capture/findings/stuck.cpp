// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include "core/capture/rules.h"

namespace stepzero {

namespace {

bool is_zero(const CapturedParameter& one) { return one.trainable && one.gradient && one.value.all_zero(); }

/// Returns whether the parameter is a factor of a product: a matrix, kernel, scale or gate, but not a bias.
bool is_factor(const CapturedParameter& one) { return !one.name.ends_with("bias"); }

/// Last layers of branches, gates and heads may start at 0, since they receive a gradient. So may weights before one of
/// them, which receive none until it has left 0. Without such a weight, those at 0 stay there.
std::vector<CaptureFinding> find_stuck(const Capture& capture)
{
    std::vector<const CapturedParameter*> stuck;
    for (const CapturedParameter& one : capture.parameters) {
        if (!is_zero(one) || !is_factor(one))
            continue;
        if (!one.gradient->all_zero())
            return {};
        if (one.value.shape.size() >= 2)
            stuck.push_back(&one);
    }
    if (stuck.empty())
        return {};
    return {finding_of(capture, "stuck_weights", Severity::error, stuck,
        stuck.size() == 1 ? tr("the weight is 0 and receives no gradient.")
                          : tr("%1 weights are 0 and receive no gradient.", stuck.size()),
        tr("Where two factors of a product are 0, such as two layers in a row, both gradients are 0, and training "
           "moves neither. ReLU, too, passes no gradient at exactly 0."),
        tr("Initialize the weights at random. Only the last layer of a branch, or a head, may start at 0."))};
}

}   // namespace

CaptureRule capture_rule_stuck()
{
    return {"stuck", {{"stuck_weights", tr("stuck"), tr("weights are 0 and receive no gradient, so they stay 0")}},
        find_stuck};
}

}   // namespace stepzero
