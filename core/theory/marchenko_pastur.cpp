// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/marchenko_pastur.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

std::optional<SingularValueLaw> operator_law(const Draw& draw, Shape shape, const Window& window)
{
    const bool one_tap = window.receptive() == 1 || draw.receptive > 1;
    if (draw.base == Base::orthogonal || draw.base == Base::identity)
        return one_tap && window.stride == 1 && window.groups == 1 ? singular_value_law(draw, shape) : std::nullopt;
    const Law law = law_of(draw, shape, Role::weight);
    if (law.mean != 0)
        return std::nullopt;
    const double aliases = window.power(window.stride), rows = double(shape.rows()) / window.groups,
                 columns = double(shape.columns()) / window.receptive() * aliases;
    const double longer = std::max(rows, columns), ratio = std::min(rows, columns) / longer;
    const double variance = law.variance * window.receptive() / aliases;
    return SingularValueLaw {std::sqrt(longer * variance), ratio, variance == 0};
}

std::optional<SingularValueLaw> singular_value_law(const Draw& draw, Shape shape)
{
    const double rows = shape.rows(), columns = double(shape.columns()) / draw.receptive;   // without those that are 0
    const double longer = std::max(rows, columns), shorter = std::min(rows, columns);
    if (draw.base == Base::identity && draw.groups > 1)
        return std::nullopt;
    const Law law = law_of(draw, shape, Role::weight);
    if ((draw.base == Base::orthogonal || draw.base == Base::identity) && draw.shift == 0)
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
