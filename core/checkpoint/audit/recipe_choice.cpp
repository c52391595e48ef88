// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/recipe_choice.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "core/checkpoint/audit/finding_places.h"
#include "core/checkpoint/audit/fitted_number.h"

namespace stepzero {

namespace {

constexpr double as_likely = 1e-6;   // ln; rounding of sums of the same numbers

bool same(const std::optional<Expected>& one, const std::optional<Expected>& other)
{
    if (!one || !other)
        return !one && !other;
    return one->draw == other->draw && one->row == other->row && one->range == other->range;
}

RankedRecipe ranked(const Understanding& understanding, double behind)
{
    RankedRecipe recipe {understanding.recipe, {}, behind};
    for (const RecipeName& known : understanding.family->recipes)
        if (known.name == recipe.name)
            recipe.label = known.label;
    return recipe;
}

/// Notes other recipes for parts that deviate from the best one.
void note_other_recipes(Audit& best, const std::vector<Audit>& audits, const std::vector<std::size_t>& order)
{
    for (std::size_t i = 0; i < best.tensors.size(); ++i) {
        const std::vector<AuditedPart*> parts = best.tensors[i].judged();
        for (std::size_t k = 0; k < parts.size(); ++k)
            for (std::size_t place = 1; place < order.size(); ++place) {
                if (parts[k]->verdict != AuditVerdict::deviates || !parts[k]->other_recipe.empty())
                    break;
                const Audit& other = audits[order[place]];
                const std::vector<const AuditedPart*> same_parts = std::as_const(other.tensors[i]).judged();
                if (k < same_parts.size() && same_parts[k]->verdict == AuditVerdict::follows)
                    parts[k]->other_recipe = best.recipes[place].label;
            }
    }
}

}   // namespace

bool expect_the_same(const Understanding& one, const Understanding& other, std::size_t tensor)
{
    const UnderstoodTensor &a = one.tensors[tensor], &b = other.tensors[tensor];
    if (a.padded != b.padded || (a.padded && one.padding_row != other.padding_row) || a.parts.size() != b.parts.size()
        || !same(a.expected, b.expected))
        return false;
    return std::ranges::equal(
        a.parts, b.parts, [](const TensorPart& x, const TensorPart& y) { return same(x.expected, y.expected); });
}

Audit best_of(std::vector<Audit> audits)
{
    if (!audits.front().understanding.family)
        return std::move(audits.front());
    std::vector<double> evidence;
    for (const Audit& audit : audits)
        evidence.push_back(evidence_of(audit));
    const double most = *std::ranges::max_element(evidence);
    for (double& one : evidence)
        one = most - one < as_likely ? most : one;
    std::vector<std::size_t> order(audits.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return evidence[i]; });
    Audit& best = audits[order.front()];
    for (const std::size_t i : order)
        best.recipes.push_back(ranked(audits[i].understanding, most - evidence[i]));
    note_other_recipes(best, audits, order);
    return std::move(best);
}

std::vector<AuditFinding> mixed_recipes(const Audit& audit)
{
    std::map<std::string, std::set<std::string>> labels;   // labels of recipes that a pattern follows; empty: the best
    std::vector<std::string> patterns;
    for (const AuditedPlace& place : places_of(audit)) {
        const std::string pattern = pattern_of(place);
        if (!labels.contains(pattern))
            patterns.push_back(pattern);
        labels[pattern].insert(place.part->other_recipe.english());
    }
    std::vector<AuditFinding> findings;
    for (const RankedRecipe& recipe : audit.recipes) {
        AuditFinding found {"mixed_recipes", Severity::note, {}, {}, {}, {}};
        for (const std::string& pattern : patterns)
            if (labels[pattern] == std::set {recipe.label.english()})
                found.tensors.push_back(pattern);
        if (found.tensors.empty())
            continue;
        found.message = tr("%1: initialized as in %2, the rest as in %3. No known recipe initializes both this way.",
            list_of(found.tensors), recipe.label, audit.recipes.front().label);
        found.fix = tr("Initialize all tensors with one recipe.");
        findings.push_back(std::move(found));
    }
    return findings;
}

}   // namespace stepzero
