// SPDX-License-Identifier: GPL-3.0-or-later
// Initializers whose entries have mean 0 and variance scale/fan, as code that takes the fans from its tensor.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/init/base.h"

namespace stepzero {

struct VarianceScaling {
    /// Of a normal distribution.
    struct Truncation {
        double low = -2, high = 2;
        bool absolute = false;   ///< low and high: values, and not in units of σ
        double left = 1;   ///< of σ, where it is made up for: what is sampled is so much wider

        /// As JAX's and Keras's variance scaling does it.
        bool as_keras() const { return low == -2 && high == 2 && !absolute && left != 1; }
    };

    double scale = 1;
    std::string mode;   ///< fan_in, fan_out, fan_avg or fan_geo_avg
    std::shared_ptr<const Base> base;   ///< of independent entries; where it is truncated is in `truncation`
    Truncation truncation {};

    /// In Python: "2 / fan_in", or so many times as much.
    std::string variance(double times = 1) const;
};

}   // namespace stepzero
