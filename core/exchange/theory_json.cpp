// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/theory_json.h"

namespace stepzero {

Json json_of(const FixedPoint& point)
{
    Json json = json_object({{"q_star", json_of(point.q_star)}, {"chi_1", json_of(point.chi_1)},
        {"c_star", json_of(point.c_star)}, {"xi_q", json_of(point.xi_q)}, {"xi_c", json_of(point.xi_c)},
        {"phase", point.phase ? json_of(word(*point.phase)) : Json()},
        {"critical_weight_variance", json_of(point.critical_weight_variance)}, {"start", json_of(point.start)},
        {"length", json_of(word(point.length))}, {"angles", point.angles ? json_of(word(point.angles->fate)) : Json()},
        {"slope_at_1", point.angles ? json_of(point.angles->slope) : Json()}});
    if (point.basin_low || point.basin_high)
        json.add("basin", json_list({json_of(point.basin_low), json_of(point.basin_high)}));
    if (!point.remark.empty())
        json.add("remark", json_of(point.remark));
    return in_rows(std::move(json));
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
