// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of wide dense networks: how the length and the correlation of signals change from layer to layer,
// where they settle, and how fast. The parameters are σ_w² = fan_in·Var(W) and σ_b² = Var(b). Poole et al. 2016 (maps),
// Schoenholz et al. 2017 (slopes, depth scales, phases).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/math/quadrature/quadrature.h"

namespace stepzero {

struct Variances {
    double weight = 1;   ///< σ_w²
    double bias = 0;   ///< σ_b²
};

enum class Phase { ordered, critical, chaotic };
const char* word(Phase phase);   ///< "ordered", "critical", "chaotic"
Text label_of(Phase phase);   ///< display name

/// χ₁ counts as critical within this distance of 1, so that variances with six decimals can lie on the line.
inline constexpr double critical_tolerance = 1e-6;
Phase phase_of(double chi);

/// Returns whether φ(cz) = cφ(z) for every c > 0, as for ReLU and linear. Such a φ has no characteristic length.
inline bool is_scale_free(const ActivationFunction& phi)
{
    return phi.limits().homogeneous && phi.limits().degree == 1;
}

/// One application of the length map V(q) = σ_w² E[φ(√q g)²] + σ_b².
struct LengthStep {
    double length = 0;   ///< V(q)
    double slope = 0;   ///< dV/dq = χ + σ_w² E[φφ''], including kinks
    double chi = 0;   ///< σ_w² E[φ'(√q g)²]: growth of a gradient's square, and slope of the correlation map at 1
};
/// At q = 0, returns the limits from above, so that ReLU has χ = σ_w²/2 there.
LengthStep length_step(const GaussianExpectation& expectation, Variances variances, double q);

/// One application of the correlation map at a length q > 0. It uses d = 1 − c, so that correlations near 1 keep their
/// digits.
struct CorrelationStep {
    double decorrelation = 0;   ///< 1 − c'
    double slope = 0;   ///< dc'/dc = σ_w² E[φ'(u₁) φ'(u₂)] q/V(q); q/V(q) is 1 when q is a fixed point
};
CorrelationStep correlation_step(const GaussianExpectation& expectation, Variances variances, double q, double d);

/// Returns the stable fixed point d = 1 − c of the correlation map at q > 0, and the slope there. Precondition: the
/// slope at c = 1 is above 1, so the fixed point is below 1.
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
    std::vector<LengthFixedPoint> points;   ///< increasing; includes 0 when V(0) = 0
    bool every = false;   ///< V(q) = q for every q, as for ReLU at (2, 0)
    bool unbounded = false;   ///< signals longer than the last point grow forever
};

/// The long-term behaviour of a signal's length.
enum class LengthFate {
    settles,   ///< at a q* > 0
    stays,   ///< every length is a fixed point
    shrinks,   ///< to 0
    grows,   ///< without bound
};
const char* word(LengthFate fate);   ///< "settles", "stays", "shrinks", "grows"
Text label_of(LengthFate fate);   ///< display name

/// The long-term behaviour of the correlation of two signals, at the length that they reach.
enum class AngleFate {
    exponential,   ///< approaches c* as e^(−l/ξ_c)
    algebraic,   ///< approaches 1, with 1 − c as a power of 1/l; the map has slope 1 there, like that of ReLU without
                 ///< bias
    unchanged,   ///< the map is the identity, like that of a linear network
};
const char* word(AngleFate fate);   ///< "exponential", "algebraic", "unchanged"
Text label_of(AngleFate fate);   ///< display name

/// The correlation map at the length that a signal reaches. When signals shrink to 0 or grow without bound, it is the
/// limit of the layers' maps, in which the bias plays no role.
struct AngleMap {
    AngleFate fate = AngleFate::exponential;
    double slope = 0;   ///< at c = 1: χ q/V(q)
    std::optional<double> c_star {};   ///< absent when every c is a fixed point
    std::optional<double> xi_c {};   ///< infinite when the fate is algebraic, absent when angles do not change
    double q = 0;   ///< the map is correlation_step's at this length, with …
    Variances variances {};   ///< … these variances: the network's own, or those without a bias
};

/// The long-term behaviour of a signal in a network of equal layers, as the command `theory` prints it. A quantity that
/// does not exist is absent; a depth scale that diverges is infinite.
///
/// An activation with φ(cz) = c^degree φ(z) and no bias has the same correlation map at all lengths, for any σ_w. Its
/// lengths may shrink or grow without any effect on its angles.
struct FixedPoint {
    std::optional<double> q_star;   ///< length at which the signal settles
    std::optional<double> chi_1;   ///< χ at q*; always present when φ(cz) = cφ(z), since χ then does not depend on q
    std::optional<double> c_star;   ///< stable fixed point of the correlation map at q*, or of the map for all lengths
    std::optional<double> xi_q, xi_c;
    /// Determined by χ₁. Absent when lengths grow without bound, unless χ₁ = 1: such a signal has no phase. Angles may
    /// behave differently when the correlation map does not depend on σ_w.
    std::optional<Phase> phase;
    std::optional<double> critical_weight_variance;   ///< σ_w² with χ₁ = 1 at this σ_b²
    Text remark;   ///< a sentence about other fixed points; usually empty

    LengthFate length = LengthFate::settles;
    std::optional<AngleMap> angles;   ///< absent when no signal is left
    double start = 1;   ///< q of the signal
    /// The unstable lengths between which the signal starts, which bound its basin of attraction; absent: no bound.
    std::optional<double> basin_low, basin_high;
};

/// The point of the critical line (χ₁ = 1) whose fixed point is q > 0. Its bias variance may be negative; then no
/// network has this q* at criticality.
struct CriticalPoint {
    double q = 0;
    Variances variances;
    double length_slope = 0;   ///< dV/dq; q is a stable length when it is below 1
};
CriticalPoint critical_point(const GaussianExpectation& expectation, double q);

/// The theory of one activation. Construct it once and query it often: the constructor computes moments on a grid of
/// lengths, which bracket the fixed points.
class MeanField {
public:
    explicit MeanField(const ActivationFunction& phi);

    const GaussianExpectation& expectation() const { return expectation_; }

    /// Returns all fixed points of the length map, for q from 1e-12 (less for a smaller σ_b²) to 1e12 (more for a
    /// bounded φ), and 0. Two points with |V(q)/q − 1| ≤ 1e-8 between them become one double point.
    LengthFixedPoints length_fixed_points(Variances variances) const;

    /// Returns the behaviour of a signal that starts with q = `start` > 0.
    FixedPoint fixed_point(Variances variances, double start = 1) const;

    /// Returns σ_w² with χ₁ = 1 at a bias variance. If the critical line passes it several times, a stable length is
    /// chosen.
    std::optional<double> critical_weight_variance(double bias_variance) const;

private:
    std::optional<AngleMap> angle_map(Variances variances, double q, bool every) const;

    GaussianExpectation expectation_;
    std::vector<double> log_lengths_;   // ln q, increasing
    std::vector<PreactivationMoments> moments_;   // moments at these lengths
};

FixedPoint fixed_point(const ActivationFunction& phi, double weight_variance, double bias_variance);

}   // namespace stepzero
