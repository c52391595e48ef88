// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of the squared slope of one unit, φ'(z)² with z ~ N(m, q), and its transform, which free probability
// multiplies.
//
// The Gaussian is divided into cells in which φ'² is monotone and changes little. Each cell has its exact mass and
// mean, and a density over ln d that is linear in d. The transform of this density is a logarithm, which is accurate at
// any distance of ζ, even on the support itself. A cell in which φ'² is constant is an atom.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

/// Values are divided by their mean: E[d] = 1 unless everything is zero. Values below 1e-280 count as zero.
class SlopeLaw {
public:
    struct Atom {
        double value, share;
    };

    /// Computes the distribution of φ'(z)² for z ~ N(mean, variance), 0 ≤ variance < 1e120.
    SlopeLaw(const ActivationFunction& phi, const Roughness& roughness, double mean, double variance);

    double log_mean() const { return log_mean_; }   ///< ln E[φ'(z)²]; −inf when everything is zero
    double second_moment() const { return second_moment_; }   ///< E[d²]
    double zero() const { return zero_; }   ///< fraction with d = 0
    double lowest() const { return lowest_; }   ///< smallest nonzero value
    double highest() const { return highest_; }
    const std::vector<Atom>& atoms() const { return atoms_; }   ///< all except zero

    struct Transform {
        std::complex<double> m;   ///< E[d / (ζ − d)]
        std::complex<double> slope;   ///< dm / d ln ζ
    };
    /// Precondition: Im ζ ≥ 0, and ζ is not an atom.
    Transform transform(std::complex<double> zeta) const;

    /// Returns the real ζ outside the nonzero values where E[d / (ζ − d)] = m. It is above them for m > 0, negative for
    /// −(1 − zero) < m < 0, and between zero and them for smaller m.
    double inverse(double m) const;

private:
    struct Cell {
        double low, high, middle, reach;   ///< range of d; within `reach` of the middle, ζ is near
        double level, tilt;   ///< density over ln d: level + tilt·d
        double mass, log_length;
    };
    struct Builder;
    void set_nodes();

    std::vector<Cell> cells_;   ///< cell i has nodes 3i to 3i + 2; the nodes of atoms follow
    std::vector<Cell> wide_;   ///< cells over which d changes much; they have no nodes
    std::vector<Atom> atoms_;
    Eigen::ArrayXd nodes_, weights_;   ///< they represent cells and atoms when ζ is not near
    double zero_ = 0, lowest_ = 0, highest_ = 0, log_mean_ = 0, second_moment_ = 0;
};

}   // namespace stepzero
