// SPDX-License-Identifier: GPL-3.0-or-later
// What the units of a layer add to the fluctuations of a finite network: covariances of functions of their
// preactivations, for one input and for two, and how the layer's means follow the length q.
//
// In Hermite polynomials, f(m + √q g) = Σ f_k h_k(g), a covariance at correlation c is Cov(f(z_a), h(z_b)) =
// Σ_{k≥1} f_k h_k c^k (Mehler), dE[f]/d ln q = f_2/√2 and q² d²E[f]/dq² = √(3/2) f_4. One rule thus serves every
// correlation. The series ends at k = 32; what it leaves of the covariance at c = 1, which is known, is given the tail
// of a function that jumps, k^{−3/2}. Compared with exact integrals the worst relative error is a few per cent, where a
// step meets c > 0.9.
#pragma once

#include <Eigen/Core>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

inline constexpr int hermite_terms = 32;
using HermiteCoefficients = Eigen::Array<double, hermite_terms + 1, 1>;   // k = 0 … 32

/// Coefficients in normalized Hermite polynomials of g of the functions in the columns of `values`, which are taken
/// at the nodes of a rule: [nodes, functions] to [33, functions].
Eigen::Matrix<double, hermite_terms + 1, Eigen::Dynamic> hermite_coefficients(
    const Eigen::ArrayXd& g, const Eigen::ArrayXd& weights, const Eigen::MatrixXd& values);

/// A covariance of two inputs' units as a function of their correlation.
class CovarianceSeries {
public:
    CovarianceSeries() = default;
    /// Of f_k h_k and the covariance at c = 1, both to be multiplied by `factor`.
    CovarianceSeries(const HermiteCoefficients& products, double at_one, double factor);

    /// Precondition: −1 ≤ c ≤ 1.
    double operator()(double c) const;
    double slope(double c) const;   ///< d/dc, without the tail

private:
    HermiteCoefficients terms_ = HermiteCoefficients::Zero();   // terms_[0] = 0
    double rest_ = 0;
};

/// At z ~ N(m, q). Slopes are by ln q.
struct UnitNoise {
    double square = 0;   ///< E[φ²]
    double square_slope = 0;   ///< d ln E[φ²]
    double mean = 0;   ///< E[φ]/√E[φ²]
    double mean_slope = 0;   ///< dE[φ]/√E[φ²]
    double deviation_slope = 0;   ///< d ln Var(φ)
    double derivative_square = 0;   ///< E[φ'²]
    double derivative_slope = 0;   ///< d ln E[φ'²]
    CovarianceSeries of_squares;   ///< of φ²/E[φ²]
    CovarianceSeries of_values;   ///< of φ/√E[φ²]
    CovarianceSeries of_deviations;   ///< of (φ − E[φ])²/Var(φ)
    CovarianceSeries of_derivatives;   ///< of φ'/√E[φ'²]
    CovarianceSeries of_derivative_squares;   ///< of φ'²/E[φ'²]
    CovarianceSeries of_both;   ///< of φ²/E[φ²] with φ'²/E[φ'²]
    double derivative_mean = 0;   ///< E[φ']/√E[φ'²]
    double square_curvature = 0;   ///< q² d²E[φ²]/dq² / E[φ²]
    double derivative_curvature = 0;   ///< q² d²E[φ'²]/dq² / E[φ'²]
    double alignment = 0;   ///< E[gφφ']²/(E[φ²] E[φ'²]), g standard normal in z = m + √q g
};

/// Precondition: q > 0.
UnitNoise unit_noise(const ActivationFunction& phi, const Roughness& roughness, double q, double mean);

/// What a pair of inputs of equal length and correlation 1 − d adds to the fluctuation of H = E[(φ_a − φ_b)²]/2.
/// Covariances are relative to the means of what they are of.
struct PairNoise {
    double by_distance = 0;   ///< ∂ ln H/∂ ln D at fixed lengths, D = q·d
    double by_length = 0;   ///< ∂ ln H/∂ ln q of both lengths together, at fixed D
    double of_differences = 0;   ///< Var((φ_a − φ_b)²)
    double with_square = 0;   ///< Cov((φ_a − φ_b)², φ_a²)
    // Of two pairs whose inputs are correlated by x across: both at x/(1 − d), the correlation of common parts.
    CovarianceSeries between_pairs;   ///< Cov((φ_a − φ_b)², (φ_a' − φ_b')²)
    CovarianceSeries with_other;   ///< Cov((φ_a − φ_b)², φ_a'²)
};

/// Precondition: q > 0, 0 < d ≤ 2, mean 0.
PairNoise pair_noise(const ActivationFunction& phi, const Roughness& roughness, double q, double d);

}   // namespace stepzero
