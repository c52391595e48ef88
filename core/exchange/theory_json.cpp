// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/theory_json.h"

#include <string_view>
#include <utility>
#include <vector>

#include "core/json/json_tree.h"

namespace stepzero {

namespace {

std::string number_or_null(const std::optional<double>& number) { return number ? json_number(*number) : "null"; }

std::string object(const std::vector<std::pair<std::string_view, std::string>>& members, std::string_view between)
{
    std::string text;
    for (const auto& [name, value] : members)
        text += (text.empty() ? "" : "," + std::string(between)) + json_text(name) + ": " + value;
    return text;
}

}   // namespace

std::string fixed_point_text(const FixedPoint& point)
{
    std::vector<std::pair<std::string_view, std::string>> members {{"q_star", number_or_null(point.q_star)},
        {"chi_1", number_or_null(point.chi_1)}, {"c_star", number_or_null(point.c_star)},
        {"xi_q", number_or_null(point.xi_q)}, {"xi_c", number_or_null(point.xi_c)},
        {"phase", json_text(word(point.phase))},
        {"critical_weight_variance", number_or_null(point.critical_weight_variance)}};
    if (!point.remark.empty())
        members.emplace_back("remark", json_text(point.remark));
    return "{\n  " + object(members, "\n  ") + "\n}";
}

std::string spectrum_law_text(const std::optional<SpectrumLaw>& law)
{
    if (!law)
        return "null";
    std::string atoms;
    for (const SpectrumLaw::Atom& atom : law->atoms)
        atoms += (atoms.empty() ? "{" : ", {")
            + object({{"log10_singular_value", json_number(atom.log10_s)}, {"share", json_number(atom.share)}}, " ")
            + "}";
    return "{"
        + object({{"zero_share", json_number(law->zero)}, {"atoms", "[" + atoms + "]"},
                     {"log10_upper_edge", number_or_null(law->log10_upper_edge)},
                     {"log10_mean_square", json_number(law->log10_mean_square)},
                     {"relative_variance_of_square", json_number(law->relative_variance)}},
            " ")
        + "}";
}

}   // namespace stepzero
