// SPDX-License-Identifier: GPL-3.0-or-later
// What state-space blocks begin with: logarithms of decay rates, and the biases of time steps. The same bits
// everywhere.
#pragma once

#include <cstddef>

namespace stepzero {

/// ln 1, ln 2, …, ln n.
void fill_log_ordinals(float* out, std::size_t n);

/// From u in (−1, 1) to ln(e^Δ − 1), of which softplus makes Δ again: Δ = low·(high/low)^((u + 1)/2), and at least
/// `floor`. In place. Precondition: low > 0, high ≥ low.
void to_softplus_inverse(float* numbers, std::size_t n, double low, double high, double floor);

/// ln(1 + e^x), without overflow.
double softplus(double x);

/// ln(e^Δ − 1) for Δ > 0, whose logarithm is given: to 1e-9 of it.
double softplus_inverse(double step, double log_step);

}   // namespace stepzero
