// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/marchenko_pastur.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/modules/spectrum/convolution_spectrum.h"

namespace stepzero {

std::pair<double, double> SingularValueLaw::edges() const
{
    if (single)
        return {scale, scale};
    return {scale * (1 - std::sqrt(ratio)), scale * (1 + std::sqrt(ratio))};
}

double SingularValueLaw::density(double s) const
{
    const auto [low, high] = edges();
    if (single || !(s > 0 && s >= low && s <= high))
        return 0;
    // Products of sums and differences keep their digits at the edges.
    const double square = (high - s) * (high + s) * (s - low) * (s + low);
    return std::sqrt(square) / (std::numbers::pi * ratio * scale * scale * s);
}

std::optional<SingularValueLaw> singular_value_law(const LayerPlan& layer)
{
    return singular_value_law(draw_of(layer.weight, layer.shape(), Role::weight), layer.shape());
}

namespace {

/// Returns how many of the positions that a stride skips over a kernel sees along one dimension.
int seen_positions(const Window& window)
{
    std::set<int> seen;
    for (int tap = 0; tap < window.kernel; ++tap)
        seen.insert(tap * window.dilation % window.stride);
    return int(seen.size());
}

}   // namespace

std::optional<SingularValueLaw> operator_law(const Draw& draw, Shape shape, const Window& map)
{
    const Window window = map.direct();   // a transposed one has the same singular values
    // Per group: each output uses `taken` numbers of the `given` ones that form its part of the input.
    const double units = double(shape.rows()) / window.groups, channels = double(shape.columns()) / window.receptive();
    const double seen = window.power(seen_positions(window)), taken = channels * seen;
    const double given = is_separate(window) ? channels * window.positions_in() / window.positions_out()
                                             : channels * window.power(window.stride);
    const double zero = 1 - std::min(units, taken) / std::min(units, given);
    if (draw.base->isometric) {
        const bool alone = is_separate(window) || (draw.base->tap.receptive > 1 && window.stride == 1);
        auto law = alone && window.groups == 1 ? singular_value_law(draw, shape) : std::nullopt;
        if (law)
            law->zero = zero;
        return law;
    }
    const Law law = law_of(draw, shape, Role::weight);
    if (law.mean != 0)
        return std::nullopt;
    const double longer = std::max(units, taken), variance = law.variance * window.receptive() / seen;
    return SingularValueLaw {std::sqrt(longer * variance), std::min(units, taken) / longer, variance == 0, zero};
}

std::optional<SingularValueLaw> singular_value_law(const Draw& draw, Shape shape)
{
    const double rows = shape.rows(),
                 columns = double(shape.columns()) / draw.base->tap.receptive;   // excludes zero columns
    const double longer = std::max(rows, columns), shorter = std::min(rows, columns);
    const Law law = law_of(draw, shape, Role::weight);
    if (draw.base->isometric && draw.shift == 0)
        return on_coarse_grid(draw, law)
            ? std::nullopt
            : std::optional(SingularValueLaw {std::abs(draw.scale), shorter / longer, true});
    if (law.variance == 0)
        return law.mean == 0 ? std::optional(SingularValueLaw {0, shorter / longer, true}) : std::nullopt;
    if (longer * law.mean * law.mean > 1e-12 * law.variance)
        return std::nullopt;
    return SingularValueLaw {std::sqrt(longer * law.variance), shorter / longer, false};
}

}   // namespace stepzero
