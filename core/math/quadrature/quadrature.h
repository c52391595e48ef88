// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian expectations of an activation, E[f(m + √q g)] with g ~ N(0, 1). All of mean-field theory is built from them.
//
// Gauss-Hermite of a fixed order fails at kinks and at large q, where φ changes on a scale of 1 and the Gaussian on a
// scale of √q. Here the integral is split into panels of 16 Gauss-Legendre nodes. Panels end at kinks and double in
// length with the distance from each place where φ has its own scale. They are never longer than 4.5 standard
// deviations. The number of nodes grows with log q. The error is at the level of rounding for q from 1e-12 to 1e12
// (tests/core/tst_theory_quadrature.cpp compares it with adaptive integration).
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/math/activation/activation.h"

namespace stepzero {

/// The properties of a function that the quadrature needs: where it is rough, and on which scale it changes.
struct Roughness {
    struct Center {
        double low, high;   ///< a point where panels end, or an interval
        double length;   ///< longest panel there; infinite: only a break between panels
        bool kink = false;   ///< true: φ, φ' or φ'' jumps

        bool is_point() const { return low == high; }
        double distance(double z) const { return std::max({low - z, z - high, 0.0}); }
    };
    std::vector<Center> centers;   ///< sorted by `low`
    // The following describe a function that continues as a wave around a straight line, such as sin. The first two are
    // infinite for other functions.
    double longest_panel = std::numeric_limits<double>::infinity();   ///< scale of the wave, everywhere
    double widest_gaussian = std::numeric_limits<double>::infinity();   ///< from this width on, the wave averages out
    double slope = 0;   ///< slope of the line
    double period = 0;   ///< period of the wave; `centers` then lists those within some periods of 0. 0: unknown

    bool repeats() const { return period > 0 && slope == 0; }   ///< φ itself is periodic, without a line
};

Roughness roughness(const ActivationFunction& phi);

/// Moments of one preactivation z ~ N(m, q).
struct PreactivationMoments {
    double mean = 0;   ///< E[φ(z)]; 0 when it is below rounding relative to the RMS
    double square = 0;   ///< E[φ(z)²]
    double variance = 0;   ///< E[φ²] − E[φ]², without cancellation
    double fourth = 0;   ///< E[φ(z)⁴]
    double derivative_square = 0;   ///< E[φ'(z)²]
    double square_slope = 0;   ///< d E[φ²] / dq = E[φ'² + φφ''], including the delta function of a kink
    double derivative_square_slope = 0;   ///< d E[φ'²] / dq; 0 at q = 0, where it may not exist
};

/// Moments of two preactivations, Gaussian with mean 0, variances q_a and q_b, and correlation c = 1 − d. They are
/// inaccurate only for sin at unequal variances above 1e6.
struct PairMoments {
    double product = 0;   ///< E[φ(z_a) φ(z_b)]
    double derivative_product = 0;   ///< E[φ'(z_a) φ'(z_b)]
    /// E[(φ(z_a) − φ(z_b))²]/2 without cancellation, only for q_a = q_b; NaN otherwise.
    double half_square_difference = 0;
};

/// The expectations of one activation. Construct it once and query it often.
class GaussianExpectation {
public:
    explicit GaussianExpectation(const ActivationFunction& phi) : phi_(phi), roughness_(roughness(phi)) { }

    const ActivationFunction& phi() const { return phi_; }

    /// Precondition: q ≥ 0. At q = 0, uses the values of φ and φ' at m.
    PreactivationMoments moments(double q, double mean = 0) const;

    /// Precondition: q_a, q_b > 0, 0 ≤ d ≤ 2. The argument d = 1 − c resolves correlations close to 1.
    PairMoments pair(double q_a, double q_b, double d) const;

private:
    ActivationFunction phi_;
    Roughness roughness_;
};

}   // namespace stepzero
