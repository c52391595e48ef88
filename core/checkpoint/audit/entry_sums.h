// SPDX-License-Identifier: GPL-3.0-or-later
// Accumulates the moments of entries in one pass, piece by piece. Thus a tensor of any size takes little memory.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/checkpoint/audit/value_counts.h"

namespace stepzero {

/// Moments of the finite entries.
struct EntryNumbers {
    std::uint64_t count = 0;   ///< including those that are not finite
    std::uint64_t not_finite = 0, zeros = 0;
    double mean = 0, std = 0, min = 0, max = 0;   ///< std: population standard deviation, as numpy.std
    std::optional<double> kurtosis {};   ///< fourth central moment over σ⁴, 3 for a normal distribution; absent when
                                         ///< std is 0

    std::uint64_t finite() const { return count - not_finite; }
    bool constant() const { return finite() > 0 && min == max; }
};

/// Power sums about the first entry, so that nearly constant entries keep their digits.
class EntrySums {
public:
    /// `counts`: also counts each finite entry; may be null.
    explicit EntrySums(ValueCounts* counts = nullptr) : counts_(counts) { }

    void add(std::span<const double> numbers);
    EntryNumbers numbers() const;

private:
    void add_finite(std::span<const double> finite);

    ValueCounts* counts_;
    double origin_ = 0;
    std::array<double, 4> sums_ {};
    double min_ = std::numeric_limits<double>::infinity(), max_ = -min_;
    std::uint64_t zeros_ = 0, count_ = 0, not_finite_ = 0;
    Eigen::ArrayXd distance_, square_;   // scratch
};

}   // namespace stepzero
