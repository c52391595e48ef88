// SPDX-License-Identifier: GPL-3.0-or-later
// The depth scale ξ_c of correlations in the chaotic phase, tabled once, to read it off at many points of the
// phase diagram.
//
// With H = E[(φ_a − φ_b)²]/2 and K = E[φ'_a φ'_b] at a correlation 1 − d, a fixed length q has its fixed point of
// the correlation map where σ_w² H = d q, and there the slope of the map is σ_w² K = K d q/H. χ = σ_w² E[φ'²], so
// that everything follows from one function of q and d, R = H/(d q), and K:
//   ln χ = ln E[φ'²] − ln R and ξ_c = −1/ln(K/R).
// Tabled by ln q and ln(2/d − 1) are β = ln ln χ and ln(ξ_c ln χ): both are straight lines for d → 0, the second a
// level one, where ξ_c → ∞ near the critical line; and at d = 1 the second coordinate is as good as c itself.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/run/context.h"
#include "core/math/quadrature/quadrature.h"

namespace stepzero {

/// Rows of one length each are worked out when they are first asked for. Safe from several threads.
class DepthScaleTable {
public:
    explicit DepthScaleTable(const GaussianExpectation& expectation) : expectation_(expectation) { }

    /// One length's values at ln(2/d − 1) = 0, step, 2 step, …
    struct Row {
        std::vector<double> beta, scaled;   // ln ln χ, falling, and ln(ξ_c ln χ)
    };

    /// Rows that hold lengths from e^low to e^high, for many look-ups.
    class Rows {
    public:
        /// ξ_c where signals settle at e^x and χ > 1. Below 0.03 layers it is 0.03.
        double depth_scale(double x, double log_chi) const;

    private:
        friend class DepthScaleTable;
        int first_ = 0;
        std::vector<std::shared_ptr<const Row>> rows_;
    };

    /// The index of the interval between rows that holds ln q; lengths beyond 1e-6 and 1e12 count as these.
    static int interval_of(double x);

    /// The rows that look-ups in these intervals need (rising, no other may be asked for). Throws Stopped.
    Rows rows(const std::vector<int>& intervals, const Context& context) const;

    /// ξ_c of signals that grow without bound: infinite where φ becomes straight on both sides. Throws Stopped.
    double depth_scale_of_growing(const Context& context) const;

private:
    std::shared_ptr<const Row> row(int index, const Context& context) const;

    const GaussianExpectation& expectation_;
    mutable std::mutex mutex_;
    mutable std::map<int, std::shared_ptr<const Row>> rows_;   // by index: ln q = index · step
};

}   // namespace stepzero
