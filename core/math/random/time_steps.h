// SPDX-License-Identifier: GPL-3.0-or-later
// Initial values of state-space blocks: logarithms of decay rates, and biases of time steps. The same bits on every
// machine.
#pragma once

#include <cstddef>

namespace stepzero {

/// Fills `out` with ln 1, ln 2, …, ln n.
void fill_log_ordinals(float* out, std::size_t n);

/// Maps each u in (−1, 1) to ln(e^Δ − 1), in place; softplus turns it back into Δ. Δ is low·(high/low)^((u + 1)/2), and
/// at least `floor`. Precondition: low > 0, high ≥ low.
void to_softplus_inverse(float* numbers, std::size_t n, double low, double high, double floor);

/// Returns ln(1 + e^x) without overflow.
double softplus(double x);

/// Returns ln(e^Δ − 1) for Δ > 0, given Δ and its logarithm, with an error of 1e-9.
double softplus_inverse(double step, double log_step);

}   // namespace stepzero
