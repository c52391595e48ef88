// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/gradients.h"

#include <algorithm>

namespace stepzero {

using Eigen::Index;

void ParameterGradients::add(
    const ParameterPlan& plan, WeightMatrix numbers, std::int64_t exponent, const Context& context)
{
    const auto [place, is_new] = all_.try_emplace(plan.name);
    Gradient& sum = place->second;
    if (is_new) {
        sum = {std::move(numbers), exponent};
        return;
    }
    const std::int64_t unit = std::max(sum.exponent, exponent);
    const auto before = float(power_of_two(sum.exponent - unit)), more = float(power_of_two(exponent - unit));
    for_tiles(numbers.rows(), 64, 2.0 * double(numbers.size()), context, [&](Index first, Index count) {
        sum.numbers.middleRows(first, count)
            = before * sum.numbers.middleRows(first, count) + more * numbers.middleRows(first, count);
    });
    sum.exponent = unit;
}

void add_outer_product(const Tensor& g, const Eigen::Ref<const Tensor>& x, const Context& context, WeightMatrix& y)
{
    constexpr Index height = 64, piece = 512;   // some milliseconds between two looks at the stop token
    const double work = 2.0 * double(y.size()) * double(x.cols());
    for_tiles(y.rows(), height, work, context, [&](Index first, Index count) {
        for (Index column = 0; column < x.cols(); column += piece) {
            context.check();
            const Index n = std::min(piece, x.cols() - column);
            y.middleRows(first, count).noalias()
                += g.block(first, column, count, n) * x.middleCols(column, n).transpose();
        }
    });
}

}   // namespace stepzero
