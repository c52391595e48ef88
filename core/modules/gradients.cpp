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

}   // namespace stepzero
