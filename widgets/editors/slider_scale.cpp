// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/slider_scale.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

constexpr int continuousPositions = 240;   // about one per pixel of the panel's sliders
constexpr double fineShare = 0.3;   // slope at the centre of a centred scale, relative to a linear one

double rounded(double value, double quantum) { return std::round(value / quantum) * quantum; }

/// Rounds to three significant digits of the span, without the noise of the last bits.
double readable(double value, double span)
{
    if (value == 0 || !std::isfinite(value))
        return value;
    const int digits = int(std::floor(std::log10(span))) - 3;
    const double scale = std::pow(10, -digits);
    return digits < 0 ? std::round(value * scale) / scale : rounded(value, std::pow(10, digits));
}

/// Maps t in [0, 1] to the fraction of the way from the centre to the end.
double outward(double t) { return fineShare * t + (1 - fineShare) * t * t * t; }

/// Inverts outward() by bisection, since there is no simple closed form.
double inward(double share)
{
    double low = 0, high = 1;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (outward(middle) < share ? low : high) = middle;
    }
    return (low + high) / 2;
}

}   // namespace

int SliderScale::last() const
{
    if (kind == Kind::powersOfTwo)
        return int(std::lround(std::log2(high / low)));
    return continuousPositions;
}

double SliderScale::value(int position) const
{
    const int end = last();
    position = std::clamp(position, 0, end);
    if (position == 0)
        return low;
    if (position == end)
        return high;
    const double t = double(position) / end;
    double value = 0;
    switch (kind) {
    case Kind::linear:
        value = readable(low + t * (high - low), high - low);
        break;
    case Kind::logarithmic: {
        const double exact = low * std::pow(high / low, t);
        value = readable(exact, exact * 10);
        break;
    }
    case Kind::powersOfTwo:
        value = low * std::exp2(position);
        break;
    case Kind::centred: {
        const double s = 2 * t - 1;
        if (s == 0)
            return centre;
        value = s > 0 ? centre + (high - centre) * outward(s) : centre - (centre - low) * outward(-s);
        value = readable(value, high - low);
        break;
    }
    }
    if (integer)
        value = std::round(value);
    return std::clamp(value, low, high);
}

int SliderScale::position(double value) const
{
    const int end = last();
    if (!(value > low))
        return 0;
    if (value >= high)
        return end;
    double t = 0;
    switch (kind) {
    case Kind::linear:
        t = (value - low) / (high - low);
        break;
    case Kind::logarithmic:
    case Kind::powersOfTwo:
        t = std::log(value / low) / std::log(high / low);
        break;
    case Kind::centred:
        t = value >= centre ? (1 + inward((value - centre) / (high - centre))) / 2
                            : (1 - inward((centre - value) / (centre - low))) / 2;
        break;
    }
    const int nearest = std::clamp(int(std::lround(t * end)), 0, end);
    // Rounding to integers may have moved the value to an adjacent position.
    for (const int candidate : {nearest, nearest - 1, nearest + 1})
        if (this->value(candidate) == value)
            return std::clamp(candidate, 0, end);
    return nearest;
}

double SliderScale::stepped(double from, int count) const
{
    const int direction = count < 0 ? -1 : 1;
    double current = from;
    int at = position(from);
    for (int left = std::abs(count); left > 0; --left) {
        // The nearest position may lie on either side of the value, and adjacent positions may round to the same
        // integer.
        while ((value(at) - current) * direction <= 0 && at + direction >= 0 && at + direction <= last())
            at += direction;
        const double next = value(at);
        if ((next - current) * direction <= 0)
            break;
        current = next;
    }
    return current;
}

}   // namespace stepzero
