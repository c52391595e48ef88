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

/// What an entry is: f2, f4 and f8 are IEEE 754 floats, i1 to i8 and u1 to u8 integers, b1 is a boolean.
struct NpyType {
    char kind = 'f';
    std::size_t bytes = 4;
    bool big_endian = false;
};
/// Absent where numbers of this kind are not read: complex ones, texts, long doubles.
std::optional<NpyType> npy_type(std::string_view descr);

/// Reads any type as Scalar (float or double), in C order. Throws FormatError.
template <class Scalar>
NpyArray<Scalar> read_npy(std::string_view bytes);

/// The same of a file, block by block: its bytes are not kept. `check` may refuse the header before a number is read.
template <class Scalar>
NpyArray<Scalar> read_npy(const FileReader& file, const std::function<void(const NpyHeader&)>& check);

/// A version 1.0 file. Precondition: the product of `shape` is values.size().
template <class Scalar>
std::string npy_bytes(const std::vector<std::size_t>& shape, std::span<const Scalar> values);

}   // namespace stepzero
