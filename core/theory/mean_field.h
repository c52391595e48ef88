// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of wide dense networks: how the length and the correlation of signals change from layer
// to layer, where they settle, and how fast. σ_w² = fan_in·Var(W), σ_b² = Var(b).
// Poole et al. 2016 (maps), Schoenholz et al. 2017 (slopes, depth scales, phases).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/quadrature/quadrature.h"

namespace stepzero {

struct Variances {
    double weight = 1;   ///< σ_w²
    double bias = 0;   ///< σ_b²
};

enum class Phase { ordered, critical, chaotic };
const char* word(Phase phase);   ///< "ordered", "critical", "chaotic"

/// χ₁ within this of 1 is critical: variances written with six decimals can hit the line.
inline constexpr double critical_tolerance = 1e-6;
Phase phase_of(double chi);

/// One application of the length map V(q) = σ_w² E[φ(√q g)²] + σ_b².
struct LengthStep {
    double length = 0;   ///< V(q)
    double slope = 0;   ///< dV/dq = χ + σ_w² E[φφ''], kinks included
    double chi = 0;   ///< σ_w² E[φ'(√q g)²]: growth of a gradient's square, and slope of the correlation map at 1
};
/// At q = 0: the limits from above, so that a ReLU has χ = σ_w²/2 there.
LengthStep length_step(const GaussianExpectation& expectation, Variances variances, double q);

/// One application of the correlation map at a length q > 0, in d = 1 − c so that correlations near 1 keep their
/// digits.
struct CorrelationStep {
    double decorrelation = 0;   ///< 1 − c'
    double slope = 0;   ///< dc'/dc = σ_w² E[φ'(u₁) φ'(u₂)] q/V(q); q/V(q) is 1 where q is a fixed point
};
CorrelationStep correlation_step(const GaussianExpectation& expectation, Variances variances, double q, double d);

/// The stable fixed point d = 1 − c of the correlation map at q > 0, and the slope there. Precondition: its slope
/// at c = 1 is above 1, so that it lies below.
CorrelationStep settled_correlation(const GaussianExpectation& expectation, Variances variances, double q);

enum class Stability {
    stable,
    unstable,
    half_stable,   ///< a double point: signals settle from one side and leave on the other
};

struct LengthFixedPoint {
    double q = 0;
    double slope = 0;   ///< dV/dq
    Stability stability = Stability::stable;
};

struct LengthFixedPoints {
    std::vector<LengthFixedPoint> points;   ///< rising; 0 is among them where V(0) = 0
    bool every = false;   ///< V(q) = q for every q, as for ReLU at (2, 0)
    bool unbounded = false;   ///< signals longer than the last point grow for ever
};

/// What the command `theory` prints. A quantity that does not exist is absent; a depth scale that diverges
/// is infinite.
struct FixedPoint {
    std::optional<double> q_star;   ///< where a signal of q = 1 settles, or the nearest that attracts
    std::optional<double> chi_1;   ///< χ at q*; for functions φ(cz) = cφ(z), whose χ is the same at any q, always
    std::optional<double> c_star;   ///< stable fixed point of the correlation map at q*
    std::optional<double> xi_q, xi_c;
    Phase phase = Phase::critical;   ///< by χ₁; where q* is absent, by χ at the lengths that signals reach
    std::optional<double> critical_weight_variance;   ///< σ_w² with χ₁ = 1 at this σ_b²
    std::string remark;   ///< a sentence about other fixed points; mostly empty
};

/// The point of the critical line (χ₁ = 1) whose fixed point is q > 0. Its bias variance may come out
/// negative: then no network has this q* at criticality.
struct CriticalPoint {
    double q = 0;
    Variances variances;
    double length_slope = 0;   ///< dV/dq: q is a stable length where below 1
};
CriticalPoint critical_point(const GaussianExpectation& expectation, double q);

/// The theory of one activation. Construct once and ask often: moments over a grid of lengths, from which
/// fixed points are bracketed before they are refined, are worked out by the constructor.
class MeanField {
public:
    explicit MeanField(const ActivationFunction& phi);

    const GaussianExpectation& expectation() const { return expectation_; }

    /// All fixed points of the length map, for q from 1e-12 (less with a smaller σ_b²) to 1e12 (more if
    /// bounded), and 0. Two that merge to |V(q)/q − 1| ≤ 1e-8 between them are one double point.
    LengthFixedPoints length_fixed_points(Variances variances) const;

    FixedPoint fixed_point(Variances variances) const;

    /// σ_w² with χ₁ = 1 at a bias variance; where the critical line passes it more than once, at a stable length.
    std::optional<double> critical_weight_variance(double bias_variance) const;

private:
    GaussianExpectation expectation_;
    std::vector<double> log_lengths_;   // ln q, rising
    std::vector<PreactivationMoments> moments_;   // at those
};

FixedPoint fixed_point(const ActivationFunction& phi, double weight_variance, double bias_variance);

}   // namespace stepzero
