// SPDX-License-Identifier: GPL-3.0-or-later
// Computes where the ticks of an axis are and what their labels are. All figures use this code, so that a thousand
// reads the same everywhere. Every loop over ticks terminates, whatever the range.
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
    log10,   ///< coordinates are log10 of the values, so that they reach beyond the range of double
    count,   ///< integers: layers, indices
    percent,   ///< 0 to 1, labelled as 0% to 100%
    symlog,   ///< coordinates are those of Symlog
};

struct Tick {
    double at;
    QString label;
};

/// A logarithm on both sides of zero: sign(v)·log10(1 + |v|/threshold). It takes log10 |v|, so that a value may lie
/// beyond the range of double.
struct Symlog {
    double log10_threshold = 0;
    double at(double log10_magnitude, bool negative) const;
    double log10_magnitude(double coordinate) const;   ///< log10 of the magnitude at a coordinate; −inf at 0
};

struct Ticks {
    QVector<Tick> ticks;
    int exponent = 0;   ///< labels are in units of 10^exponent, which the axis label must mention
};

/// Returns the integers k such that k·step lies in a range; empty when there are more than `most_multiples`. They are
/// counted, since beyond 2^53 adding 1 does not change a number.
QVector<double> multiplesIn(const Range& range, double step);
inline constexpr int most_multiples = 1000;

/// Returns the part of a range that an axis may show. On a log10 scale, values off the scale (off_scale.h) are left
/// out. A range that is invalid or wholly beyond becomes an empty stretch at the end of the scale, or 0 to 1.
Range onScale(Scale scale, const Range& range);

/// Returns the coordinate, or NaN, a gap in a line, where it would be off the scale.
double onScale(Scale scale, double coordinate);

/// Returns at most about `most` ticks at round numbers inside the range.
Ticks ticksOf(Scale scale, const Range& range, int most, const Symlog& symlog = {});

/// Returns the smallest range with round ends that contains `range` and a small margin; on a log10 scale, whole
/// decades.
Range roundedOut(Scale scale, const Range& range);

}   // namespace stepzero
