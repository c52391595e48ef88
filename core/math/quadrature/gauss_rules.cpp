// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/quadrature/gauss_rules.h"

#include <cmath>
#include <utility>

namespace stepzero {

namespace {

/// Values of an orthogonal polynomial and of its predecessor at one point.
using Pair = std::pair<double, double>;

Pair legendre(int degree, double x)
{
    double below = 0, here = 1;
    for (int k = 0; k < degree; ++k)
        below = std::exchange(here, ((2 * k + 1) * x * here - k * below) / (k + 1));
    return {here, below};
}

/// Hermite polynomials with mean square 1 under N(0, 1).
Pair hermite(int degree, double x)
{
    double below = 0, here = 1;
    for (int k = 0; k < degree; ++k)
        below = std::exchange(here, (x * here - std::sqrt(double(k)) * below) / std::sqrt(k + 1.0));
    return {here, below};
}

/// Returns the zeros of a polynomial in ascending order. They interlace with those of its predecessor and are found by
/// bisection.
std::vector<double> zeros(Pair (*polynomial)(int, double), int degree, double bound)
{
    std::vector<double> found;
    for (int k = 1; k <= degree; ++k) {
        std::vector<double> ends = std::exchange(found, {});
        ends.insert(ends.begin(), -bound);
        ends.push_back(bound);
        for (int i = 0; i < k; ++i) {
            double low = ends[std::size_t(i)], high = ends[std::size_t(i) + 1];
            const bool rising = (k - i) % 2 == 1;   // a polynomial is positive above its last zero
            for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2)
                ((polynomial(k, middle).first < 0) == rising ? low : high) = middle;
            found.push_back(i * 2 + 1 == k ? 0 : (low + high) / 2);
        }
    }
    return found;
}

}   // namespace

GaussRule gauss_legendre(int nodes)
{
    GaussRule rule {zeros(legendre, nodes, 1), {}};
    for (const double x : rule.nodes) {
        const double below = nodes * legendre(nodes, x).second;
        rule.weights.push_back(2 * (1 - x * x) / (below * below));
    }
    return rule;
}

GaussRule gauss_hermite(int nodes)
{
    GaussRule rule {zeros(hermite, nodes, 2 * std::sqrt(double(nodes)) + 1), {}};
    for (const double x : rule.nodes) {
        const double below = hermite(nodes, x).second;
        rule.weights.push_back(1 / (nodes * below * below));
    }
    return rule;
}

}   // namespace stepzero
