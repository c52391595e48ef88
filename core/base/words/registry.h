// SPDX-License-Identifier: GPL-3.0-or-later
// A registry is a list of named members in the order of the menus. These functions look members up by name. Enums
// keep their names in files in one table, so that code compares values instead of words.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace stepzero {

/// Returns the member of a name, or nullptr when there is none.
template <class Members>
auto find_member(const Members& registry, std::string_view name) -> decltype(&*registry.begin())
{
    const auto found
        = std::ranges::find_if(registry, [name](const auto& member) { return std::string_view(member.name) == name; });
    return found == registry.end() ? nullptr : &*found;
}

/// Returns the names of all members, or of those for which `taken` returns true.
template <class Member>
std::vector<std::string> names_of(const std::vector<Member>& registry,
    const std::type_identity_t<std::function<bool(const Member&)>>& taken = nullptr)
{
    std::vector<std::string> names;
    for (const Member& member : registry)
        if (!taken || taken(member))
            names.push_back(member.name);
    return names;
}

/// A value and its name in files. Tables of them are arrays, in the order of the menus:
/// constexpr NamedValue<Border> border_names[] {{Border::zeros, "zeros"}, {Border::circular, "circular"}};
template <class Value>
struct NamedValue {
    Value value;
    const char* name;
};

/// Returns the value of a name. Validation reports unknown names; here the first value stands for them.
template <class Value, std::size_t count>
constexpr Value value_named(const NamedValue<Value> (&table)[count], std::string_view name)
{
    for (const NamedValue<Value>& one : table)
        if (one.name == name)
            return one.value;
    return table[0].value;
}

/// Returns the name of a value. Precondition: the table has the value.
template <class Value, std::size_t count>
const char* name_of(const NamedValue<Value> (&table)[count], std::type_identity_t<Value> value)
{
    return std::ranges::find(table, value, &NamedValue<Value>::value)->name;
}

/// Returns all names of a table, for ParameterInfo::choices.
template <class Value, std::size_t count>
std::vector<std::string> names_of(const NamedValue<Value> (&table)[count])
{
    std::vector<std::string> names;
    for (const NamedValue<Value>& one : table)
        names.emplace_back(one.name);
    return names;
}

}   // namespace stepzero
