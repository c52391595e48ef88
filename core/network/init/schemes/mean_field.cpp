// SPDX-License-Identifier: GPL-3.0-or-later
// The variances of mean-field theory: for a weight, variance = σ_w² = fan_in·Var(W); for a bias, variance = σ_b² =
// Var(b). In a transposed convolution, the number of weights that reach an output replaces fan_in. An orthogonal weight
// has Var = 1/max(rows, columns) before scaling, so one that is not square is scaled to the requested variance. A
// vector has no orthogonal version, so a bias is normal.
#include <algorithm>
#include <cmath>

#include "core/network/init/fans.h"
#include "core/network/init/schemes.h"

namespace stepzero {

namespace {

Draw rule(const Parameters& p, Shape shape, Role role)
{
    const double std = std::sqrt(number(p, "variance") / (role == Role::weight ? shape.terms() : 1));
    if (role == Role::weight && is_word(p, "distribution", "orthogonal"))
        return {.base = base_orthogonal(), .scale = std * std::sqrt(double(std::max(shape.rows(), shape.columns())))};
    return chosen_draw(std, p);
}

}   // namespace

Scheme scheme_mean_field()
{
    return {.name = "mean_field",
        .label = tr("Mean field"),
        .source = "Poole et al. 2016",
        .parameters = with_truncation_of_distribution(
            {{.name = "variance", .label = tr("variance"), .default_value = 1.0, .low = 0},
                {.name = "distribution",
                    .label = tr("distribution"),
                    .default_value = std::string("normal"),
                    .choices = {"normal", "uniform", "orthogonal", "truncated_normal"},
                    .choice_labels = {tr("normal"), tr("uniform"), tr("orthogonal"), tr("truncated normal")}}}),
        .rule = rule,
        .variance =
            [](const Parameters& p, Role role) {
                return FanVariance {number(p, "variance"), role == Role::weight ? "σ_w^2" : "σ_b^2",
                    role == Role::weight ? Fan::in : Fan::none};
            },
        .mean_field_variance = "variance"};
}

}   // namespace stepzero
