// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <map>

#include "core/network/init/scheme.h"

namespace stepzero {

namespace {

/// Returns a distribution rounded to the numbers of a format: each has the probability between the midpoints to its
/// neighbors. Numbers range from the one nearest to `low` to the one nearest to `high`.
Law number_by_number(const Law& law, const FloatRange& range, double low, double high)
{
    constexpr double least = 1e-15;   // minimum probability
    std::map<double, double> probabilities;
    for (const Law::Atom& atom : law.atoms)
        probabilities[rounded(atom.value, range)] += atom.probability;
    if (law.density) {
        const double panel = std::sqrt(law.variance) / 2, last = ordinal(rounded(high, range), range);
        double from = low;
        for (double n = ordinal(rounded(low, range), range); n <= last; ++n) {
            const double value = at_ordinal(n, range);
            const double to = n < last ? std::min(high, (value + at_ordinal(n + 1, range)) / 2) : high;
            const int panels = std::max(1, int(std::ceil((to - from) / panel)));
            for (int i = 0; i < panels; ++i)
                probabilities[value] += boost::math::quadrature::gauss<double, 7>::integrate(
                    law.density, from + (to - from) * i / panels, from + (to - from) * (i + 1) / panels);
            from = to;
        }
    }
    double sum = 0;
    for (const auto& of_value : probabilities)
        sum += of_value.second;
    Law result {.low = rounded(law.low, range), .high = rounded(law.high, range), .atoms = {}, .density = {}};
    for (const auto& [value, probability] : probabilities)
        if (probability > least * sum)
            result.atoms.push_back({value, probability / sum});
    for (const Law::Atom& atom : result.atoms)
        result.mean += atom.probability * atom.value;
    for (const Law::Atom& atom : result.atoms)
        result.variance += atom.probability * (atom.value - result.mean) * (atom.value - result.mean);
    // The mean of a symmetric distribution is exactly zero.
    if (std::abs(result.mean) <= 1e-9 * std::sqrt(result.variance))
        result.mean = 0;
    return result;
}

/// Returns the distribution after rounding to the nearest number of a format.
Law rounded_law(Law law, const FloatRange& range)
{
    constexpr double most = 1024, reach = 9;   // numbers; standard deviations
    const double far = reach * std::sqrt(law.variance);
    const double low = std::max(law.low, law.mean - far), high = std::min(law.high, law.mean + far);
    if (!law.density || ordinal(rounded(high, range), range) - ordinal(rounded(low, range), range) < most)
        return number_by_number(law, range, low, high);
    for (Law::Atom& atom : law.atoms)
        atom.value = rounded(atom.value, range);
    return law;
}

}   // namespace

bool on_coarse_grid(const Draw& draw, const Law& law)
{
    return draw.format != FloatFormat::float32 && draw.base->dependence != Dependence::constant && !law.density;
}

Law law_of(const Draw& draw, Shape shape, Role role)
{
    if (role == Role::bias)
        shape.fan_in = 1;   // a vector
    const Law base = draw.base->law(shape);
    const double scale = draw.scale, shift = draw.shift;
    const bool is_rounded = draw.format != FloatFormat::float32;
    if (scale == 0) {
        const double value = is_rounded ? rounded(shift, float_range(draw.format)) : shift;
        return {.mean = value, .variance = 0, .low = value, .high = value, .atoms = {{value, 1}}, .density = {}};
    }
    Law law {.mean = scale * base.mean + shift,
        .variance = scale * scale * base.variance,
        .low = scale * (scale > 0 ? base.low : base.high) + shift,
        .high = scale * (scale > 0 ? base.high : base.low) + shift,
        .atoms = base.atoms,
        .density = {}};
    for (Law::Atom& atom : law.atoms)
        atom.value = scale * atom.value + shift;
    if (base.density)
        law.density = [density = base.density, scale, shift](
                          double x) { return density((x - shift) / scale) / std::abs(scale); };
    return is_rounded ? rounded_law(std::move(law), float_range(draw.format)) : law;
}

}   // namespace stepzero
