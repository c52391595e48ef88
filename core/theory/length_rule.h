// SPDX-License-Identifier: GPL-3.0-or-later
// Gauss's rule for means over the squared length of a vector of independent numbers, in units of its mean.
#pragma once

#include <vector>

namespace stepzero {

/// |x|²/E|x|² of a vector, and its weight in a mean over vectors.
struct VectorLength {
    double square = 1, weight = 1;
};

/// The rule for Γ(a)/a, whose variance is 1/a: χ²(n)/n where a = n/2. From the recurrence of the generalized Laguerre
/// polynomials (Golub, Welsch 1969). Preconditions: a > 0, points > 0.
std::vector<VectorLength> length_rule(double a, int points);

}   // namespace stepzero
