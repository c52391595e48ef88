// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/activation/expression.h"

namespace stepzero {

namespace {

using Op = Expression::Op;
using Nodes = std::vector<Expression::Node>;

Nodes operation(const Nodes& left, const Nodes& right, Op op)
{
    Nodes result = left;
    result.insert(result.end(), right.begin(), right.end());
    result.push_back({.op = op});
    return result;
}

Nodes number(double value) { return {{.op = Op::number, .number = value}}; }

/// Adds the distance of an argument from each kink of a function. For periodic kinks, it is the sine of a phase.
void add_distances(const Nodes& argument, const std::vector<double>& kinks, double period, std::vector<Nodes>& to)
{
    for (const double kink : kinks) {
        to.push_back(operation(argument, number(kink + period / 2), Op::subtract));
        if (period > 0) {
            to.back() = operation(to.back(), number(std::numbers::pi / period), Op::multiply);
            to.back().push_back({.op = Op::elementary, .elementary = find_elementary_function("cos")});
        }
    }
}

/// Returns whether a power with this exponent is smooth wherever its base is.
bool is_polynomial(const Nodes& exponent)
{
    const double n = exponent.back().number;
    return exponent.back().op == Op::number && n >= 0 && n == std::floor(n);
}

}   // namespace

Switches switches_of(const Expression& expression)
{
    Switches result;
    std::vector<Nodes> found, arguments;
    for (const Expression::Node& node : expression.nodes) {
        const std::ptrdiff_t count = Expression::arguments(node.op);
        const std::vector<Nodes> a(arguments.end() - count, arguments.end());
        double period = 0;
        switch (node.op) {
        case Op::minimum:
        case Op::maximum:
        case Op::less:
        case Op::less_equal:
        case Op::greater:
        case Op::greater_equal:
        case Op::equal:
        case Op::unequal:
            found.push_back(operation(a[0], a[1], Op::subtract));
            break;
        case Op::both:
        case Op::either:
            found.insert(found.end(), a.begin(), a.end());
            break;
        case Op::choose:
        case Op::atan2:
            found.push_back(a[0]);
            break;
        case Op::divide:
            found.push_back(a[1]);
            break;
        case Op::power:
            if (!is_polynomial(a[1]))
                found.push_back(a[0]);
            break;
        case Op::elementary:
            add_distances(a[0], node.elementary->kinks, node.elementary->period, found);
            period = node.elementary->period;
            break;
        case Op::activation:
            add_distances(a[0], node.activation->kinks(), 0, found);
            period = node.activation->limits().wave_period;
            break;
        default:
            break;
        }
        if (period > 0)
            period /= std::abs(Expression {a[0]}.derivative(1));
        if (period > 0 && std::isfinite(period) && !std::ranges::count(result.periods, period))
            result.periods.push_back(period);
        arguments.resize(arguments.size() - std::size_t(count));
        Nodes& whole = arguments.emplace_back();
        for (const Nodes& one : a)
            whole.insert(whole.end(), one.begin(), one.end());
        whole.push_back(node);
    }
    for (Nodes& one : found)
        if (std::ranges::count(one, Op::variable, &Expression::Node::op) > 0
            && !std::ranges::count(result.functions, one, &Expression::nodes))
            result.functions.push_back({std::move(one)});
    return result;
}

}   // namespace stepzero
