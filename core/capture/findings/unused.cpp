// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/capture/capture_thresholds.h"
#include "core/capture/rules.h"

namespace stepzero {

namespace {

/// Returns whether a module is one that takes no hooks, or is in one.
bool is_unseen(const Capture& capture, const std::string& owner)
{
    return std::ranges::any_of(
        capture.unseen, [&owner](const std::string& path) { return owner == path || owner.starts_with(path + "."); });
}

/// Returns whether a module, one inside it or a function that it calls ran: "attn", "attn.proj", "attn/relu".
bool ran(const std::set<std::string>& paths, const std::string& owner)
{
    if (owner.empty() || paths.contains(owner))
        return true;   // the model itself ran
    const auto inside = paths.lower_bound(owner + ".");
    return inside != paths.end() && (inside->starts_with(owner + ".") || inside->starts_with(owner + "/"));
}

/// Modules without parameters may be unused. So may modules whose parameters have a gradient, because another module
/// uses these parameters directly, as PyTorch's attention does.
std::vector<CaptureFinding> find_unused(const Capture& capture)
{
    if (!capture.has_backward())
        return {};
    std::map<std::string, std::size_t> order;   // in which modules ran
    std::set<std::string> paths;
    for (const CapturedModule& one : capture.modules) {
        order.try_emplace(one.path, order.size());
        paths.insert(one.path);
    }
    std::vector<const CapturedParameter*> without, unused;
    bool any = false;   // otherwise no_gradient is found
    double all_entries = 0, entries = 0;
    std::size_t first_with = order.size(), first_without = order.size();
    for (const CapturedParameter& one : capture.parameters) {
        if (!one.trainable)
            continue;
        const auto place = order.find(owner_of(one));
        std::size_t& first = one.gradient ? first_with : first_without;
        if (place != order.end())
            first = std::min(first, place->second);
        all_entries += double(one.value.count);
        if (one.gradient) {
            any = true;
            continue;
        }
        if (is_unseen(capture, owner_of(one)))
            continue;   // whether it ran is unknown
        if (!ran(paths, owner_of(one)) && one.tied.empty()) {
            unused.push_back(&one);
            continue;
        }
        without.push_back(&one);
        entries += double(one.value.count);
    }
    const bool cut = first_without < first_with || entries > capture_limits::dead_end * all_entries;
    std::vector<CaptureFinding> all;
    if (any && !without.empty() && cut)
        all.push_back(finding_of(capture, "cut_off", Severity::warning, without,
            tr("no gradient reaches %1 trainable {parameter|parameters} of modules that ran.", without.size()),
            tr("The loss does not depend on them: the graph is cut after these modules, or their output is not used."),
            tr("Look for detach(), no_grad() or argmax after them, or freeze them with requires_grad_(False).")));
    if (any && !without.empty() && !cut)
        all.push_back(finding_of(capture, "unused_output", Severity::note, without,
            tr("the loss does not depend on %1 trainable {parameter|parameters} of modules that ran.", without.size()),
            tr("Nothing uses the output of these modules, such as the last residual connection of a stack."),
            tr("Leave these modules out, or freeze them with requires_grad_(False).")));
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
            {"unused_output", tr("unused output"), tr("the loss does not depend on the output of modules that ran")},
            {"unused", tr("unused"), tr("the pass did not reach modules with trainable parameters")}},
        find_unused};
}

}   // namespace stepzero
