// SPDX-License-Identifier: GPL-3.0-or-later
// The safetensors format, float32 and whole numbers of 64 bits only: a JSON header with names, shapes and places, then
// the numbers, little-endian, in C order (github.com/huggingface/safetensors, "Format").
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/file.h"
#include "core/formats/format_error.h"

namespace stepzero {

enum class TensorType { f32, i64 };

struct TensorShape {
    std::string name;
    std::vector<std::size_t> shape;
    TensorType type = TensorType::f32;
};

/// Writes tensors one after the other, so that only one piece of one tensor need be in memory.
class SafetensorsWriter {
public:
    /// The tensors in the order in which append() brings them; those of I64 first, so that readers find every number
    /// at a multiple of its size: else std::logic_error. Throws FileError.
    SafetensorsWriter(const std::filesystem::path& path, const std::vector<TensorShape>& tensors);

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

/// A tensor inside the bytes of a file.
struct TensorView {
    std::string name;
    std::vector<std::size_t> shape;
    std::string_view bytes;   ///< of the file; unaligned
    TensorType type = TensorType::f32;

    std::vector<float> values() const;   ///< precondition: f32
    std::vector<std::int64_t> integers() const;   ///< precondition: i64
};

/// The tensors of a file, by place. Strict: every byte belongs to exactly one tensor, all are F32 or I64. Safe on any
/// bytes. The views live as long as `bytes`. Throws FormatError.
std::vector<TensorView> read_safetensors(std::string_view bytes);

}   // namespace stepzero
