// SPDX-License-Identifier: GPL-3.0-or-later
// The safetensors format: a JSON header with names, shapes and positions, then the data, little-endian, in C order
// (github.com/huggingface/safetensors, "Format"). Headers may contain any types. Whole files are read and written only
// with float32 and 64-bit integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/formats/file.h"
#include "core/base/formats/format_error.h"

namespace stepzero {

enum class TensorType { f32, i64 };

struct TensorShape {
    std::string name;
    std::vector<std::size_t> shape;
    TensorType type = TensorType::f32;
};

/// Texts of a header that do not belong to a tensor.
using SafetensorsMetadata = std::map<std::string, std::string>;
/// Metadata key of the experiment file in files written by the program.
inline constexpr std::string_view experiment_metadata = "stepzero.experiment";

/// Writes tensors sequentially, so that only one piece of one tensor is in memory.
class SafetensorsWriter {
public:
    /// `tensors`: in the order of append(), with those of I64 first, so that every number is aligned to its size; else
    /// throws std::logic_error. Throws FileError.
    SafetensorsWriter(const std::filesystem::path& path, const std::vector<TensorShape>& tensors,
        const SafetensorsMetadata& metadata = {});

    /// Appends the next numbers to the current tensor, and to those of the same type that follow. Throws FileError;
    /// std::logic_error when there are more than the tensors hold.
    void append(std::span<const float> values);
    void append(std::span<const std::int64_t> values);

    /// Completes the file. Throws FileError; std::logic_error when numbers are missing.
    void commit();

private:
    template <class Number>
    void append_to(std::size_t& missing, std::span<const Number> values);

    FileWriter file_;
    std::size_t missing_integers_ = 0, missing_floats_ = 0;   // numbers not yet written
};

/// Header entry of a tensor.
struct SafetensorsEntry {
    std::string name;
    std::string dtype;   ///< "BF16"; may be unknown
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0, end = 0;   ///< byte range of the data, relative to the end of the header

    /// Returns the number of entries. Throws FormatError when shape and byte range disagree for this size of numbers.
    std::uint64_t entries(std::uint64_t number_bytes) const;
};

inline constexpr std::size_t safetensors_start = 8;   ///< bytes before the header: its length
/// Returns the header length of a file of this size that begins with these bytes. Throws FormatError.
std::size_t safetensors_header_size(std::string_view start, std::uint64_t file_size);
/// Returns the tensors, sorted by position. Strict: each of the `data_size` bytes after the header must belong to
/// exactly one tensor. Safe on any bytes. Throws FormatError. Metadata other than texts are ignored.
std::vector<SafetensorsEntry> read_safetensors_header(
    std::string_view header, std::uint64_t data_size, SafetensorsMetadata* metadata = nullptr);

/// A view of a tensor in the bytes of a file.
struct TensorView {
    std::string name;
    std::vector<std::size_t> shape;
    std::string_view bytes;   ///< in the file; unaligned
    TensorType type = TensorType::f32;

    std::vector<float> values() const;   ///< precondition: f32
    std::vector<std::int64_t> integers() const;   ///< precondition: i64
};

/// Returns the tensors of a file, sorted by position, as read_safetensors_header does; all must be F32 or I64. The
/// views are valid as long as `bytes`.
std::vector<TensorView> read_safetensors(std::string_view bytes);

}   // namespace stepzero
