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

/// What stands before the numbers.
struct NpyHeader {
    std::string descr;   ///< NumPy's word for the type: "<f4"
    bool fortran_order = false;   ///< the first index runs fastest
    std::vector<std::size_t> shape;
    std::size_t size = 0;   ///< bytes before the first number
};

/// Of a file that begins with these bytes, any type. Throws FormatError.
NpyHeader read_npy_header(std::string_view bytes);

/// Reads either type as Scalar (float or double). Fortran order is turned into C order, in two dimensions at
/// most. Throws FormatError.
template <class Scalar>
NpyArray<Scalar> read_npy(std::string_view bytes);

/// A version 1.0 file. Precondition: the product of `shape` is values.size().
template <class Scalar>
std::string npy_bytes(const std::vector<std::size_t>& shape, std::span<const Scalar> values);

}   // namespace stepzero
