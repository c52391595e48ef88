// SPDX-License-Identifier: GPL-3.0-or-later
// Samples evenly spaced whole rows of a matrix, few enough for fast multiplication. They estimate its singular values
// in one pass over the file.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

namespace stepzero {

/// Singular values of a matrix, or of evenly spaced rows of a large one.
struct SpectrumNumbers {
    std::uint64_t rows = 0, columns = 0;   ///< size of the sample
    double largest = 0;   ///< largest singular value, from below, accurate to a few thousandths
    double largest_centred = 0;   ///< the same for the matrix minus the mean of its entries
    bool orthogonal = false;   ///< rows, or columns if there are fewer, are orthogonal
};

class RowSample {
public:
    /// Samples a matrix [rows, columns], both positive. It holds at most `most_entries` entries, or one row if that is
    /// longer.
    RowSample(std::uint64_t rows, std::uint64_t columns, std::uint64_t most_entries = std::uint64_t(1) << 20);
    /// Adds numbers of a row, beginning at a column. They must be finite.
    void add(std::uint64_t row, std::uint64_t column, std::span<const double> numbers);
    SpectrumNumbers numbers() const;

private:
    double largest(float mean) const;   ///< largest singular value of the matrix minus `mean`
    bool orthogonal() const;

    std::uint64_t stride_ = 1;
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> numbers_;
};

}   // namespace stepzero
