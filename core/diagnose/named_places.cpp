// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/named_places.h"

#include <map>
#include <set>

#include "core/base/words/words.h"

namespace stepzero {

std::vector<std::string> shortest_names(const std::vector<NamedPlace>& all, const std::vector<NamedPlace>& chosen)
{
    std::map<std::string, std::size_t> there, meant;
    for (const NamedPlace& one : all)
        ++there[one.pattern];
    for (const NamedPlace& one : chosen)
        ++meant[one.pattern];
    std::vector<std::string> names;
    std::set<std::string> listed;
    for (const NamedPlace& one : chosen) {
        const bool whole = meant[one.pattern] == there[one.pattern] && meant[one.pattern] > 1;
        if (const std::string& name = whole ? one.pattern : one.name; listed.insert(name).second)
            names.push_back(name);
    }
    return names;
}

Text list_of(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 3;
    if (names.size() <= most)
        return Text::name(list_text(names));
    return tr("%1 and %2 more", list_text({names.begin(), names.begin() + most}), names.size() - most);
}

}   // namespace stepzero
