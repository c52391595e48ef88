// SPDX-License-Identifier: GPL-3.0-or-later
// A Gauss rule for means over the squared length of a vector of independent numbers, in units of its mean. Theory uses
// it when lengths vary, such as those of short samples and of queries.
#pragma once

#include <vector>

namespace stepzero {

/// The value |x|²/E|x|² of a vector, and its weight in a mean over vectors.
struct VectorLength {
    double square = 1, weight = 1;
};

/// Returns the rule for Γ(a)/a, whose variance is 1/a; this is χ²(n)/n for a = n/2. It uses the recurrence of the
/// generalized Laguerre polynomials (Golub, Welsch 1969). Preconditions: a > 0, points > 0.
std::vector<VectorLength> length_rule(double a, int points);

}   // namespace stepzero
