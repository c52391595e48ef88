// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the positions of a slider to numbers. Values are rounded to what a hand can aim at. A spin box next to the
// slider accepts any value exactly.
#pragma once

namespace stepzero {

struct SliderScale {
    enum class Kind {
        linear,
        logarithmic,   ///< equal ratios between positions; low > 0
        powersOfTwo,   ///< one position per power of two; low and high are powers of two
        centred,   ///< fine around `centre`, coarse towards the ends; the middle position is `centre`
    };
    Kind kind = Kind::linear;
    double low = 0, high = 1;
    bool integer = false;
    double centre = 0;   ///< used by `centred` only; low < centre < high

    /// Returns the last position; the first one is 0.
    int last() const;
    /// Returns the value at a position, clamped to [low, high].
    double value(int position) const;
    /// Returns the position nearest to a value; the nearer end for a value beyond the range.
    int position(double value) const;
    /// Returns the value that is `count` different values further up, or down when `count` is negative. A value beyond
    /// an end does not move further out.
    double stepped(double value, int count) const;

    static SliderScale linear(double low, double high) { return {Kind::linear, low, high, false, 0}; }
    static SliderScale logarithmic(double low, double high) { return {Kind::logarithmic, low, high, false, 0}; }
    static SliderScale logarithmicInteger(double low, double high) { return {Kind::logarithmic, low, high, true, 0}; }
    static SliderScale powersOfTwo(double low, double high) { return {Kind::powersOfTwo, low, high, true, 0}; }
    static SliderScale centred(double low, double centre, double high)
    {
        return {Kind::centred, low, high, false, centre};
    }
};

}   // namespace stepzero
