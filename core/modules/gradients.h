// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of the parameters: what training a network needs beside the gradients at its sites.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/modules/signal.h"
#include "core/network/init/parameter.h"

namespace stepzero {

/// Takes them while the gradient passes backward.
class GradientSink {
public:
    virtual ~GradientSink() = default;
    /// The gradient of the loss with respect to a parameter, in units of 2^exponent and in the shape of
    /// ParameterSource::entries(). A parameter that takes part more than once, as a tied head does, is told as often:
    /// its gradient is the sum.
    virtual void add(const ParameterPlan& plan, WeightMatrix numbers, std::int64_t exponent, const Context& context)
        = 0;
};

/// Keeps them, by the plans' names.
class ParameterGradients : public GradientSink {
public:
    struct Gradient {
        WeightMatrix numbers;
        std::int64_t exponent = 0;   ///< the numbers' unit is 2^exponent
    };

    void add(const ParameterPlan& plan, WeightMatrix numbers, std::int64_t exponent, const Context& context) override;
    const std::map<std::string, Gradient>& all() const { return all_; }

private:
    std::map<std::string, Gradient> all_;
};

}   // namespace stepzero
