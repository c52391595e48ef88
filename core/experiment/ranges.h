// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of an experiment may be. Validation and editors read the same ranges.
#pragma once

namespace stepzero {

/// From low to high, both allowed.
struct Range {
    double low, high;
    constexpr bool holds(double number) const { return number >= low && number <= high; }
};

namespace ranges {
inline constexpr Range depth {1, 10000};
inline constexpr Range width {1, 65536};
inline constexpr Range samples {1, 1000000};
inline constexpr Range tokens {1, 65536};   // of a sequence
inline constexpr Range replicas {1, 1000};
inline constexpr Range seed {0, 9007199254740991};   // 2^53 − 1
inline constexpr Range input_mean {-1e30, 1e30};
inline constexpr Range input_std {0, 1e30};
inline constexpr double most_degrees = 180;   // of an angle, which is above 0
}   // namespace ranges

}   // namespace stepzero
