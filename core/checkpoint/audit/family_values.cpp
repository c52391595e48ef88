// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_values.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/family_find.h"

namespace stepzero {

FamilyValues::FamilyValues(
    const std::vector<StoredTensor>& tensors, const Json& config, std::string outer, const FamilyFile& file)
    : tensors_(tensors), objects_(config_objects(config, file)), outer_(std::move(outer)), file_(file)
{
}

/// True is 1; null counts as absent.
std::optional<FamilyValues::Given> FamilyValues::of_config(const std::vector<std::string>& keys) const
{
    for (const Json* object : objects_)
        for (const std::string& key : keys) {
            const Json* found = object->find(key);
            if (found && found->kind == Json::Kind::boolean)
                return Given {key, found->boolean ? 1.0 : 0.0};
            if (found && found->kind == Json::Kind::number && std::isfinite(found->number))
                return Given {key, found->number};
        }
    return {};
}

const StoredTensor* FamilyValues::first_of(const std::string& pattern) const
{
    if (pattern.empty())
        return nullptr;
    const NamePattern wanted(pattern);
    const auto found = std::ranges::find_if(tensors_, [&](const StoredTensor& tensor) {
        return std::ranges::any_of(inner_names(tensor.name, outer_, file_),
            [&](std::string_view name) { return wanted.match(name).has_value(); });
    });
    return found == tensors_.end() ? nullptr : &*found;
}

int FamilyValues::count_blocks(const std::string& pattern) const
{
    int most = 0;
    std::set<std::pair<int, int>> staged;
    const NamePattern wanted(pattern);
    for (const StoredTensor& tensor : tensors_)
        for (const std::string_view name : inner_names(tensor.name, outer_, file_))
            if (const auto match = wanted.match(name); match && match->block) {
                most = std::max(most, *match->block + 1);
                if (match->stage)
                    staged.emplace(*match->stage, *match->block);
            }
    return staged.empty() ? most : int(staged.size());
}

std::optional<double> FamilyValues::of_tensors(const FamilyVariable& variable) const
{
    if (const int count = variable.blocks.empty() ? 0 : count_blocks(variable.blocks); count > 0)
        return count;
    if (const StoredTensor* tensor = first_of(variable.rows); tensor && !tensor->shape.empty())
        return double(tensor->shape[0]);
    if (const StoredTensor* tensor = first_of(variable.columns); tensor && tensor->shape.size() > 1)
        return double(tensor->shape[1]);
    return {};
}

std::optional<double> FamilyValues::value(const FamilyVariable& variable, const RecipeVariables& known) const
{
    if (const auto given = given_.find(variable.name); given != given_.end())
        return given->second;
    if (const auto given = of_config(variable.config))
        return given->number;
    if (const auto seen = of_tensors(variable))
        return seen;
    return recipe_number(variable.by_default, known);
}

std::vector<Text> FamilyValues::contradictions() const
{
    std::vector<Text> found;
    for (const FamilyVariable& variable : file_.variables) {
        const auto given = of_config(variable.config);
        const auto seen = of_tensors(variable);
        if (given && seen && given->number != *seen)
            found.push_back(tr("%1 is %2 in its config, but %3 according to its tensors", given->key,
                number_text(given->number), number_text(*seen)));
    }
    return found;
}

RecipeVariables FamilyValues::all() const
{
    RecipeVariables all;
    for (const FamilyVariable& variable : file_.variables)
        if (const auto found = value(variable, all))
            all[variable.name] = *found;
    return all;
}

}   // namespace stepzero
