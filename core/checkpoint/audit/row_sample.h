// SPDX-License-Identifier: GPL-3.0-or-later
// Whole rows of a matrix, evenly spaced, as many as are quickly multiplied: what can be said of its singular values
// while it is read once.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

namespace stepzero {

/// Of a matrix, or of whole rows of one that is large, evenly spaced.
struct SpectrumNumbers {
    std::uint64_t rows = 0, columns = 0;   ///< that were looked at
    double largest = 0;   ///< singular value, to some thousandths from below
    double largest_centred = 0;   ///< the same of the matrix less the mean of its entries
    bool orthogonal = false;   ///< rows, or columns where they are fewer, stand at right angles
};

class RowSample {
public:
    /// Of a matrix [rows, columns], neither of them 0; of no more entries, but for one row.
    RowSample(std::uint64_t rows, std::uint64_t columns, std::uint64_t most_entries = std::uint64_t(1) << 20);
    /// Numbers of a row, from a column on. They are finite.
    void add(std::uint64_t row, std::uint64_t column, std::span<const double> numbers);
    SpectrumNumbers numbers() const;

private:
    double largest(float mean) const;   ///< of the matrix less `mean`
    bool orthogonal() const;

    std::uint64_t stride_ = 1;
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> numbers_;
};

}   // namespace stepzero
