// SPDX-License-Identifier: GPL-3.0-or-later
// A registry is a list of named members in the order of the menus. These functions look members up by name.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace stepzero {

/// Returns the member of a name, or nullptr when there is none.
template <class Member>
const Member* find_member(const std::vector<Member>& registry, std::string_view name)
{
    const auto found = std::ranges::find_if(
        registry, [name](const Member& member) { return std::string_view(member.name) == name; });
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

}   // namespace stepzero
