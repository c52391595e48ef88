// SPDX-License-Identifier: GPL-3.0-or-later
// Means of a periodic φ over Gaussians about as wide as its period, which leave only few terms of its Fourier series.
// For z ~ N(c, σ²), E[exp(ikωz)] = exp(−(kωσ)²/2) exp(ikωc).
#pragma once

#include <Eigen/Core>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

class WaveMeans {
public:
    WaveMeans() = default;
    /// Stays empty when φ has no period, or when the deviation σ is so small that too many terms are left.
    WaveMeans(const ActivationFunction& phi, const Roughness& roughness, double deviation);

    bool empty() const { return terms_.cols() == 0; }

    struct Means {
        double value, derivative, variance;   ///< E[φ], E[φ'], Var φ
    };
    Means around(double center) const;

private:
    double frequency_ = 0;   // ω
    double mean_ = 0;   // mean of φ over a period; the terms describe the rest
    Eigen::ArrayXXd terms_;   // cosines and sines in turn × (φ, φ', φ²)
};

}   // namespace stepzero
