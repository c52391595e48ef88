// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of the singular values of wide random matrices on a logarithmic axis, as figures show it. It
// consists of a density, atoms of equal values, and exact zeros.
#pragma once

#include <optional>
#include <vector>

#include "core/math/statistics/distribution.h"
#include "core/theory/marchenko_pastur.h"

namespace stepzero {

/// Fractions refer to all min(fan_in, fan_out) singular values. `zero`, the atoms and the integral of `density` sum to
/// 1.
struct SpectrumLaw {
    struct Atom {
        double log10_s, share;
    };
    Curve density;   ///< per unit of log10 s, at increasing log10 s; empty for a discrete distribution
    double zero = 0;   ///< fraction of exact zeros
    std::vector<Atom> atoms;   ///< equal singular values: spikes of a histogram
    std::optional<double> log10_upper_edge;   ///< upper edge of the support; absent when φ' is unbounded
    double log10_mean_square = 0;   ///< log10 of the mean of s² over all values, including zeros
    double relative_variance = 0;   ///< Var(s²) / mean(s²)², including zeros; may be infinite
};

/// Returns the Marchenko–Pastur law, or the single value of an orthogonal matrix.
SpectrumLaw spectrum_law(const SingularValueLaw& law);

}   // namespace stepzero
