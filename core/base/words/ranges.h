// SPDX-License-Identifier: GPL-3.0-or-later
// The allowed ranges of an experiment's numbers. Validation and the editors read the same ranges.
#pragma once

namespace stepzero {

/// A range from low to high, both inclusive.
struct NumberRange {
    double low, high;
    constexpr bool holds(double number) const { return number >= low && number <= high; }
};

namespace ranges {
inline constexpr NumberRange depth {1, 10000};
inline constexpr NumberRange width {1, 65536};
inline constexpr NumberRange samples {1, 1000000};
inline constexpr NumberRange tokens {1, 65536};   // per sequence
inline constexpr NumberRange replicas {1, 1000};
inline constexpr NumberRange steps {1, 10000};   // training steps
inline constexpr NumberRange warmup {0, 10000};
inline constexpr NumberRange batch {0, 1000000};   // 0: all samples
inline constexpr NumberRange learning_rate {0, 1e6};
inline constexpr NumberRange seed {0, 9007199254740991};   // 2^53 − 1
inline constexpr NumberRange input_mean {-1e30, 1e30};
inline constexpr NumberRange input_std {0, 1e30};
inline constexpr double most_degrees = 180;   // upper limit of an angle, which must be above 0
}   // namespace ranges

}   // namespace stepzero
