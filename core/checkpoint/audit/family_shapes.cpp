// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_shapes.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace stepzero {

namespace {

/// Returns a product of sizes, clamped to the largest int.
int clamped(std::initializer_list<std::uint64_t> sizes)
{
    constexpr double most = std::numeric_limits<int>::max();
    double product = 1;
    for (const std::uint64_t size : sizes)
        product *= double(size);
    return int(std::min(product, most));
}

}   // namespace

Shape fans_of(const std::vector<std::uint64_t>& shape, FamilyLayout layout)
{
    if (shape.size() < 2)
        return {clamped({shape.empty() ? 1 : shape[0]}), 1};
    if (layout == FamilyLayout::table) {
        double rows = 1;
        for (std::size_t i = 0; i + 1 < shape.size(); ++i)
            rows *= double(shape[i]);
        return {clamped({std::uint64_t(std::min(rows, 1e18))}), clamped({shape.back()})};
    }
    if (layout == FamilyLayout::experts && shape.size() == 3)
        return {clamped({shape[1]}), clamped({shape[2]})};
    const std::uint64_t out = shape[layout == FamilyLayout::in_out ? 1 : 0],
                        in = shape[layout == FamilyLayout::in_out ? 0 : 1];
    if (shape.size() == 2)
        return {clamped({out}), clamped({in})};
    constexpr std::uint64_t largest_side = 1000;   // its square cannot overflow
    const bool square = shape.size() == 4 && shape[2] == shape[3] && shape[2] <= largest_side;
    double positions = 1;
    for (std::size_t i = 2; i < shape.size(); ++i)
        positions *= double(shape[i]);
    const auto receptive = std::uint64_t(std::clamp(positions, 1.0, 1e18));
    return {clamped({out, receptive}), clamped({in, receptive}),
        square ? int(std::max<std::uint64_t>(shape[2], 1)) : clamped({receptive}), square ? 2 : 1};
}

Shape fans_of_part(const Shape& whole, bool along_outputs, std::uint64_t entries)
{
    Shape part = whole;
    (along_outputs ? part.fan_out : part.fan_in) = clamped({entries, std::uint64_t(whole.receptive())});
    return part;
}

}   // namespace stepzero
