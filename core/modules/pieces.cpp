// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/pieces.h"

#include <algorithm>
#include <limits>

namespace stepzero {

using Eigen::Index;

Signal rows(const Signal& all, Index first, Index count, const PassContext& context)
{
    return make_signal(all.numbers.middleRows(first, count), all.exponent, all.positions, context);
}

Signal stacked(const std::vector<Signal>& parts, const PassContext& context)
{
    std::int64_t unit = std::numeric_limits<std::int64_t>::min();
    Index height = 0;
    for (const Signal& part : parts) {
        unit = part.zero() ? unit : std::max(unit, part.exponent);
        height += part.rows();
    }
    Tensor numbers(height, parts.front().columns());
    Index row = 0;
    for (const Signal& part : parts) {
        auto place = numbers.middleRows(row, part.rows());
        if (part.zero())
            place.setZero();
        else
            place = float(power_of_two(part.exponent - unit)) * part.numbers;
        row += part.rows();
    }
    const bool zero = unit == std::numeric_limits<std::int64_t>::min();
    return make_signal(std::move(numbers), zero ? 0 : unit, parts.front().positions, context);
}

Signal times(Signal a, const Signal& b, const PassContext& context)
{
    const Moments moments = fill_columns(a.numbers, 1, context, [&](Index first, Index count) {
        a.numbers.middleCols(first, count).array() *= b.numbers.middleCols(first, count).array();
    });
    return make_signal(std::move(a.numbers), a.exponent + b.exponent, a.positions, moments, context);
}

}   // namespace stepzero
