// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/bases/parts.h"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>

namespace stepzero {

void fill_normal_rows(const Stream& stream, WeightMatrix& entries, const Context& context)
{
    by_rows(entries.rows(), entries.cols(), context, [&](Eigen::Index row) {
        fill_normal(stream, std::uint32_t(row), 0, entries.row(row).data(), std::size_t(entries.cols()));
    });
}

double normal_density(double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi); }

double normal_below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

// The density is ∝ (1 − x²)^((n − 3)/2). For n = 1 the sphere is {−1, 1}; for n = 2 the density is infinite at ±1, but
// integrable.
Law sphere_law(int n)
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

std::function<double(double)> sphere_below(int n)
{
    if (n < 4)
        return {};
    return [n](double x) {
        const double inside = std::abs(x) >= 1 ? 1 : boost::math::ibeta(0.5, 0.5 * (n - 1), x * x);
        return 0.5 + std::copysign(0.5 * inside, x);
    };
}

Law one_in(Law law, int of)
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

double integral(double begin, double end, const std::function<double(double)>& f)
{
    constexpr int panels = 16;
    const double width = (end - begin) / panels;
    double sum = 0;
    for (int i = 0; i < panels; ++i)
        sum += boost::math::quadrature::gauss<double, 15>::integrate(f, begin + i * width, begin + (i + 1) * width);
    return sum;
}

std::string jax_function(const std::string& value) { return "lambda key, shape, dtype=jnp.float32: " + value; }

std::string python_entry(const Draw& draw, double base) { return python_number(draw.shift + draw.scale * base); }

}   // namespace stepzero
