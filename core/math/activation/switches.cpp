// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/activation/expression.h"

namespace stepzero {

namespace {

using Op = Expression::Op;
using Node = Expression::Node;

/// Adds the distance of a function's argument from each of its kinks. For periodic kinks, the distance is the sine of a
/// phase.
void add_distances(
    const std::vector<Node>& argument, const std::vector<double>& kinks, double period, std::vector<Expression>& to)
{
    for (const double kink : kinks) {
        Expression& distance = to.emplace_back(argument);
        const auto apply = [&](Op op, double number) {
            distance.nodes.push_back({.op = Op::number, .number = number});
            distance.nodes.push_back({.op = op});
        };
        if (const double start = kink + period / 2; start != 0)
            apply(Op::subtract, start);
        if (period > 0) {
            apply(Op::multiply, std::numbers::pi / period);
            distance.nodes.push_back({.op = Op::elementary, .elementary = find_elementary_function("cos")});
        }
    }
}

/// Returns whether a power with this exponent is smooth wherever its base is.
bool is_polynomial(const Node& exponent)
{
    return exponent.op == Op::number && exponent.number >= 0 && exponent.number == std::floor(exponent.number);
}

}   // namespace

std::vector<Expression> switch_functions(const Expression& expression)
{
    const std::vector<Node>& nodes = expression.nodes;
    std::vector<Expression> found;
    std::vector<std::ptrdiff_t> starts;   // first node of each result that is not an argument yet
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        const std::size_t count = std::size_t(Expression::arguments(node.op)), first = starts.size() - count;
        starts.push_back(std::ptrdiff_t(i));
        const auto argument = [&](std::size_t k) {
            return std::vector<Node>(nodes.begin() + starts[first + k], nodes.begin() + starts[first + k + 1]);
        };
        switch (node.op) {
        case Op::minimum:
        case Op::maximum:
        case Op::less:
        case Op::less_equal:
        case Op::greater:
        case Op::greater_equal:
        case Op::equal:
        case Op::unequal:
            found.push_back({{nodes.begin() + starts[first], nodes.begin() + std::ptrdiff_t(i)}});
            found.back().nodes.push_back({.op = Op::subtract});
            break;
        case Op::both:
        case Op::either:
            found.push_back({argument(1)});
            [[fallthrough]];
        case Op::choose:
        case Op::atan2:
            found.push_back({argument(0)});
            break;
        case Op::divide:
            found.push_back({argument(1)});
            break;
        case Op::power:
            if (!is_polynomial(nodes[i - 1]))
                found.push_back({argument(0)});
            break;
        case Op::elementary:
            add_distances(argument(0), node.elementary->kinks, node.elementary->period, found);
            break;
        case Op::activation:
            add_distances(argument(0), node.activation->kinks(), 0, found);
            break;
        default:
            break;
        }
        starts.resize(first + 1);
    }
    std::vector<Expression> different;
    for (const Expression& one : found)
        if (std::ranges::count(one.nodes, Op::variable, &Node::op) > 0 && !std::ranges::count(different, one))
            different.push_back(one);
    return different;
}

}   // namespace stepzero
