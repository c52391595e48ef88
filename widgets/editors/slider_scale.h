// SPDX-License-Identifier: GPL-3.0-or-later
// How the positions of a slider map to numbers. Values are rounded to what a hand can aim at; a spin box
// beside the slider takes anything exactly.
#pragma once

namespace stepzero {

struct SliderScale {
    enum class Kind {
        linear,
        logarithmic,   ///< equal ratios; low > 0
        powersOfTwo,   ///< one position a power; low and high are powers of two
        centred,   ///< fine around `centre`, coarse towards the ends; the middle position is the centre
    };
    Kind kind = Kind::linear;
    double low = 0, high = 1;
    bool integer = false;
    double centre = 0;   ///< centred only; low < centre < high

    /// Positions are 0 to last().
    int last() const;
    /// The value at a position, clamped to [low, high].
    double value(int position) const;
    /// The position nearest to a value; the nearer end for a value beyond the range.
    int position(double value) const;
    /// `count` different values further up (or down, below 0). A value beyond an end does not move further
    /// out.
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
