// SPDX-License-Identifier: GPL-3.0-or-later
// The safetensors format, float32 only: a JSON header with names, shapes and places, then the numbers,
// little-endian, in C order (github.com/huggingface/safetensors, "Format").
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/exchange/file.h"
#include "core/exchange/format_error.h"

namespace stepzero {

struct TensorShape {
    std::string name;
    std::vector<std::size_t> shape;
};

/// Writes tensors one after the other, so that only one piece of one tensor need be in memory.
class SafetensorsWriter {
public:
    /// The tensors in the order in which append() brings them. Throws FileError.
    SafetensorsWriter(const std::filesystem::path& path, const std::vector<TensorShape>& tensors);

    /// The next numbers: of the tensor under way, or of those that follow. Throws FileError.
    void append(std::span<const float> values);

    /// Puts the file in its place. Throws FileError; std::logic_error when numbers are missing or too many.
    void commit();

private:
    FileWriter file_;
    std::size_t missing_ = 0;   // numbers yet to come
};

/// A tensor inside the bytes of a file.
struct TensorView {
    std::string name;
    std::vector<std::size_t> shape;
    std::string_view bytes;   ///< of the file; unaligned

    std::vector<float> values() const;
};

/// The tensors of a file, by place. Strict: every byte belongs to exactly one tensor, all are F32. Safe on any
/// bytes. The views live as long as `bytes`. Throws FormatError.
std::vector<TensorView> read_safetensors(std::string_view bytes);

}   // namespace stepzero
