// SPDX-License-Identifier: GPL-3.0-or-later
// A table of the depth scale ξ_c of correlations in the chaotic phase, computed once and then read at many points of
// the phase diagram.
//
// Let H = E[(φ_a − φ_b)²]/2 and K = E[φ'_a φ'_b] at a correlation 1 − d. At a fixed length q, the correlation map has
// its fixed point where σ_w² H = d q, and there its slope is σ_w² K = K d q/H. With χ = σ_w² E[φ'²], everything follows
// from K and one function of q and d, R = H/(d q):
//   ln χ = ln E[φ'²] − ln R and ξ_c = −1/ln(K/R).
// The table holds β = ln ln χ and ln(ξ_c ln χ) by ln q and ln(2/d − 1). Both become straight lines for d → 0, the
// second one horizontal, where ξ_c → ∞ near the critical line. At d = 1 the second coordinate is as good as c itself.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/run/context.h"
#include "core/math/quadrature/quadrature.h"

namespace stepzero {

/// Computes the row of each length on first use. Safe to use from several threads.
class DepthScaleTable {
public:
    explicit DepthScaleTable(const GaussianExpectation& expectation) : expectation_(expectation) { }

    /// The values at one length for ln(2/d − 1) = 0, step, 2 step, …
    struct Row {
        std::vector<double> beta, scaled;   // ln ln χ, decreasing, and ln(ξ_c ln χ)
    };

    /// Rows that cover lengths from e^low to e^high, for many lookups.
    class Rows {
    public:
        /// Returns ξ_c for signals that settle at length e^x with χ > 1; at least 0.03 layers.
        double depth_scale(double x, double log_chi) const;

    private:
        friend class DepthScaleTable;
        int first_ = 0;
        std::vector<std::shared_ptr<const Row>> rows_;
    };

    /// Returns the index of the interval between rows that contains ln q; lengths beyond 1e-6 and 1e12 are clamped.
    static int interval_of(double x);

    /// Returns the rows for lookups in these intervals, which must be increasing. Other lookups are not allowed. Throws
    /// Stopped.
    Rows rows(const std::vector<int>& intervals, const Context& context) const;

    /// Returns ξ_c of signals that grow without bound; infinite when φ becomes straight on both sides. Throws Stopped.
    double depth_scale_of_growing(const Context& context) const;

private:
    std::shared_ptr<const Row> row(int index, const Context& context) const;

    const GaussianExpectation& expectation_;
    mutable std::mutex mutex_;
    mutable std::map<int, std::shared_ptr<const Row>> rows_;   // by index: ln q = index · step
};

}   // namespace stepzero
