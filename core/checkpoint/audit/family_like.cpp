// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_like.h"

#include <algorithm>
#include <array>

namespace stepzero {

namespace {

bool is_object(const Json* json) { return json && json->kind == Json::Kind::object; }
bool is_list(const Json* json) { return json && json->kind == Json::Kind::list; }

/// Returns the members of `other`, replaced or extended by those of `own`.
Json with_members(const Json& own, const Json& other)
{
    Json both = other;
    for (std::size_t i = 0; i < own.items.size(); ++i)
        member(both, own.keys[i]) = own.items[i];
    return both;
}

/// Replaces the other family's name by all of its recipes whose names the family itself does not use.
void add_recipes(Json& recipes, const Json& of_other, const std::string& other)
{
    const auto is_other = [&](const Json& one) { return one.kind == Json::Kind::text && one.text == other; };
    const auto place = std::ranges::find_if(recipes.items, is_other);
    if (place == recipes.items.end())
        return;
    std::vector<Json> added;
    for (const Json& recipe : of_other.items)
        if (std::ranges::none_of(recipes.items, [&](const Json& own) {
                const Json* name = own.kind == Json::Kind::object ? own.find("name") : nullptr;
                return name && recipe.find("name") && name->text == recipe.find("name")->text;
            }))
            added.push_back(recipe);
    recipes.items.insert(recipes.items.erase(place), added.begin(), added.end());
}

void complete_laws(Json& recipes, const Json& of_other)
{
    const Json* laws = of_other.items.front().find("laws");
    for (Json& recipe : recipes.items)
        if (const Json* own = recipe.find("laws");
            recipe.kind == Json::Kind::object && laws && (!own || is_object(own)))
            member(recipe, "laws") = own ? with_members(*own, *laws) : *laws;
}

}   // namespace

Json family_like(const Json& own, const Json& other)
{
    constexpr std::array<std::string_view, 3> never {"model_types", "by_config", "overlay"};
    Json whole = own;
    for (std::size_t i = 0; i < other.keys.size(); ++i) {
        const std::string& key = other.keys[i];
        const Json* given = own.find(key);
        if (std::ranges::find(never, key) != never.end() || (key == "absent" && own.find("recognize")))
            continue;
        if (!given) {
            whole.add(key, other.items[i]);
        } else if (key == "run" && is_object(given) && given->find("refused")) {
            continue;   // nothing about running is inherited
        } else if ((key == "variables" || key == "run") && is_object(given)) {
            member(whole, key) = with_members(*given, other.items[i]);
        } else if (key == "recipes" && is_list(given)) {
            complete_laws(member(whole, key), other.items[i]);
            add_recipes(member(whole, key), other.items[i], other.find("name")->text);
        } else if (key == "tensors" && is_list(given)) {
            for (const Json& tensor : other.items[i].items)
                member(whole, key).add(tensor);
        }
    }
    return whole;
}

}   // namespace stepzero
