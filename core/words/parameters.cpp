// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/parameters.h"

#include <stdexcept>

namespace stepzero {

namespace {
const ParameterValue& at(const Parameters& parameters, std::string_view name)
{
    const auto found = parameters.find(name);
    if (found == parameters.end())
        throw std::out_of_range("no parameter " + std::string(name));
    return found->second;
}
}   // namespace

Parameters completed(const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    Parameters all;
    for (const ParameterInfo& info : infos) {
        const auto found = given.find(info.name);
        const bool usable = found != given.end() && found->second.index() == info.default_value.index();
        all[info.name] = usable ? found->second : info.default_value;
    }
    return all;
}

double number(const Parameters& parameters, std::string_view name) { return std::get<double>(at(parameters, name)); }

const std::string& word(const Parameters& parameters, std::string_view name)
{
    return std::get<std::string>(at(parameters, name));
}

}   // namespace stepzero
