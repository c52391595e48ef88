// SPDX-License-Identifier: GPL-3.0-or-later
// The safetensors format: a JSON header with names, shapes and places, then the numbers, little-endian, in C order
// (github.com/huggingface/safetensors, "Format"). Headers are read of any types; whole files, written or read, are of
// float32 and whole numbers of 64 bits only.
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

/// The texts of a header that belong to no tensor.
using SafetensorsMetadata = std::map<std::string, std::string>;
/// The name of the experiment file in the metadata of what the program writes.
inline constexpr std::string_view experiment_metadata = "stepzero.experiment";

/// Writes tensors one after the other, so that only one piece of one tensor need be in memory.
class SafetensorsWriter {
public:
    /// The tensors in the order in which append() brings them; those of I64 first, so that readers find every number
    /// at a multiple of its size: else std::logic_error. Throws FileError.
    SafetensorsWriter(const std::filesystem::path& path, const std::vector<TensorShape>& tensors,
        const SafetensorsMetadata& metadata = {});

    /// The next numbers: of the tensor under way, or of those of this type that follow. Throws FileError;
    /// std::logic_error when there are more than the tensors have.
    void append(std::span<const float> values);
    void append(std::span<const std::int64_t> values);

    /// Puts the file in its place. Throws FileError; std::logic_error when numbers are missing or too many.
    void commit();

private:
    template <class Number>
    void append_to(std::size_t& missing, std::span<const Number> values);

    FileWriter file_;
    std::size_t missing_integers_ = 0, missing_floats_ = 0;   // numbers yet to come
};

/// What a header says of a tensor.
struct SafetensorsEntry {
    std::string name;
    std::string dtype;   ///< "BF16"; also such as nobody knows
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0, end = 0;   ///< of its numbers, from the end of the header on

    /// Their count. Throws FormatError when shape and place disagree about numbers of so many bytes.
    std::uint64_t entries(std::uint64_t number_bytes) const;
};

inline constexpr std::size_t safetensors_start = 8;   ///< bytes before the header: its length
/// The length of the header of a file of this size that begins with these bytes. Throws FormatError.
std::size_t safetensors_header_size(std::string_view start, std::uint64_t file_size);
/// The tensors, by place. Strict: every one of the `data_size` bytes behind the header belongs to exactly one. Safe on
/// any bytes. Throws FormatError. Entries of the metadata that are not texts are left out.
std::vector<SafetensorsEntry> read_safetensors_header(
    std::string_view header, std::uint64_t data_size, SafetensorsMetadata* metadata = nullptr);

/// A tensor inside the bytes of a file.
struct TensorView {
    std::string name;
    std::vector<std::size_t> shape;
    std::string_view bytes;   ///< of the file; unaligned
    TensorType type = TensorType::f32;

    std::vector<float> values() const;   ///< precondition: f32
    std::vector<std::int64_t> integers() const;   ///< precondition: i64
};

/// The tensors of a file, by place: as read_safetensors_header, and all must be F32 or I64. The views live as long as
/// `bytes`.
std::vector<TensorView> read_safetensors(std::string_view bytes);

}   // namespace stepzero
