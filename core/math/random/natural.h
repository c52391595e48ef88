// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian fields with the spectrum of natural images: amplitudes ∝ 1/f and random phases (Field 1987; van der Schaaf,
// van Hateren 1996). They live on a ring of n positions or a periodic n × n grid. The mean over positions, f = 0, has
// the power of the lowest frequency, one cycle per side: power ∝ 1/max(f, 1)².
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace stepzero {

/// Similarity of two positions of a natural field of variance 1, averaged over all pairs, including each position with
/// itself. `correlation` is the mean correlation, which equals the variance of the field's mean; `square` is the mean
/// of its square.
struct NaturalLikeness {
    double correlation = 1, square = 1;
};
NaturalLikeness natural_likeness(int dimensions, int side);

class NaturalField {
public:
    /// `dimensions` is 1 or 2; `side` may be any number of positions.
    NaturalField(int dimensions, int side);
    ~NaturalField();

    std::size_t positions() const { return amplitude_.size(); }
    /// Writes two independent fields of N(0, 1) numbers, row by row, from 2·positions() independent numbers. `other`
    /// may be null. The result is identical on every machine.
    void fill(const float* normal, float* one, float* other) const;
    /// Returns the correlation of a position with each position at a given offset, row by row.
    std::vector<double> correlations() const;

private:
    class Waves;
    template <class Complex>
    void sum_waves(std::vector<Complex>& field) const;

    std::size_t side_;
    bool grid_;
    std::vector<double> amplitude_;   // amplitude of every frequency; squares add up to 1
    std::unique_ptr<const Waves> waves_;
};

}   // namespace stepzero
