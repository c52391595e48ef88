// SPDX-License-Identifier: GPL-3.0-or-later
// ln p_k with p_k ∝ k^−s, the frequencies of Zipf's tokens, for the bias of a head. The first softmax then gives each
// token its frequency, and the first loss is the entropy of the tokens instead of ln V (Karpathy: A recipe for training
// neural networks. 2019, "init well").
#include <algorithm>
#include <cmath>

#include "core/network/init/schemes.h"

namespace stepzero {

namespace {

/// Returns Σ k^−s over k = 1 to n. Most terms follow from their integral, by Euler–Maclaurin; the remainder is below
/// 1e-12 for s ≤ 4.
double sum_of_powers(int n, double s)
{
    constexpr int summed = 1000;
    double sum = 0;
    for (int k = 1; k <= std::min(n, summed); ++k)
        sum += std::pow(k, -s);
    if (n <= summed)
        return sum;
    const double a = summed, b = n, ln_ratio = std::log(b / a);
    const double integral = std::abs(1 - s) * ln_ratio < 1e-9
        ? std::pow(a, 1 - s) * ln_ratio
        : std::pow(a, 1 - s) * std::expm1((1 - s) * ln_ratio) / (1 - s);
    return sum + integral + (std::pow(b, -s) - std::pow(a, -s)) / 2
        + s * (std::pow(a, -s - 1) - std::pow(b, -s - 1)) / 12;
}

}   // namespace

Scheme scheme_log_frequencies()
{
    return {.name = "log_frequencies",
        .label = tr("Log frequencies"),
        .source = "Karpathy 2019",
        .parameters = {{.name = "exponent", .label = tr("exponent"), .default_value = 1.0, .low = 0, .high = 4}},
        .rule =
            [](const Parameters& p, Shape shape, Role role) {
                const double s = number(p, "exponent");
                const int n = shape.rows() * (role == Role::bias ? 1 : shape.columns());
                return Draw {.base = base_log_ordinal(false), .scale = -s, .shift = -std::log(sum_of_powers(n, s))};
            },
        .of_role = "head_bias"};
}

}   // namespace stepzero
