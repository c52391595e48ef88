// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy format (NEP 1), versions 1 to 3: one array of little-endian float32 or float64. Safe on any
// bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/format_error.h"

namespace stepzero {

/// Values in C order: the last index runs fastest.
template <class Scalar>
struct NpyArray {
    std::vector<std::size_t> shape;
    std::vector<Scalar> values;
};

/// Reads either type as Scalar (float or double). Fortran order is turned into C order, in two dimensions at
/// most. Throws FormatError.
template <class Scalar>
NpyArray<Scalar> read_npy(std::string_view bytes);

/// A version 1.0 file. Precondition: the product of `shape` is values.size().
template <class Scalar>
std::string npy_bytes(const std::vector<std::size_t>& shape, std::span<const Scalar> values);

}   // namespace stepzero
