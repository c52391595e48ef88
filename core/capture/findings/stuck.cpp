// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>
#include <string>
#include <vector>

#include "core/capture/rules.h"

namespace stepzero {

namespace {

bool is_zero(const CapturedParameter& one) { return one.trainable && one.gradient && one.value.all_zero(); }

/// Returns whether the parameter is a factor of a product: a matrix, kernel, scale or gate, but not a bias.
bool is_factor(const CapturedParameter& one) { return !one.name.ends_with("bias"); }

/// Returns the paths of modules whose input has one value per unit in the whole batch.
std::set<std::string> without_signal(const Capture& capture)
{
    std::set<std::string> constant, varying;
    for (const CapturedModule& one : capture.modules)
        if (one.constant_input)
            (*one.constant_input ? constant : varying).insert(one.path);
    for (const std::string& path : varying)   // in another call
        constant.erase(path);
    return constant;
}

/// Last layers of branches, gates and heads may start at 0, since they receive a gradient. So may weights before one of
/// them, which receive none until it has left 0. Without such a weight, those at 0 stay there.
///
/// A weight whose input is constant, since the weights before it are 0 as well, is not such a last layer: it learns no
/// more than a bias, and passes a gradient to one more of the weights at each step.
std::vector<CaptureFinding> find_stuck(const Capture& capture)
{
    const std::set<std::string> constant = without_signal(capture);
    std::vector<const CapturedParameter*> stuck;
    bool biases = false;   // whether a weight at 0 receives a gradient, as a bias before it is not 0
    for (const CapturedParameter& one : capture.parameters) {
        if (!is_zero(one) || !is_factor(one))
            continue;
        if (!one.gradient->all_zero()) {
            if (!constant.contains(owner_of(one)))
                return {};
            biases = true;
        } else if (one.value.shape.size() >= 2) {
            stuck.push_back(&one);
        }
    }
    if (stuck.empty())
        return {};
    const Text what = stuck.size() == 1 ? tr("the weight is 0 and receives no gradient.")
                                        : tr("%1 weights are 0 and receive no gradient.", stuck.size());
    const Text fix
        = tr("Initialize the weights at random. Only the last layer of a branch, or a head, may start at 0.");
    if (biases)
        return {finding_of(capture, "zero_stack", Severity::warning, stuck, what,
            tr("The layers after them see only biases, so the outputs do not depend on the inputs. At each step, the "
               "gradient reaches one more of these layers."),
            fix)};
    return {finding_of(capture, "stuck_weights", Severity::error, stuck, what,
        tr("Where two factors of a product are 0, such as two layers in a row, both gradients are 0, and training "
           "moves neither. ReLU, too, passes no gradient at exactly 0."),
        fix)};
}

}   // namespace

CaptureRule capture_rule_stuck()
{
    return {"stuck",
        {{"stuck_weights", tr("stuck"), tr("weights are 0 and receive no gradient, so they stay 0"), "adapter_zero"},
            {"zero_stack", tr("constant output"),
                tr("weights of layers in a row are 0, so outputs do not depend on the inputs")}},
        find_stuck};
}

}   // namespace stepzero
