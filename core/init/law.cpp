// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <map>
#include <numbers>

#include "core/init/scheme.h"
#include "core/random/time_steps.h"
#include "core/random/truncated.h"
#include "core/words/nan.h"

namespace stepzero {

namespace {

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

/// ln 1, …, ln n, each as often as any.
Law log_ordinals(int n)
{
    Law law {.low = 0, .high = std::log(double(n)), .atoms = {}, .density = {}};
    for (int i = 1; i <= n; ++i) {
        law.atoms.push_back({std::log(double(i)), 1.0 / n});
        law.mean += law.atoms.back().value / n;
    }
    for (const Law::Atom& atom : law.atoms)
        law.variance += (atom.value - law.mean) * (atom.value - law.mean) / n;
    return law;
}

/// Of y = ln(e^Δ − 1), Δ log-uniform: the density of Δ, 1/(Δ ln(high/low)), times dΔ/dy = 1 − e^−Δ.
Law softplus_inverse_law(const Draw& draw)
{
    const double from = std::log(draw.low), to = std::log(draw.high), span = to - from,
                 least = std::max(from, std::log(draw.floor));
    const auto at = [](double log_step) { return softplus_inverse(std::exp(log_step), log_step); };
    Law law {.low = at(least), .high = at(to), .atoms = {}, .density = {}};
    const double cut = span > 0 ? (least - from) / span : 1;
    if (cut > 0)
        law.atoms = {{law.low, cut}};
    double square = cut * law.low * law.low;
    law.mean = cut * law.low;
    constexpr int panels = 16;
    const auto integral = [&](const auto& f) {
        double sum = 0;
        for (int i = 0; i < panels && cut < 1; ++i)
            sum += boost::math::quadrature::gauss<double, 15>::integrate([&](double x) { return f(at(x)) / span; },
                least + (to - least) * i / panels, least + (to - least) * (i + 1) / panels);
        return sum;
    };
    law.mean += integral([](double y) { return y; });
    square += integral([](double y) { return y * y; });
    law.variance = cut < 1 ? square - law.mean * law.mean : 0;
    if (cut < 1)
        law.density = [low = law.low, high = law.high, span](double y) {
            const double step = softplus(y);
            return y >= low && y <= high ? -std::expm1(-step) / (step * span) : 0;
        };
    return law;
}

// The law of the base noise: scale 1, shift 0.
Law base_law(const Draw& draw, Shape shape)
{
    switch (draw.base) {
    case Base::constant:
        return {.mean = 1, .variance = 0, .low = 1, .high = 1, .atoms = {{1, 1}}, .density = {}};
    case Base::normal:
    case Base::twins:
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
    case Base::unit_rows:
        return coordinate_of_unit_vector(shape.columns());
    case Base::unit_columns:
        return coordinate_of_unit_vector(shape.rows());
    case Base::log_ordinal:
        return log_ordinals(shape.columns());
    case Base::softplus_inverse:
        return softplus_inverse_law(draw);
    }
    return {};
}

/// Of a law on the numbers of a format: what lies between the middles to either side of one falls on it. The numbers
/// are those from the nearest to `low` up to the nearest to `high`.
Law number_by_number(const Law& law, const FloatRange& range, double low, double high)
{
    constexpr double least = 1e-15;   // of a probability
    std::map<double, double> probabilities;
    for (const Law::Atom& atom : law.atoms)
        probabilities[rounded(atom.value, range)] += atom.probability;
    if (law.density) {
        const double panel = std::sqrt(law.variance) / 2, last = ordinal(rounded(high, range), range);
        double from = low;
        for (double n = ordinal(rounded(low, range), range); n <= last; ++n) {
            const double value = at_ordinal(n, range);
            const double to = n < last ? std::min(high, (value + at_ordinal(n + 1, range)) / 2) : high;
            const int panels = std::max(1, int(std::ceil((to - from) / panel)));
            for (int i = 0; i < panels; ++i)
                probabilities[value] += boost::math::quadrature::gauss<double, 7>::integrate(
                    law.density, from + (to - from) * i / panels, from + (to - from) * (i + 1) / panels);
            from = to;
        }
    }
    double sum = 0;
    for (const auto& of_value : probabilities)
        sum += of_value.second;
    Law result {.low = rounded(law.low, range), .high = rounded(law.high, range), .atoms = {}, .density = {}};
    for (const auto& [value, probability] : probabilities)
        if (probability > least * sum)
            result.atoms.push_back({value, probability / sum});
    for (const Law::Atom& atom : result.atoms)
        result.mean += atom.probability * atom.value;
    for (const Law::Atom& atom : result.atoms)
        result.variance += atom.probability * (atom.value - result.mean) * (atom.value - result.mean);
    // Of a symmetric law the mean is zero, not almost zero.
    if (std::abs(result.mean) <= 1e-9 * std::sqrt(result.variance))
        result.mean = 0;
    return result;
}

/// The law of what is rounded to the nearest number of a format.
Law rounded_law(Law law, const FloatRange& range)
{
    constexpr double most = 1024, reach = 9;   // numbers, standard deviations
    const double far = reach * std::sqrt(law.variance);
    const double low = std::max(law.low, law.mean - far), high = std::min(law.high, law.mean + far);
    if (!law.density || ordinal(rounded(high, range), range) - ordinal(rounded(low, range), range) < most)
        return number_by_number(law, range, low, high);
    for (Law::Atom& atom : law.atoms)
        atom.value = rounded(atom.value, range);
    return law;
}

}   // namespace

int sparse_zeros(double sparsity, int rows) { return int(std::ceil(sparsity * rows)); }

bool on_coarse_grid(const Draw& draw, const Law& law)
{
    return draw.format != FloatFormat::float32 && draw.base != Base::constant && !law.density;
}

Law law_of(const Draw& draw, Shape shape, Role role)
{
    if (role == Role::bias && (draw.base == Base::identity || draw.base == Base::sparse_normal))
        shape.fan_in = 1;   // a vector
    const Law base = base_law(draw, shape);
    const double scale = draw.scale, shift = draw.shift;
    const bool is_rounded = draw.format != FloatFormat::float32;
    if (scale == 0) {
        const double value = is_rounded ? rounded(shift, float_range(draw.format)) : shift;
        return {.mean = value, .variance = 0, .low = value, .high = value, .atoms = {{value, 1}}, .density = {}};
    }
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
    return is_rounded ? rounded_law(std::move(law), float_range(draw.format)) : law;
}

}   // namespace stepzero
