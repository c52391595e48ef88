// SPDX-License-Identifier: GPL-3.0-or-later
// Where the ticks of an axis are and what they say. One source for every figure, so that a thousand reads the
// same on all of them, and so that every loop over ticks ends: a range may be anything.
#pragma once

#include <QString>
#include <QVector>
#include <algorithm>

namespace stepzero {

struct Range {
    double low = 0, high = 1;
    double span() const { return high - low; }
    bool contains(double x) const { return x >= low && x <= high; }
    Range united(const Range& other) const { return {std::min(low, other.low), std::max(high, other.high)}; }
    bool operator==(const Range&) const = default;
};

enum class Scale {
    linear,
    log10,   ///< coordinates are log10 of the values: reaches beyond the range of double
    count,   ///< whole numbers: layers, indices
    percent,   ///< 0 to 1, said as 0 % to 100 %
    symlog,   ///< coordinates are those of Symlog
};

struct Tick {
    double at;
    QString label;
};

/// A logarithm on both sides of zero: sign(v)·log10(1 + |v|/threshold). Takes log10 |v|, so that a value may lie
/// beyond the range of double.
struct Symlog {
    double log10_threshold = 0;
    double at(double log10_magnitude, bool negative) const;
    double log10_magnitude(double coordinate) const;   ///< of the value at a coordinate; −inf at 0
};

struct Ticks {
    QVector<Tick> ticks;
    int exponent = 0;   ///< labels are in units of 10^exponent: to be said with the axis label
};

/// Whole multiples of `step` in a range, as their numbers: 3 for 3·step. An empty list where there are more than
/// `most_multiples`. Counted, since beyond 2^53 a number plus 1 is the same number.
QVector<double> multiplesIn(const Range& range, double step);
inline constexpr int most_multiples = 1000;

/// The part of a range that an axis may show: on a log10 scale what is not off the scale (off_scale.h). A range that is
/// wholly beyond, or is none, becomes an empty stretch at the scale's end, or from 0 to 1.
Range onScale(Scale scale, const Range& range);

/// The same of a point: NaN, a gap in a line, where it would be beyond.
double onScale(Scale scale, double coordinate);

/// At most about `most` ticks at round numbers inside the range.
Ticks ticksOf(Scale scale, const Range& range, int most, const Symlog& symlog = {});

/// The smallest range with round ends that holds `range` and a little air; on a log10 scale whole decades.
Range roundedOut(Scale scale, const Range& range);

}   // namespace stepzero
