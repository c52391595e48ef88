// SPDX-License-Identifier: GPL-3.0-or-later
// Sine, as in periodic networks: Sitzmann et al. 2020.
#include <cmath>

#include "core/activation/activations.h"
#include "core/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct Sin : Plain {
    using Plain::Plain;
    T value(T z) const { return std::sin(z); }
    T derivative(T z) const { return std::cos(z); }
    Limits limits() const { return {.slope_left = 1, .slope_right = 1, .bounded = true}; }
};

}   // namespace

ActivationInfo activation_sin() { return elementwise<Sin>("sin", "Sine", "sin(z)"); }

}   // namespace stepzero
