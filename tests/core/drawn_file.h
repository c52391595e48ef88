// SPDX-License-Identifier: GPL-3.0-or-later
// Builds a safetensors file in memory, in any number format.
#pragma once

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "core/math/statistics/float_format.h"
#include "tests/core/checkpoint_bytes.h"

namespace stepzero {

class DrawnFile {
public:
    explicit DrawnFile(FloatFormat format) : format_(format) { }

    /// Adds a tensor, and rounds its numbers to the format.
    void add(const std::string& name, const std::vector<std::uint64_t>& shape, std::span<const float> numbers)
    {
        constexpr const char* words[] {"F32", "BF16", "F16", "F8_E5M2", "F8_E4M3"};
        const std::size_t begin = data_.size();
        for (const float number : numbers)
            add(number);
        std::string sizes;
        for (const std::uint64_t size : shape)
            sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
        header_ += (header_.empty() ? "{" : ", ")
            + checkpoint_bytes::safetensors_entry(
                name, words[int(format_)], sizes, std::to_string(begin) + ", " + std::to_string(data_.size()));
    }

    /// Writes the file without syncing, which would take longer than everything else for thousands of files.
    void write(const std::filesystem::path& path) const
    {
        std::ofstream(path, std::ios::binary) << checkpoint_bytes::u64(header_.size() + 1) << header_ << '}' << data_;
    }

private:
    void add(float number)
    {
        const int bytes = format_ == FloatFormat::float32 ? 4 : format_ < FloatFormat::e5m2 ? 2 : 1;
        auto bits = std::bit_cast<std::uint32_t>(number);
        if (format_ == FloatFormat::bfloat16) {
            bits = std::bit_cast<std::uint16_t>(Eigen::bfloat16(number));
        } else if (format_ == FloatFormat::float16) {
            bits = std::bit_cast<std::uint16_t>(Eigen::half(number));
        } else if (bytes == 1) {
            const FloatRange& range = float_range(format_);
            const double n = ordinal(rounded(double(number), range), range);
            bits = std::uint32_t(std::abs(n)) | (n < 0 ? 1U << 7 : 0);
        }
        data_.append(reinterpret_cast<const char*>(&bits), std::size_t(bytes));
    }

    FloatFormat format_;
    std::string header_, data_;
};

}   // namespace stepzero
