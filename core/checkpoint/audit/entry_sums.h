// SPDX-License-Identifier: GPL-3.0-or-later
// Moments of entries that go by once, piece by piece.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/checkpoint/audit/value_counts.h"

namespace stepzero {

/// Of entries, those that are not finite left out.
struct EntryNumbers {
    std::uint64_t count = 0;   ///< all of them
    std::uint64_t not_finite = 0, zeros = 0;
    double mean = 0, std = 0, min = 0, max = 0;   ///< std: population, as numpy.std
    std::optional<double> kurtosis {};   ///< of the fourth power about the mean, 3 of a normal law; absent at std 0

    std::uint64_t finite() const { return count - not_finite; }
    bool constant() const { return finite() > 0 && min == max; }
};

/// Power sums about a first entry, so that what is nearly constant loses no digits.
class EntrySums {
public:
    /// `counts`: where each finite entry is counted too; null: nowhere.
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
