// SPDX-License-Identifier: GPL-3.0-or-later
// Means of a periodic φ over Gaussians that are about as wide as its period: of its Fourier series next to nothing is
// left. For z ~ N(c, σ²), E[exp(ikωz)] = exp(−(kωσ)²/2) exp(ikωc).
#pragma once

#include <Eigen/Core>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

class WaveMeans {
public:
    WaveMeans() = default;
    /// Empty where φ has no period, or where σ, the deviation, is so small that too many terms are left.
    WaveMeans(const ActivationFunction& phi, const Roughness& roughness, double deviation);

    bool empty() const { return terms_.cols() == 0; }

    struct Means {
        double value, derivative, variance;   ///< E[φ], E[φ'], Var φ
    };
    Means around(double center) const;

private:
    double frequency_ = 0;   // ω
    double mean_ = 0;   // of φ over a period; the terms are those of what is left
    Eigen::ArrayXXd terms_;   // cosines and sines in turn × (φ, φ', φ²)
};

}   // namespace stepzero
