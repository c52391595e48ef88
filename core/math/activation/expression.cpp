// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/expression.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/words/nan.h"
#include "core/math/activation/elementary.h"

namespace stepzero {

namespace {

using Op = Expression::Op;

constexpr std::ptrdiff_t tile = 64;   // entries per pass; they stay in the L1 cache
constexpr std::ptrdiff_t vector = 8;   // tiles are padded to whole vectors, so that bits do not depend on n

// Elementary functions. Those without library calls vectorize.

double exponential(double z)
{
    const bool large = z > 700;   // up to the largest double, and beyond it to infinity
    const double e = elementary::exp<double>(large ? std::min(z, 720.0) / 2 : z);
    return large ? e * e : e;
}
double expm1(double z)
{
    const double e = elementary::expm1_negative<double>(z < 0 ? z : -z);
    return z < 0 ? e : -e * exponential(z);
}
double log1p(double z)
{
    const double u = 1 + z, l = elementary::log(u), corrected = l + (z - (u - 1)) / u;
    return u > 0 && u < infinity ? corrected : l;
}
double sign(double z)
{
    const double side = z < 0 ? -1 : 1;
    return z == 0 ? 0 : side;
}

/// `Both` replaces z by f(z) and d by f'(z)·d.
template <class F, class Both>
ElementaryFunction elementwise(std::string_view name, F, Both, std::vector<double> kinks, double period)
{
    return {name,
        [](double* z, std::ptrdiff_t n) {
            for (std::ptrdiff_t i = 0; i < n; ++i)
                z[i] = F {}(z[i]);
        },
        [](double* z, double* d, std::ptrdiff_t n) {
            for (std::ptrdiff_t i = 0; i < n; ++i)
                Both {}(z[i], d[i]);
        },
        std::move(kinks), period};
}

/// A function that is differentiable except at `kinks`; `slope` computes f'(z) from z and f(z).
template <class F, class Slope>
ElementaryFunction smooth(std::string_view name, F f, Slope, std::vector<double> kinks = {}, double period = 0)
{
    return elementwise(
        name, f,
        [](double& z, double& d) {
            const double x = F {}(z);
            d *= Slope {}(z, x);
            z = x;
        },
        std::move(kinks), period);
}

/// A step function; `left`(z, d) is its value just before z when the argument moves with slope d.
template <class F, class Left>
ElementaryFunction step(std::string_view name, F f, Left, double kink = 0, double period = 0)
{
    return elementwise(
        name, f,
        [](double& z, double& d) {
            z = Left {}(z, d);
            d = 0;
        },
        {kink}, period);
}

double floor_left(double z, double d) { return std::floor(z) - (std::floor(z) == z && d > 0 ? 1 : 0); }
double rint_left(double z, double d)
{
    const double below = std::floor(z), before = d > 0 ? below : below + 1;
    return z - below == 0.5 && d != 0 ? before : std::rint(z);
}
double sign_left(double z, double d) { return z == 0 ? -sign(d) : sign(z); }

ElementaryFunction absolute()
{
    return elementwise(
        "abs", [](double z) { return std::abs(z); },
        [](double& z, double& d) {
            d *= sign_left(z, d);
            z = std::abs(z);
        },
        {0}, 0);
}

// Nodes

/// Returns −1, 0 or 1 when a is below, at or above b, and NaN when either is NaN. order_left() compares just left of z.
double order(double a, double b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : a - b; }
double order_left(double a, double b, double da, double db)
{
    const double before = order(db, da);
    return a == b ? (before == before ? before : 0) : order(a, b);
}

bool compared(Op op, double order)
{
    return op == Op::less         ? order < 0
        : op == Op::less_equal    ? order <= 0
        : op == Op::greater       ? order > 0
        : op == Op::greater_equal ? order >= 0
        : op == Op::equal         ? order == 0
                                  : order != 0;
}

struct Tile {
    alignas(64) double x[tile];
    alignas(64) double d[tile];
};

/// Returns a^p for a constant p; squares and cubes are products.
double raised(double a, double p) { return p == 1 ? a : p == 2 ? a * a : p == 3 ? a * a * a : std::pow(a, p); }

template <bool slopes>
void apply(const Expression::Node& node, Tile* s, std::ptrdiff_t n)   // s: first argument, and result
{
    double *const x = s[0].x, *const d = s[0].d;
    const double *const y = s[1].x, *const dy = s[1].d;   // second argument; not accessed by unary operators
    const auto each = [n](auto&& at) {
        for (std::ptrdiff_t i = 0; i < n; ++i)
            at(i);
    };
    switch (node.op) {
    case Op::number:
    case Op::variable:
        break;
    case Op::negate:
        return each([&](auto i) {
            x[i] = -x[i];
            if constexpr (slopes)
                d[i] = -d[i];
        });
    case Op::add:
        return each([&](auto i) {
            x[i] += y[i];
            if constexpr (slopes)
                d[i] += dy[i];
        });
    case Op::subtract:
        return each([&](auto i) {
            x[i] -= y[i];
            if constexpr (slopes)
                d[i] -= dy[i];
        });
    case Op::multiply:
        return each([&](auto i) {
            if constexpr (slopes)
                d[i] = d[i] * y[i] + x[i] * dy[i];
            x[i] *= y[i];
        });
    case Op::divide:
        return each([&](auto i) {
            x[i] /= y[i];
            if constexpr (slopes)
                d[i] = (d[i] - x[i] * dy[i]) / y[i];
        });
    case Op::power:
        return each([&](auto i) {
            const double a = x[i], p = y[i];
            x[i] = raised(a, p);
            if constexpr (slopes) {
                d[i] *= p * raised(a, p - 1);
                if (dy[i] != 0)
                    d[i] += dy[i] * x[i] * std::log(a);
            }
        });
    case Op::atan2:
        return each([&](auto i) {
            if constexpr (slopes)
                d[i] = (d[i] * y[i] - x[i] * dy[i]) / (x[i] * x[i] + y[i] * y[i]);
            x[i] = std::atan2(x[i], y[i]);
        });
    case Op::minimum:
    case Op::maximum: {
        const double wanted = node.op == Op::minimum ? -1 : 1;
        return each([&](auto i) {
            double way = order(x[i], y[i]);
            if constexpr (slopes)
                way = order_left(x[i], y[i], d[i], dy[i]);
            const bool first = y[i] == y[i] && !(way * wanted < 0);   // NaN is kept
            x[i] = first ? x[i] : y[i];
            if constexpr (slopes)
                d[i] = first ? d[i] : dy[i];
        });
    }
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::unequal:
        return each([&](auto i) {
            if constexpr (slopes) {
                x[i] = compared(node.op, order_left(x[i], y[i], d[i], dy[i]));
                d[i] = 0;
            } else {
                x[i] = compared(node.op, order(x[i], y[i]));
            }
        });
    case Op::both:
    case Op::either:
        return each([&](auto i) {
            x[i] = node.op == Op::both ? x[i] != 0 && y[i] != 0 : x[i] != 0 || y[i] != 0;
            if constexpr (slopes)
                d[i] = 0;
        });
    case Op::choose:
        return each([&](auto i) {
            const bool first = x[i] != 0;
            x[i] = first ? y[i] : s[2].x[i];
            if constexpr (slopes)
                d[i] = first ? dy[i] : s[2].d[i];
        });
    case Op::elementary:
        if constexpr (slopes)
            node.elementary->both(x, d, n);
        else
            node.elementary->value(x, n);
        return;
    case Op::activation:
        if constexpr (slopes) {
            alignas(64) double slope[tile];
            node.activation->derivative(x, slope, n);
            each([&](auto i) { d[i] *= slope[i]; });
        }
        node.activation->value(x, x, n);
        return;
    }
}

template <bool slopes, class T>
void evaluate(const Expression& expression, const T* z, T* out, std::ptrdiff_t n)
{
    std::ptrdiff_t height = 0, most = 0;
    for (const Expression::Node& node : expression.nodes) {
        height += 1 - Expression::arguments(node.op);
        most = std::max(most, height + 2);
    }
    thread_local std::vector<Tile> stack;
    if (std::ptrdiff_t(stack.size()) < most)
        stack.resize(std::size_t(most));
    for (std::ptrdiff_t first = 0; first < n; first += tile) {
        const std::ptrdiff_t count = std::min(tile, n - first), whole = (count + vector - 1) / vector * vector;
        alignas(64) double at[tile] = {};
        std::copy_n(z + first, count, at);
        Tile* top = stack.data();   // one past the last result
        for (const Expression::Node& node : expression.nodes) {
            const int arguments = Expression::arguments(node.op);
            if (arguments == 0) {
                const bool variable = node.op == Op::variable;
                if (variable)
                    std::copy_n(at, whole, top->x);
                else
                    std::fill_n(top->x, whole, node.number);
                if constexpr (slopes)
                    std::fill_n(top->d, whole, variable ? 1.0 : 0.0);
            } else {
                top -= arguments;
                apply<slopes>(node, top, whole);
            }
            ++top;
        }
        const double* const result = slopes ? stack[0].d : stack[0].x;
        for (std::ptrdiff_t i = 0; i < count; ++i)
            out[first + i] = T(result[i]);
    }
}

}   // namespace

const std::vector<ElementaryFunction>& elementary_functions()
{
    static const std::vector<ElementaryFunction> all {
        smooth(
            "cos", [](double z) { return std::cos(z); }, [](double z, double) { return -std::sin(z); }, {},
            2 * std::numbers::pi),
        smooth(
            "tan", [](double z) { return std::tan(z); }, [](double, double x) { return 1 + x * x; },
            {std::numbers::pi / 2}, std::numbers::pi),
        smooth(
            "asin", [](double z) { return std::asin(z); },
            [](double z, double) { return 1 / std::sqrt((1 - z) * (1 + z)); }, {-1, 1}),
        smooth(
            "acos", [](double z) { return std::acos(z); },
            [](double z, double) { return -1 / std::sqrt((1 - z) * (1 + z)); }, {-1, 1}),
        smooth(
            "atan", [](double z) { return std::atan(z); }, [](double z, double) { return 1 / (1 + z * z); }),
        smooth(
            "sinh", [](double z) { return std::sinh(z); }, [](double z, double) { return std::cosh(z); }),
        smooth(
            "cosh", [](double z) { return std::cosh(z); }, [](double z, double) { return std::sinh(z); }),
        smooth(
            "asinh", [](double z) { return std::asinh(z); }, [](double z, double) { return 1 / std::hypot(1, z); }),
        smooth(
            "acosh", [](double z) { return std::acosh(z); },
            [](double z, double) { return 1 / std::sqrt((z - 1) * (z + 1)); }, {1}),
        smooth(
            "atanh", [](double z) { return std::atanh(z); }, [](double z, double) { return 1 / ((1 - z) * (1 + z)); },
            {-1, 1}),
        smooth(
            "exp", [](double z) { return exponential(z); }, [](double, double x) { return x; }),
        smooth(
            "expm1", [](double z) { return expm1(z); }, [](double z, double) { return exponential(z); }),
        smooth(
            "log", [](double z) { return elementary::log(z); }, [](double z, double) { return 1 / z; }, {0}),
        smooth(
            "ln", [](double z) { return elementary::log(z); }, [](double z, double) { return 1 / z; }, {0}),
        smooth(
            "log1p", [](double z) { return log1p(z); }, [](double z, double) { return 1 / (1 + z); }, {-1}),
        smooth(
            "log2", [](double z) { return std::log2(z); }, [](double z, double) { return std::numbers::log2e / z; },
            {0}),
        smooth(
            "log10", [](double z) { return std::log10(z); }, [](double z, double) { return std::numbers::log10e / z; },
            {0}),
        smooth(
            "sqrt", [](double z) { return std::sqrt(z); }, [](double, double x) { return 0.5 / x; }, {0}),
        smooth(
            "cbrt", [](double z) { return std::cbrt(z); }, [](double, double x) { return 1 / (3 * x * x); }, {0}),
        absolute(),
        step(
            "sign", [](double z) { return sign(z); }, [](double z, double d) { return sign_left(z, d); }),
        step(
            "step", [](double z) { return z > 0 ? 1.0 : 0.0; },
            [](double z, double d) { return sign_left(z, d) > 0 ? 1.0 : 0.0; }),
        step(
            "floor", [](double z) { return std::floor(z); }, [](double z, double d) { return floor_left(z, d); }, 0, 1),
        step(
            "ceil", [](double z) { return std::ceil(z); }, [](double z, double d) { return -floor_left(-z, -d); }, 0,
            1),
        step(
            "rint", [](double z) { return std::rint(z); }, [](double z, double d) { return rint_left(z, d); }, 0.5, 1),
        smooth(
            "erfc", [](double z) { return std::erfc(z); },
            [](double z, double) { return -2 * std::numbers::inv_sqrtpi * std::exp(-z * z); }),
        smooth(
            "Phi", [](double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); },
            [](double z, double) {
                return elementary::exp_minus_square<double>(std::abs(z), 0.5) * std::numbers::inv_sqrtpi
                    / std::numbers::sqrt2;
            }),
    };
    return all;
}

const ElementaryFunction* find_elementary_function(std::string_view name)
{
    return find_member(elementary_functions(), name);
}

int Expression::arguments(Op op)
{
    switch (op) {
    case Op::number:
    case Op::variable:
        return 0;
    case Op::negate:
    case Op::elementary:
    case Op::activation:
        return 1;
    case Op::choose:
        return 3;
    default:
        return 2;
    }
}

void Expression::value(const double* z, double* out, std::ptrdiff_t n) const { evaluate<false>(*this, z, out, n); }
void Expression::value(const float* z, float* out, std::ptrdiff_t n) const { evaluate<false>(*this, z, out, n); }
void Expression::derivative(const double* z, double* out, std::ptrdiff_t n) const { evaluate<true>(*this, z, out, n); }
void Expression::derivative(const float* z, float* out, std::ptrdiff_t n) const { evaluate<true>(*this, z, out, n); }

double Expression::value(double z) const
{
    double x;
    value(&z, &x, 1);
    return x;
}

double Expression::derivative(double z) const
{
    double d;
    derivative(&z, &d, 1);
    return d;
}

}   // namespace stepzero
