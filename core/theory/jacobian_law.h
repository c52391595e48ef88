// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts the singular values of products of layer Jacobians D_l W_l, D_l = diag(φ'(z_l)), of wide networks by free
// probability. Pennington, Schoenholz and Ganguli 2017 and 2018 did this for square layers.
//
// In terms of N(λ) = Σ_i λ_i/(λ − λ_i), unnormalized, factors of any shape multiply. The eigenvalue at which the
// product JJᵀ has the value N is
//   λ(N) = Π_l ζ_l(N/n_l) · ω_l(N) N/(n_l + N) · Π_{l<L} N/(n_l + N).
// ζ_l is the inverse of m ↦ E[d/(ζ − d)], d = φ'(z_l)². For independent entries ω_l(N) = Var(W) (n_l + N)(n_{l−1} +
// N)/N. For an orthogonal matrix with r = min(n_l, n_{l−1}) singular values g it is g²(r + N)/N.
#pragma once

#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/prediction.h"
#include "core/theory/spectrum_law.h"

namespace stepzero {

/// Returns the distribution of singular values of ∂x_last/∂x_{first−1}, layers counted from 1. Absent when the
/// prediction of a layer is absent, for weights that are neither independent nor orthogonal, with norms, and when s is
/// beyond 10^(±2e8). Throws Stopped.
std::optional<SpectrumLaw> jacobian_law(
    const NetworkPlan& plan, const Prediction& prediction, int first, int last, const Context& context);

}   // namespace stepzero
