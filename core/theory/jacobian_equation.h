// SPDX-License-Identifier: GPL-3.0-or-later
// The equation of free probability for the eigenvalues λ of a product JJᵀ of layer Jacobians, as jacobian_law.h states
// it, for N in units of the number of singular values. The support of λ ends where λ(N) has an extremum.
#pragma once

#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/slope_law.h"

namespace stepzero {

/// Layers with nearly the same distribution of φ'².
struct JacobianGroup {
    SlopeLaw law;
    double rows, count;
    double rank() const { return rows * (1 - law.zero()); }
};

/// ln λ(N) = origin + Σ count·ln ζ(N/rows) + power·ln N + Σ exponent·ln(width + N).
struct JacobianEquation {
    double origin = 0;   ///< stored separately, since it may be large; λ below excludes it
    double power = 0;
    std::vector<JacobianGroup> groups;
    std::map<double, double> widths;   ///< width → exponent
    double rank = 0;
    /// Exponent of (rank + N) in λ near N = −rank, from all factors with this rank or width; 1 leaves a gap above 0.
    double order_at_rank = 0;
    bool orthogonal = true;   ///< true: all layers are orthogonal
    double free_dimension = 0;   ///< for orthogonal layers: Σ (r_l − n_l) − Σ_{l<L} n_l

    /// Returns ln|λ| and d ln|λ| / d ln|N| at real N outside of (−∞, 0) ∪ support.
    std::pair<double, double> real(double n) const;
    /// Returns log10 of the singular value √λ, given ln λ without the origin.
    double log10_s(double ln_lambda) const { return (origin + ln_lambda) / (2 * std::numbers::ln10); }

    struct Moments {
        double ln_mean = 0;   ///< ln of the mean of λ without its origin
        double relative_variance = 0;
    };
    Moments moments() const;
    /// Returns ln of the largest eigenvalue.
    double upper_edge(const Context& context) const;
    /// Returns ln of the smallest nonzero eigenvalue; −∞ when they extend to zero.
    double lower_edge(const Context& context) const;
};

}   // namespace stepzero
