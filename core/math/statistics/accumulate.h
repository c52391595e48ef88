// SPDX-License-Identifier: GPL-3.0-or-later
// The two passes that compute a Distribution: the moments first, then, with the range known, the histogram. Each task
// fills its own accumulators. They are joined in task order, so no bit depends on the number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Moments of a set of numbers, in a form that can be joined (Chan, Golub, LeVeque 1979).
struct Moments {
    double count = 0;
    double mean = 0;
    double m2 = 0;   ///< Σ (x − mean)²
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void join(const Moments& other);
    void scale(double factor);   ///< as if every number had been multiplied by factor > 0
    double largest_magnitude() const;
};

/// Joins the moments in the given order.
Moments joined_moments(const std::vector<Moments>& parts);

/// Accumulates moments in float64. Sums are taken relative to the first number, so a mean that is large compared with
/// the standard deviation costs no accuracy.
class MomentAccumulator {
public:
    void add(const float* numbers, std::size_t n);
    Moments moments() const;

private:
    static constexpr std::size_t lanes = 16;
    double shift_ = 0, count_ = 0;
    std::array<double, lanes> sum_ {}, square_ {};
    std::array<float, lanes> min_ {}, max_ {};
};

/// Counts numbers in equal bins over [low, high], fewer than 2^32 numbers per bin.
class HistogramAccumulator {
public:
    static constexpr int bins = 256;

    HistogramAccumulator() = default;
    HistogramAccumulator(double low, double high);
    void add(const float* numbers, std::size_t n);
    void join(const HistogramAccumulator& other);
    Histogram histogram() const;

private:
    // Four tables, so that equal consecutive numbers do not wait for each other's increment.
    static constexpr std::size_t tables = 4;
    double low_ = 0, high_ = 0;
    float offset_ = 0, scale_ = 0;
    std::array<std::array<std::uint32_t, bins>, tables> counts_ {};
};

/// Combines both passes. Numbers are in units of 2^exponent.
Distribution make_distribution(const Moments& moments, const Histogram& histogram, std::int64_t exponent = 0);

}   // namespace stepzero
