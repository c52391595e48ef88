// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/spectrum_law.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace stepzero {

SpectrumLaw spectrum_law(const SingularValueLaw& law)
{
    SpectrumLaw result;
    result.log10_mean_square = 2 * std::log10(law.scale);
    if (law.scale == 0) {
        result.zero = 1;
        return result;
    }
    const double share = 1 - law.zero;
    result.zero = law.zero;
    result.log10_mean_square += std::log10(share);
    result.relative_variance = ((law.single ? 0 : law.ratio) + law.zero) / share;
    const auto [low, high] = law.edges();
    result.log10_upper_edge = std::log10(high);
    if (law.single) {
        result.atoms.push_back({std::log10(law.scale), share});
        return result;
    }
    // Samples evenly over an arc, which is dense at the edges, where the density is a square root. A square matrix has
    // no lower edge; less than 1/10000 of its values lie below the first point.
    constexpr int intervals = 200;
    const double ln_high = std::log(high), ln_low = std::log(std::max(low, 1e-4 * law.scale));
    for (int i = 0; i <= intervals; ++i) {
        const double t = ln_low + (ln_high - ln_low) * (1 - std::cos(std::numbers::pi * i / intervals)) / 2;
        const double s = i == intervals ? high : i == 0 ? std::max(low, std::exp(t)) : std::exp(t);
        result.density.x.push_back(t / std::numbers::ln10);
        result.density.y.push_back(share * law.density(s) * s * std::numbers::ln10);
    }
    return result;
}

}   // namespace stepzero
