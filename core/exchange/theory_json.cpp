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

std::string prediction_text(const std::optional<LayerPrediction>& prediction)
{
    if (!prediction)
        return "null";
    const LayerPrediction& p = *prediction;
    const auto complement = [](const std::optional<double>& d) { return d ? std::optional(1 - *d) : d; };
    return "{"
        + object(
            {{"weight_std", json_number(p.weight_std)}, {"preactivation_rms", json_number(p.preactivation_rms)},
                {"preactivation_spread", number_or_null(p.preactivation_spread)},
                {"preactivation_shift", json_number(p.preactivation_shift)},
                {"activation_mean", json_number(p.activation_mean)}, {"activation_std", json_number(p.activation_std)},
                {"activation_rms", json_number(p.activation_rms)},
                {"activation_spread", number_or_null(p.activation_spread)},
                {"activation_shift", json_number(p.activation_shift)}, {"gradient_rms", number_or_null(p.gradient_rms)},
                {"gradient_spread", number_or_null(p.gradient_spread)},
                {"gradient_shift", json_number(p.gradient_shift)}, {"chi", json_number(p.chi)},
                {"correlation", number_or_null(complement(p.decorrelation))},
                {"one_minus_correlation", number_or_null(p.decorrelation)},
                {"decorrelation_spread", number_or_null(p.decorrelation_spread)}},
            " ")
        + "}";
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
