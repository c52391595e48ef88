// SPDX-License-Identifier: GPL-3.0-or-later
// Reads little-endian numbers from bytes, for all binary file formats.
#pragma once

#include <bit>
#include <cstring>

namespace stepzero {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

/// Returns the little-endian number at an address, aligned or not.
template <class Number>
Number number_at(const char* bytes)
{
    Number number;
    std::memcpy(&number, bytes, sizeof(Number));
    return number;
}

}   // namespace stepzero
