// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of wide dense networks: how the length and the correlation of signals change from layer
// to layer, where they settle, and how fast. σ_w² = fan_in·Var(W), σ_b² = Var(b).
// Poole et al. 2016 (maps), Schoenholz et al. 2017 (slopes, depth scales, phases).
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
Text label_of(Phase phase);   ///< the same for people

/// χ₁ within this of 1 is critical: variances written with six decimals can hit the line.
inline constexpr double critical_tolerance = 1e-6;
Phase phase_of(double chi);

/// φ(cz) = cφ(z) for every c > 0, as of ReLU and linear: no length is special.
inline bool is_scale_free(const ActivationFunction& phi)
{
    return phi.limits().homogeneous && phi.limits().degree == 1;
}

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

/// What becomes of the length of a signal.
enum class LengthFate {
    settles,   ///< at a q* > 0
    stays,   ///< every length is a fixed point
    shrinks,   ///< to 0
    grows,   ///< without bound
};
const char* word(LengthFate fate);   ///< "settles", "stays", "shrinks", "grows"
Text label_of(LengthFate fate);   ///< the same for people

/// What becomes of the correlation of two signals, at the length that they reach.
enum class AngleFate {
    exponential,   ///< it comes to c* as e^(−l/ξ_c)
    algebraic,   ///< it comes to 1, 1 − c as a power of 1/l: the map has the slope 1 there, as that of ReLU without
                 ///< bias
    unchanged,   ///< the map is the identity, as that of a linear network
};
const char* word(AngleFate fate);   ///< "exponential", "algebraic", "unchanged"
Text label_of(AngleFate fate);   ///< the same for people

/// The correlation map that a signal arrives at. Where signals shrink to 0 or grow without bound it is the limit of the
/// layers' maps, in which the bias has no part.
struct AngleMap {
    AngleFate fate = AngleFate::exponential;
    double slope = 0;   ///< at c = 1: χ q/V(q)
    std::optional<double> c_star {};   ///< absent where every c is a fixed point
    std::optional<double> xi_c {};   ///< infinite where the fate is algebraic, absent where angles stay
    double q = 0;   ///< the map is correlation_step's at this length with
    Variances variances {};   ///< these: the network's own, or those without a bias
};

/// Where a signal goes in a network of equal layers. What the command `theory` prints. A quantity that does not exist
/// is absent; a depth scale that diverges is infinite.
///
/// An activation with φ(cz) = c^degree φ(z) and no bias has one correlation map at all lengths, whatever σ_w is: its
/// lengths may shrink or grow while its angles do what they always do.
struct FixedPoint {
    std::optional<double> q_star;   ///< where the signal settles
    std::optional<double> chi_1;   ///< χ at q*; for functions φ(cz) = cφ(z), whose χ is the same at any q, always
    std::optional<double> c_star;   ///< stable fixed point of the correlation map at q*, or of the one at all lengths
    std::optional<double> xi_q, xi_c;
    /// By χ₁. Absent where lengths grow without bound, but for χ₁ = 1: such a signal has no phase. Angles may do
    /// something else where the correlation map does not depend on σ_w.
    std::optional<Phase> phase;
    std::optional<double> critical_weight_variance;   ///< σ_w² with χ₁ = 1 at this σ_b²
    Text remark;   ///< a sentence about other fixed points; mostly empty

    LengthFate length = LengthFate::settles;
    std::optional<AngleMap> angles;   ///< absent where no signal is left
    double start = 1;   ///< q of the signal
    /// The signal starts between these unstable lengths; absent where nothing bounds it. (Its basin of attraction.)
    std::optional<double> basin_low, basin_high;
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

    /// Of a signal that starts with q = `start` > 0.
    FixedPoint fixed_point(Variances variances, double start = 1) const;

    /// σ_w² with χ₁ = 1 at a bias variance; where the critical line passes it more than once, at a stable length.
    std::optional<double> critical_weight_variance(double bias_variance) const;

private:
    std::optional<AngleMap> angle_map(Variances variances, double q, bool every) const;

    GaussianExpectation expectation_;
    std::vector<double> log_lengths_;   // ln q, rising
    std::vector<PreactivationMoments> moments_;   // at those
};

FixedPoint fixed_point(const ActivationFunction& phi, double weight_variance, double bias_variance);

}   // namespace stepzero
