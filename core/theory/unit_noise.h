// SPDX-License-Identifier: GPL-3.0-or-later
// The contribution of a layer's units to the fluctuations of a finite network: covariances of functions of their
// preactivations, for one input and for two, and the dependence of the layer's means on the length q.
//
// In Hermite polynomials, f(m + √q g) = Σ f_k h_k(g). A covariance at correlation c is then Cov(f(z_a), h(z_b)) =
// Σ_{k≥1} f_k h_k c^k (Mehler), dE[f]/d ln q = f_2/√2 and q² d²E[f]/dq² = √(3/2) f_4. One rule therefore serves every
// correlation. The series ends at k = 32. The rest of the covariance at c = 1, which is known, is assigned the tail of
// a function that jumps, k^{−3/2}. Compared with exact integrals, the largest relative error is a few percent, for a
// step and c > 0.9.
#pragma once

#include <Eigen/Core>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

inline constexpr int hermite_terms = 32;
using HermiteCoefficients = Eigen::Array<double, hermite_terms + 1, 1>;   // k = 0 … 32

/// Returns the coefficients in normalized Hermite polynomials of g for the functions in the columns of `values`, given
/// at the nodes of a rule: [nodes, functions] to [33, functions].
Eigen::Matrix<double, hermite_terms + 1, Eigen::Dynamic> hermite_coefficients(
    const Eigen::ArrayXd& g, const Eigen::ArrayXd& weights, const Eigen::MatrixXd& values);

/// A covariance of two inputs' units as a function of their correlation.
class CovarianceSeries {
public:
    CovarianceSeries() = default;
    /// Makes the series from f_k h_k and the covariance at c = 1, both multiplied by `factor`.
    CovarianceSeries(const HermiteCoefficients& products, double at_one, double factor);

    /// Precondition: −1 ≤ c ≤ 1.
    double operator()(double c) const;
    double slope(double c) const;   ///< d/dc, without the tail

private:
    HermiteCoefficients terms_ = HermiteCoefficients::Zero();   // terms_[0] = 0
    double rest_ = 0;
};

/// Properties of φ at z ~ N(m, q). Slopes are derivatives by ln q.
struct UnitNoise {
    double square = 0;   ///< E[φ²]
    double square_slope = 0;   ///< d ln E[φ²]
    double mean = 0;   ///< E[φ]/√E[φ²]
    double mean_slope = 0;   ///< dE[φ]/√E[φ²]
    double deviation_slope = 0;   ///< d ln Var(φ)
    double derivative_square = 0;   ///< E[φ'²]
    double derivative_slope = 0;   ///< d ln E[φ'²]
    CovarianceSeries of_squares;   ///< for φ²/E[φ²]
    CovarianceSeries of_values;   ///< for φ/√E[φ²]
    CovarianceSeries of_deviations;   ///< for (φ − E[φ])²/Var(φ)
    CovarianceSeries of_derivatives;   ///< for φ'/√E[φ'²]
    CovarianceSeries of_derivative_squares;   ///< for φ'²/E[φ'²]
    CovarianceSeries of_both;   ///< for φ²/E[φ²] with φ'²/E[φ'²]
    double derivative_mean = 0;   ///< E[φ']/√E[φ'²]
    double square_curvature = 0;   ///< q² d²E[φ²]/dq² / E[φ²]
    double derivative_curvature = 0;   ///< q² d²E[φ'²]/dq² / E[φ'²]
    double alignment = 0;   ///< E[gφφ']²/(E[φ²] E[φ'²]), g standard normal in z = m + √q g
};

/// Precondition: q > 0.
UnitNoise unit_noise(const ActivationFunction& phi, const Roughness& roughness, double q, double mean);

/// The contribution of a pair of inputs with equal lengths and correlation 1 − d to the fluctuation of H = E[(φ_a −
/// φ_b)²]/2. Covariances are relative to the means of their arguments.
struct PairNoise {
    double by_distance = 0;   ///< ∂ ln H/∂ ln D at fixed lengths, D = q·d
    double by_length = 0;   ///< ∂ ln H/∂ ln q of both lengths together, at fixed D
    double of_differences = 0;   ///< Var((φ_a − φ_b)²)
    double with_square = 0;   ///< Cov((φ_a − φ_b)², φ_a²)
    // For two pairs whose inputs have the correlation x across pairs. Both are functions of x/(1 − d), the correlation
    // of the common parts.
    CovarianceSeries between_pairs;   ///< Cov((φ_a − φ_b)², (φ_a' − φ_b')²)
    CovarianceSeries with_other;   ///< Cov((φ_a − φ_b)², φ_a'²)
};

/// Precondition: q > 0, 0 < d ≤ 2, mean 0.
PairNoise pair_noise(const ActivationFunction& phi, const Roughness& roughness, double q, double d);

}   // namespace stepzero
