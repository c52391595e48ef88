// SPDX-License-Identifier: GPL-3.0-or-later
// How alike the positions of a channel are, c(i, j) = E[x(i) x(j)]/√(E[x(i)²] E[x(j)²]), for positions that are not
// farther from each other than some reach. What a mean over windows leaves is made of it:
//     E[x̄²] = 1/n² Σ_{i, j in the window} E[x(i) x(j)].
// A convolution takes both positions through the same taps, whose weights are independent, and φ takes each pair by
// itself (Novak et al. 2019, Garriga-Alonso et al. 2019):
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
    /// All pairs alike. Of the window its input is read.
    PositionPairs(const Window& window, int reach, double alike);

    /// Precondition: i and j are within reach.
    double operator()(int i, int j) const;

    /// Those of z behind a convolution, given E[x²] before and q; logarithms as PositionField::forward() takes them.
    PositionPairs forward(const Window& window, int reach, const PositionField& squares, const PositionField& q,
        double ln_weight, double ln_bias, std::optional<int> one_tap) const;
    /// Those of φ(z), at the geometric mean of the two lengths. z has mean 0.
    PositionPairs activated(const GaussianExpectation& phi, const PositionField& q) const;
    struct Pooled;
    /// Those of means over windows, given E[x²] before.
    Pooled averaged(const Window& pool, int reach, const PositionField& squares) const;

private:
    PositionPairs(int dimensions, int side, bool circular, int reach);
    template <class Body>
    void fill(const Body& body);
    std::size_t index(int down, int across) const { return std::size_t(down * (2 * reach_ + 1) + across + reach_); }
    int around(int distance) const;

    bool grid_, circular_;
    int side_, reach_;
    std::vector<std::vector<double>> pairs_;   // by distance, of every first position
};

struct PositionPairs::Pooled {
    PositionField squares;
    PositionPairs pairs;
};

/// How far pairs must be followed for all means over windows that come: of the input, of z of each layer, and of what
/// leaves it; −1: none are needed.
struct PairReaches {
    int input = -1;
    std::vector<int> layers, behind;
};
/// Absent where they would be too many.
std::optional<PairReaches> pair_reaches(const std::vector<LayerPlan>& plan);

}   // namespace stepzero
