// SPDX-License-Identifier: GPL-3.0-or-later
// A set of units of a convolutional stream, one number each, that theory follows through a φ after the sum
// (resnet_theory.h). Internal to core/theory.
#pragma once

#include <random>
#include <vector>

#include "core/theory/resnet_theory.h"

namespace stepzero {

inline constexpr double last_plain_logarithm = 600;   // largest ln of a mean square for which units are plain numbers

/// Generates units of N(0, 1), one number each, stratified. Successive calls are independent.
class StratifiedNormals {
public:
    explicit StratifiedNormals(int count);
    std::vector<double> operator()();

    /// Returns second numbers for the units x. Units with similar x get dissimilar numbers, like the points of a
    /// lattice in two dimensions (array-RQMC; L'Ecuyer, Lécot, Tuffin 2008), so sums over both converge as 1/count, not
    /// 1/√count.
    std::vector<double> beside(const std::vector<double>& x);

private:
    std::vector<double> strata_;   // increasing
    std::mt19937_64 random_ {1};
};

/// Scales a set of units to mean square 1.
std::vector<double> of_square_one(std::vector<double> x);
double mean_of_units(const std::vector<double>& x);

/// The maximum over a window of φ(z), with z of variance e^ln_q. Two outputs of a convolution read their common inputs
/// through different taps, whose weights are independent. Only what all positions share therefore correlates them.
struct PooledUnits {
    double log_gain = 0;   // ln of E[x²] relative to E[z²]
    std::vector<double> units;
};
PooledUnits pooled_units(const PooledUnitLaw& law, double ln_q, StratifiedNormals& normals, int count);

/// A set of units of the stream with mean square 1, each at two positions of a sample. With norms over the batch, the
/// two are as different as positions of two samples.
struct ImageUnits {
    std::vector<double> here, there;
};

/// Returns units of N(0, 1); the second ones have the correlation `shared` with the first.
ImageUnits twins(std::vector<double> here, StratifiedNormals& normals, double shared);

}   // namespace stepzero
