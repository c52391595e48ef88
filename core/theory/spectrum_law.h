// SPDX-License-Identifier: GPL-3.0-or-later
// The law of the singular values of wide random matrices on a logarithmic axis, as figures draw it.
#pragma once

#include <optional>
#include <vector>

#include "core/math/statistics/distribution.h"
#include "core/theory/marchenko_pastur.h"

namespace stepzero {

/// Shares are of all min(fan_in, fan_out) singular values; `zero`, the atoms and the integral of `density`
/// add up to 1.
struct SpectrumLaw {
    struct Atom {
        double log10_s, share;
    };
    Curve density;   ///< per unit of log10 s, at rising log10 s; empty when the law is discrete
    double zero = 0;   ///< share of exact zeros
    std::vector<Atom> atoms;   ///< equal singular values: spikes of a histogram
    std::optional<double> log10_upper_edge;   ///< of the support; absent where φ' is unbounded
    double log10_mean_square = 0;   ///< log10 of the mean of s² over all values, zeros included
    double relative_variance = 0;   ///< Var(s²) / mean(s²)², zeros included; may be infinite
};

/// Marchenko and Pastur's law, or the single value of an orthogonal matrix.
SpectrumLaw spectrum_law(const SingularValueLaw& law);

}   // namespace stepzero
