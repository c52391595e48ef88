// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/input/distributions.h"

#include "core/base/words/registry.h"

namespace stepzero {

namespace {

#define STEPZERO_ENTRY(name) name##_distribution(),

const std::vector<InputDistribution>& of_numbers()
{
    static const std::vector<InputDistribution> all {STEPZERO_INPUT_DISTRIBUTIONS(STEPZERO_ENTRY)};
    return all;
}

const std::vector<TokenDistribution>& of_tokens()
{
    static const std::vector<TokenDistribution> all {STEPZERO_TOKEN_DISTRIBUTIONS(STEPZERO_ENTRY)};
    return all;
}

#undef STEPZERO_ENTRY

}   // namespace

const InputDistribution* find_input_distribution(std::string_view name) { return find_member(of_numbers(), name); }
const TokenDistribution* find_token_distribution(std::string_view name) { return find_member(of_tokens(), name); }

Text distribution_label(const std::string& name)
{
    if (const InputDistribution* numbers = find_input_distribution(name))
        return numbers->label;
    const TokenDistribution* tokens = find_token_distribution(name);
    return tokens ? tokens->label : Text::name(name);
}

const std::vector<std::string>& input_distributions()
{
    static const std::vector<std::string> names = names_of(of_numbers());
    return names;
}

const std::vector<std::string>& token_distributions()
{
    static const std::vector<std::string> names = names_of(of_tokens());
    return names;
}

}   // namespace stepzero
