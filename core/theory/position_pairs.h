// SPDX-License-Identifier: GPL-3.0-or-later
// Correlations between the positions of a channel, c(i, j) = E[x(i) x(j)]/√(E[x(i)²] E[x(j)²]), up to some distance.
// They determine the mean square after averaging over windows:
//     E[x̄²] = 1/n² Σ_{i, j in the window} E[x(i) x(j)].
// A convolution applies the same taps to both positions, with independent weights, and φ maps each pair separately
// (Novak et al. 2019, Garriga-Alonso et al. 2019):
//     q c(o, o') = σ_w²/taps · Σ_t E[x(o + t) x(o' + t)] + σ_b².
#pragma once

#include <optional>
#include <vector>

#include "core/math/quadrature/quadrature.h"
#include "core/network/experiment/experiment.h"
#include "core/theory/position_field.h"

namespace stepzero {

class PositionPairs {
public:
    /// Makes pairs with equal correlations `alike`, on the input of the window.
    PositionPairs(const Window& window, int reach, double alike);

    /// Precondition: i and j are within reach.
    double operator()(int i, int j) const;

    /// Returns the pairs of z after a convolution, given E[x²] before it and q. Logarithms are as in
    /// PositionField::forward().
    PositionPairs forward(const Window& window, int reach, const PositionField& squares, const PositionField& q,
        double ln_weight, double ln_bias, std::optional<int> one_tap) const;
    /// Returns the pairs of φ(z), evaluated at the geometric mean of the two lengths. z has mean 0.
    PositionPairs activated(const GaussianExpectation& phi, const PositionField& q) const;
    struct Pooled;
    /// Returns the pairs of means over windows, given E[x²] before.
    Pooled averaged(const Window& pool, int reach, const PositionField& squares) const;

private:
    PositionPairs(int dimensions, int side, bool circular, int reach);
    template <class Body>
    void fill(const Body& body);
    std::size_t index(int down, int across) const { return std::size_t(down * (2 * reach_ + 1) + across + reach_); }
    int around(int distance) const;

    bool grid_, circular_;
    int side_, reach_;
    std::vector<std::vector<double>> pairs_;   // by distance, for every first position
};

struct PositionPairs::Pooled {
    PositionField squares;
    PositionPairs pairs;
};

/// The distances up to which pairs must be followed for all later means over windows: of the input, of z of each layer,
/// and of the layer's output. −1: no pairs are needed.
struct PairReaches {
    int input = -1;
    std::vector<int> layers, behind;
};
/// Absent when there would be too many pairs.
std::optional<PairReaches> pair_reaches(const std::vector<LayerPlan>& plan);

}   // namespace stepzero
