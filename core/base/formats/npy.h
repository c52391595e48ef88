// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy format (NEP 1), versions 1 to 3: one array of floats, integers or booleans, in either byte order and
// either order of its indices. Safe on any bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/formats/file.h"
#include "core/base/formats/format_error.h"

namespace stepzero {

/// Values in C order: the last index varies fastest.
template <class Scalar>
struct NpyArray {
    std::vector<std::size_t> shape;
    std::vector<Scalar> values;
};

/// The header before the data.
struct NpyHeader {
    std::string descr;   ///< NumPy type name: "<f4"
    bool fortran_order = false;   ///< the first index varies fastest
    std::vector<std::size_t> shape;
    std::size_t size = 0;   ///< bytes before the data
};

/// Reads the header at the beginning of a file, for any type. Throws FormatError.
NpyHeader read_npy_header(std::string_view bytes);

/// Entry type: f2, f4 and f8 are IEEE 754 floats, i1 to i8 and u1 to u8 integers, b1 is a boolean.
struct NpyType {
    char kind = 'f';
    std::size_t bytes = 4;
    bool big_endian = false;
};
/// Absent for unsupported types: complex numbers, texts, long doubles.
std::optional<NpyType> npy_type(std::string_view descr);

/// Reads any type as Scalar (float or double), in C order. Throws FormatError.
template <class Scalar>
NpyArray<Scalar> read_npy(std::string_view bytes);

/// Reads a file block by block, without storing its bytes. `check` may reject the header before the data are read.
template <class Scalar>
NpyArray<Scalar> read_npy(const FileReader& file, const std::function<void(const NpyHeader&)>& check);

/// Returns a file of version 1.0. Precondition: the product of `shape` is values.size().
template <class Scalar>
std::string npy_bytes(const std::vector<std::size_t>& shape, std::span<const Scalar> values);

}   // namespace stepzero
