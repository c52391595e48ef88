// SPDX-License-Identifier: GPL-3.0-or-later
// Code for initializers with mean 0 and variance scale/fan, which compute the fans from their tensor. Exported code
// then remains valid at other sizes.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/network/init/fan.h"

namespace stepzero {

struct VarianceScaling {
    /// How a normal distribution is truncated.
    struct Truncation {
        double low = -2, high = 2;
        bool absolute = false;   ///< bounds are values rather than in units of σ
        double left = 1;   ///< the fraction of σ that remains, if compensated: samples are wider by 1/left

        /// Returns whether truncation is that of variance scaling in JAX and Keras.
        bool as_keras() const { return low == -2 && high == 2 && !absolute && left != 1; }
    };

    double scale = 1;
    Fan fan = Fan::in;   ///< one that is a mode of schemes
    std::shared_ptr<const Base> base;   ///< has independent entries; its bounds are in `truncation`
    Truncation truncation {};

    /// Returns the variance in Python, times a factor: "2 / fan_in".
    std::string variance(double times = 1) const;
};

}   // namespace stepzero
