// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/noise.h"

#include <algorithm>
#include <cmath>

#include "core/math/linear/units.h"
#include "core/math/random/affine.h"
#include "core/math/statistics/describe.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

void round_entries(const Draw& draw, WeightMatrix& entries, const Context& context)
{
    const FloatRange& range = float_range(draw.format);
    const std::int64_t exponent = exponent_of(draw);
    const double unit = power_of_two(exponent), in_units = power_of_two(-exponent);
    const auto scale = float(draw.scale * in_units), shift = float(draw.shift * in_units);
    by_rows(entries.rows(), entries.cols(), context, [&](Eigen::Index row) {
        float* first = entries.row(row).data();
        fill_affine(first, std::size_t(entries.cols()), scale, shift, first);
        for (float* entry = first; entry < first + entries.cols(); ++entry)
            *entry = float(rounded(*entry * unit, range) * in_units);
    });
}

}   // namespace

std::int64_t exponent_of(const Draw& draw)
{
    return split_factor(std::max(std::abs(draw.scale), std::abs(draw.shift))).exponent;
}

BaseNoise draw_base(const Draw& draw, const Stream& stream, int rows, int columns, const Context& context)
{
    BaseNoise noise;
    WeightMatrix& entries = noise.entries;
    entries.resize(rows, columns);
    draw.base->fill(stream, entries, context);
    if (draw.format != FloatFormat::float32)
        round_entries(draw, entries, context);
    noise.distribution = describe(entries.data(), std::size_t(entries.size()), context);
    return noise;
}

}   // namespace stepzero
