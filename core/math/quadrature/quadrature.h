// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian expectations of an activation, E[f(m + √q g)] with g ~ N(0, 1), from which all of mean-field
// theory is made.
//
// Gauss-Hermite of a fixed order fails at kinks and at large q, where φ changes on a scale of 1 and the
// Gaussian on a scale of √q. Here the integral is cut into panels of 16 Gauss-Legendre nodes: panels end at
// kinks, double in length away from each place where φ has a scale of its own, and are never longer than
// four and a half standard deviations. The number of nodes follows log q, and the error is at the level of rounding
// for q from 1e-12 to 1e12 (tests/core/tst_theory_quadrature.cpp holds it against adaptive integration).
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/math/activation/activation.h"

namespace stepzero {

/// What the quadrature needs to know of a function: where it is rough, and on which scale it changes.
struct Roughness {
    struct Center {
        double low, high;   ///< one point, where panels end, or a stretch
        double length;   ///< panels there are at most so long; infinite: a break and no more
        bool kink = false;   ///< φ, φ' or φ'' jumps

        bool is_point() const { return low == high; }
        double distance(double z) const { return std::max({low - z, z - high, 0.0}); }
    };
    std::vector<Center> centers;   ///< sorted by `low`
    // Of a function that goes on as a wave around a straight line, as sin: both are infinite for others.
    double longest_panel = std::numeric_limits<double>::infinity();   ///< its scale everywhere
    double widest_gaussian = std::numeric_limits<double>::infinity();   ///< over any wider one a wave has the same mean
    double slope = 0;   ///< of that line
    double period = 0;   ///< of the wave: centers are those within some periods of 0; 0: none is known

    bool repeats() const { return period > 0 && slope == 0; }   ///< φ itself, and not its wave alone
};

Roughness roughness(const ActivationFunction& phi);

/// Moments of one preactivation z ~ N(m, q).
struct PreactivationMoments {
    double mean = 0;   ///< E[φ(z)]; 0 where it is below rounding against the RMS
    double square = 0;   ///< E[φ(z)²]
    double variance = 0;   ///< E[φ²] − E[φ]², without cancellation
    double fourth = 0;   ///< E[φ(z)⁴]
    double derivative_square = 0;   ///< E[φ'(z)²]
    double square_slope = 0;   ///< d E[φ²] / dq = E[φ'² + φφ''], in which a kink's delta counts
    double derivative_square_slope = 0;   ///< d E[φ'²] / dq; 0 at q = 0, where it need not exist
};

/// Moments of two preactivations, Gaussian with mean 0, variances q_a and q_b, and correlation c = 1 − d.
/// (Rough only for sin at unequal variances above 1e6.)
struct PairMoments {
    double product = 0;   ///< E[φ(z_a) φ(z_b)]
    double derivative_product = 0;   ///< E[φ'(z_a) φ'(z_b)]
    /// E[(φ(z_a) − φ(z_b))²]/2 without cancellation, for q_a = q_b only; NaN otherwise.
    double half_square_difference = 0;
};

/// The expectations of one activation. Construct once and ask often.
class GaussianExpectation {
public:
    explicit GaussianExpectation(const ActivationFunction& phi) : phi_(phi), roughness_(roughness(phi)) { }

    const ActivationFunction& phi() const { return phi_; }

    /// Precondition: q ≥ 0. At q = 0 the values of φ and φ' at m themselves.
    PreactivationMoments moments(double q, double mean = 0) const;

    /// Precondition: q_a, q_b > 0, 0 ≤ d ≤ 2. d = 1 − c keeps correlations near 1 apart.
    PairMoments pair(double q_a, double q_b, double d) const;

private:
    ActivationFunction phi_;
    Roughness roughness_;
};

}   // namespace stepzero
