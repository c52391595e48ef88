// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/init/scheme.h"
#include "core/random/truncated.h"

namespace stepzero {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double normal_density(double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi); }

// One coordinate of a point uniform on the unit sphere in N dimensions: density ∝ (1 − x²)^((N − 3)/2). On the
// line the sphere is {−1, 1}; in the plane the density is infinite at ±1, but integrable.
Law coordinate_of_unit_vector(int n)
{
    Law law {.mean = 0, .variance = 1.0 / n, .low = -1, .high = 1, .atoms = {}, .density = {}};
    if (n == 1) {
        law.atoms = {{-1, 0.5}, {1, 0.5}};
        return law;
    }
    const double log_constant = std::lgamma(0.5 * n) - std::lgamma(0.5 * (n - 1)) - 0.5 * std::log(std::numbers::pi);
    law.density = [n, log_constant](double x) {
        if (!(std::abs(x) < 1))
            return n == 3 && std::abs(x) == 1 ? 0.5 : 0.0;
        return std::exp(log_constant + 0.5 * (n - 3) * std::log1p(-x * x));
    };
    return law;
}

// One entry of `of` has the law, which is symmetric, and the rest are 0.
Law rare(Law law, int of)
{
    if (of == 1)
        return law;
    law.variance /= of;
    for (Law::Atom& atom : law.atoms)
        atom.probability /= of;
    law.atoms.push_back({0, 1 - 1.0 / of});
    if (law.density)
        law.density = [density = law.density, of](double x) { return density(x) / of; };
    return law;
}

// The law of the base noise: scale 1, shift 0.
Law base_law(const Draw& draw, Shape shape)
{
    switch (draw.base) {
    case Base::constant:
        return {.mean = 1, .variance = 0, .low = 1, .high = 1, .atoms = {{1, 1}}, .density = {}};
    case Base::normal:
        return {.mean = 0, .variance = 1, .low = -infinity, .high = infinity, .atoms = {}, .density = normal_density};
    case Base::uniform:
        return {.mean = 0, .variance = 1.0 / 3, .low = -1, .high = 1, .atoms = {}, .density = [](double x) {
                    return std::abs(x) <= 1 ? 0.5 : 0.0;
                }};
    case Base::truncated_normal: {
        const TruncatedNormal truncated(draw.low, draw.high);
        const TruncatedNormal::Moments moments = truncated.moments();
        return {.mean = moments.mean,
            .variance = moments.variance,
            .low = draw.low,
            .high = draw.high,
            .atoms = {},
            .density = [truncated](double x) { return truncated.density(x); }};
    }
    case Base::orthogonal:
        return rare(
            coordinate_of_unit_vector(std::max(shape.rows(), shape.columns() / draw.receptive)), draw.receptive);
    case Base::identity: {
        const double units = double(shape.rows()) / draw.groups, channels = double(shape.columns()) / draw.receptive;
        const double ones = 1 / std::max(units, channels) / draw.receptive;
        Law law {.mean = ones, .variance = ones * (1 - ones), .low = 0, .high = 1, .atoms = {{1, ones}}, .density = {}};
        if (ones < 1)
            law.atoms.insert(law.atoms.begin(), {0, 1 - ones});
        return law;
    }
    case Base::sparse_normal: {
        const double zeros = sparse_zeros(draw.sparsity, shape.rows()) / double(shape.rows());
        Law law {.mean = 0, .variance = 1 - zeros, .low = -infinity, .high = infinity, .atoms = {}, .density = {}};
        if (zeros > 0)
            law.atoms = {{0, zeros}};
        if (zeros < 1)
            law.density = [zeros](double x) { return (1 - zeros) * normal_density(x); };
        else
            law.low = law.high = 0;
        return law;
    }
    }
    return {};
}

}   // namespace

int sparse_zeros(double sparsity, int rows) { return int(std::ceil(sparsity * rows)); }

Law law_of(const Draw& draw, Shape shape, Role role)
{
    if (role == Role::bias && (draw.base == Base::identity || draw.base == Base::sparse_normal))
        shape.fan_in = 1;   // a vector
    const Law base = base_law(draw, shape);
    const double scale = draw.scale, shift = draw.shift;
    if (scale == 0)
        return {.mean = shift, .variance = 0, .low = shift, .high = shift, .atoms = {{shift, 1}}, .density = {}};
    Law law {.mean = scale * base.mean + shift,
        .variance = scale * scale * base.variance,
        .low = scale * (scale > 0 ? base.low : base.high) + shift,
        .high = scale * (scale > 0 ? base.high : base.low) + shift,
        .atoms = base.atoms,
        .density = {}};
    for (Law::Atom& atom : law.atoms)
        atom.value = scale * atom.value + shift;
    if (base.density)
        law.density = [density = base.density, scale, shift](
                          double x) { return density((x - shift) / scale) / std::abs(scale); };
    return law;
}

}   // namespace stepzero
