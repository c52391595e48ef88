// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/capture_change.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/base/words/registry.h"

namespace stepzero {

namespace {

constexpr NamedValue<CapturedSide> side_names[] {
    {CapturedSide::output, "output"},
    {CapturedSide::gradient, "gradient"},
    {CapturedSide::parameter, "parameter"},
    {CapturedSide::parameter_gradient, "parameter_gradient"},
};

class Comparison {
public:
    void compare(
        const std::string& name, CapturedSide side, const CapturedMoments* before, const CapturedMoments* after)
    {
        if (!before || !after || !before->rms || !after->rms)
            return;
        const bool same = before->shape == after->shape && before->rms == after->rms && before->mean == after->mean
            && before->min == after->min && before->max == after->max;
        if (same)
            ++change.equal;
        else
            change.differences.push_back({name, side, *before->rms, *after->rms});
    }

    CaptureChange change;
};

const CapturedMoments* pointer(const std::optional<CapturedMoments>& moments) { return moments ? &*moments : nullptr; }

/// Compares two lists by name, and `each` of those in both.
template <class Item, class Name, class Each>
void match(const std::vector<Item>& before, const std::vector<Item>& after, CaptureChange& change, const Name& name,
    const Each& each)
{
    std::map<std::string, const Item*> earlier;
    std::set<std::string> later;
    for (const Item& one : before)
        earlier.try_emplace(name(one), &one);
    for (const Item& one : after) {
        later.insert(name(one));
        if (const auto found = earlier.find(name(one)); found != earlier.end())
            each(*found->second, one);
        else
            change.only_after.push_back(name(one));
    }
    for (const Item& one : before)
        if (!later.contains(name(one)))
            change.only_before.push_back(name(one));
}

/// Returns how far the sizes are apart, infinite when one is 0.
double distance(const CapturedDifference& one)
{
    if (one.before == one.after)
        return 0;
    return one.before == 0 || one.after == 0 ? std::numeric_limits<double>::infinity()
                                             : std::abs(std::log(one.after) - std::log(one.before));
}

}   // namespace

const char* word(CapturedSide side) { return name_of(side_names, side); }

Text label_of(CapturedSide side)
{
    switch (side) {
    case CapturedSide::output:
        return tr("output");
    case CapturedSide::gradient:
        return tr("gradient");
    case CapturedSide::parameter:
        return tr("parameter");
    case CapturedSide::parameter_gradient:
        break;
    }
    return tr("gradient of the parameter");
}

std::optional<double> CapturedDifference::ratio() const
{
    const double factor = after / before;
    return std::isfinite(factor) ? std::optional(factor) : std::nullopt;
}

CaptureChange capture_change(const Capture& before, const Capture& after)
{
    Comparison comparison;
    match(
        before.modules, after.modules, comparison.change, [](const CapturedModule& one) { return call_name(one); },
        [&](const CapturedModule& a, const CapturedModule& b) {
            comparison.compare(call_name(b), CapturedSide::output, pointer(a.output), pointer(b.output));
            comparison.compare(call_name(b), CapturedSide::gradient, pointer(a.gradient), pointer(b.gradient));
        });
    match(
        before.parameters, after.parameters, comparison.change, [](const CapturedParameter& one) { return one.name; },
        [&](const CapturedParameter& a, const CapturedParameter& b) {
            comparison.compare(b.name, CapturedSide::parameter, &a.value, &b.value);
            comparison.compare(b.name, CapturedSide::parameter_gradient, pointer(a.gradient), pointer(b.gradient));
        });
    std::ranges::stable_sort(comparison.change.differences, std::greater(), distance);
    return std::move(comparison.change);
}

}   // namespace stepzero
