// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian fields with the spectrum of natural images: amplitudes ∝ 1/f and random phases (Field 1987; van der Schaaf,
// van Hateren 1996), on a ring of n positions or a square grid of n × n that goes around. The mean over positions,
// f = 0, has the power of the lowest frequency, one cycle a side: power ∝ 1/max(f, 1)².
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace stepzero {

/// What two positions of a natural field have in common, of variance 1, in the mean over all pairs, each with itself
/// among them: their correlation, which is the variance of the field's mean, and its square.
struct NaturalLikeness {
    double correlation = 1, square = 1;
};
NaturalLikeness natural_likeness(int dimensions, int side);

class NaturalField {
public:
    /// dimensions: 1 or 2. Any side.
    NaturalField(int dimensions, int side);
    ~NaturalField();

    std::size_t positions() const { return amplitude_.size(); }
    /// Two independent fields, each number N(0, 1), out of 2·positions() independent ones. Row after row. `other` may
    /// be null. The same numbers on every machine.
    void fill(const float* normal, float* one, float* other) const;
    /// Of a position with the one so many further on, row after row.
    std::vector<double> correlations() const;

private:
    class Waves;
    template <class Complex>
    void sum_waves(std::vector<Complex>& field) const;

    std::size_t side_;
    bool grid_;
    std::vector<double> amplitude_;   // of every frequency; squares add up to 1
    std::unique_ptr<const Waves> waves_;
};

}   // namespace stepzero
