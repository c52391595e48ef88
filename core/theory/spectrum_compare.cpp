// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/spectrum_compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/words/nan.h"

namespace stepzero {

SquareMoments square_moments(const LogSpectrum& spectrum)
{
    double largest = -infinity;
    for (const std::optional<double>& s : spectrum)
        if (s)
            largest = std::max(largest, *s);
    if (std::isinf(largest))
        return {-infinity, 0};
    // In units of the largest value, so that no square leaves its range.
    double sum = 0, squares = 0;
    for (const std::optional<double>& s : spectrum) {
        const double square = s ? std::pow(10.0, 2 * (*s - largest)) : 0;
        sum += square;
        squares += square * square;
    }
    const double n = double(spectrum.size()), mean = sum / n;
    return {2 * largest + std::log10(mean), std::max(0.0, squares / n / (mean * mean) - 1)};
}

Curve sorted_law(const SpectrumLaw& law, double count)
{
    std::vector<SpectrumLaw::Atom> atoms = law.atoms;
    std::sort(atoms.begin(), atoms.end(), [](const auto& a, const auto& b) { return a.log10_s > b.log10_s; });
    Curve curve;
    double share = 0;
    const auto add = [&](double log10_s) {
        curve.x.push_back(0.5 + share * count);
        curve.y.push_back(log10_s);
    };
    std::size_t next = 0;
    const auto atoms_above = [&](double log10_s) {
        for (; next < atoms.size() && atoms[next].log10_s >= log10_s; ++next) {
            add(atoms[next].log10_s);
            share += atoms[next].share;
            add(atoms[next].log10_s);
        }
    };
    const auto& x = law.density.x;
    const auto& y = law.density.y;
    for (std::size_t i = x.size(); i-- > 0;) {
        atoms_above(x[i]);
        if (i + 1 < x.size())
            share += (x[i + 1] - x[i]) * (y[i + 1] + y[i]) / 2;
        add(x[i]);
    }
    atoms_above(-std::numeric_limits<double>::infinity());
    return curve;
}

}   // namespace stepzero
