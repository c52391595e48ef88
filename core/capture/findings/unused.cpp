// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>
#include <string>

#include "core/capture/rules.h"

namespace stepzero {

namespace {

/// Returns whether a module, one inside it or a function that it calls ran: "attn", "attn.proj", "attn/relu".
bool ran(const std::set<std::string>& paths, const std::string& owner)
{
    if (owner.empty() || paths.contains(owner))
        return true;   // the model itself ran
    const auto inside = paths.lower_bound(owner + ".");
    return inside != paths.end() && (inside->starts_with(owner + ".") || inside->starts_with(owner + "/"));
}

/// Modules without parameters may be unused. So may modules whose parameters have a gradient, because another module
/// uses their parameters by itself, as attention of PyTorch does.
std::vector<CaptureFinding> find_unused(const Capture& capture)
{
    if (!capture.has_backward())
        return {};
    std::set<std::string> paths;
    for (const CapturedModule& one : capture.modules)
        paths.insert(one.path);
    std::vector<const CapturedParameter*> cut, unused;
    bool any = false;   // otherwise no_gradient is found
    for (const CapturedParameter& one : capture.parameters) {
        any = any || one.gradient;
        if (!one.trainable || one.gradient)
            continue;
        const bool elsewhere = !one.tied.empty();
        (ran(paths, owner_of(one)) || elsewhere ? cut : unused).push_back(&one);
    }
    std::vector<CaptureFinding> all;
    if (any && !cut.empty())
        all.push_back(finding_of(capture, "cut_off", Severity::warning, cut,
            tr("no gradient reaches %1 trainable {parameter|parameters} of modules that ran.", cut.size()),
            tr("The loss does not depend on them: the graph is cut after these modules, or their output is not used."),
            tr("Look for detach(), no_grad() or argmax after them, or freeze them with requires_grad_(False).")));
    if (any && !unused.empty())
        all.push_back(finding_of(capture, "unused", Severity::note, unused,
            tr("the pass did not reach the modules of %1 trainable {parameter|parameters}.", unused.size()),
            tr("forward() does not call them, or not for this batch, as with experts that no token chose."),
            tr("Remove the modules, or call them. Training on several devices would wait for their gradients.")));
    return all;
}

}   // namespace

CaptureRule capture_rule_unused()
{
    return {"unused",
        {{"cut_off", tr("cut off"), tr("no gradient reaches trainable parameters of modules that ran")},
            {"unused", tr("unused"), tr("the pass did not reach modules with trainable parameters")}},
        find_unused};
}

}   // namespace stepzero
