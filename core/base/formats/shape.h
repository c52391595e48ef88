// SPDX-License-Identifier: GPL-3.0-or-later
// The number of entries of an array shape, for all file formats.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepzero {

/// Returns the product of the sizes; absent when the product of the nonzero sizes is 2^64 or more.
template <std::unsigned_integral Size>
std::optional<std::uint64_t> entries_of(const std::vector<Size>& shape)
{
    std::uint64_t product = 1;
    bool empty = false;
    for (const Size size : shape) {
        empty = empty || size == 0;
        if (size != 0 && __builtin_mul_overflow(product, size, &product))
            return {};
    }
    return empty ? 0 : product;
}

}   // namespace stepzero
