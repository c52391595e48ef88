// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/theory_json.h"

namespace stepzero {

Json json_of(const FixedPoint& point)
{
    Json json = json_object({{"q_star", json_of(point.q_star)}, {"chi_1", json_of(point.chi_1)},
        {"c_star", json_of(point.c_star)}, {"xi_q", json_of(point.xi_q)}, {"xi_c", json_of(point.xi_c)},
        {"phase", json_of(word(point.phase))}, {"critical_weight_variance", json_of(point.critical_weight_variance)}});
    if (!point.remark.empty())
        json.add("remark", json_of(point.remark));
    return in_rows(std::move(json));
}

Json json_of(const LayerPrediction& p)
{
    const std::optional<double> correlation = p.decorrelation ? std::optional(1 - *p.decorrelation) : std::nullopt;
    return json_object({{"weight_std", json_of(p.weight_std)}, {"preactivation_rms", json_of(p.preactivation_rms)},
        {"preactivation_spread", json_of(p.preactivation_spread)},
        {"preactivation_shift", json_of(p.preactivation_shift)}, {"activation_mean", json_of(p.activation_mean)},
        {"activation_std", json_of(p.activation_std)}, {"activation_rms", json_of(p.activation_rms)},
        {"activation_spread", json_of(p.activation_spread)}, {"activation_shift", json_of(p.activation_shift)},
        {"gradient_rms", json_of(p.gradient_rms)}, {"gradient_spread", json_of(p.gradient_spread)},
        {"gradient_shift", json_of(p.gradient_shift)}, {"chi", json_of(p.chi)}, {"correlation", json_of(correlation)},
        {"one_minus_correlation", json_of(p.decorrelation)},
        {"decorrelation_spread", json_of(p.decorrelation_spread)}});
}

Json json_of(const SpectrumLaw& law)
{
    Json atoms = json_list();
    for (const SpectrumLaw::Atom& atom : law.atoms)
        atoms.add(json_object({{"log10_singular_value", json_of(atom.log10_s)}, {"share", json_of(atom.share)}}));
    return json_object({{"zero_share", json_of(law.zero)}, {"atoms", std::move(atoms)},
        {"log10_upper_edge", json_of(law.log10_upper_edge)}, {"log10_mean_square", json_of(law.log10_mean_square)},
        {"relative_variance_of_square", json_of(law.relative_variance)}});
}

}   // namespace stepzero
