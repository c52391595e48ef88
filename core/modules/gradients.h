// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of the parameters, which training needs in addition to the gradients at the sites. Modules pass them to a
// GradientSink in the backward pass.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/modules/signal.h"
#include "core/network/init/parameter.h"

namespace stepzero {

/// Receives the gradients of parameters during the backward pass.
class GradientSink {
public:
    virtual ~GradientSink() = default;
    /// Adds the gradient of the loss with respect to a parameter, in units of 2^exponent and in the shape of
    /// ParameterSource::entries(). It is called once per use of a parameter, so twice for a tied head; the gradient is
    /// the sum.
    virtual void add(const ParameterPlan& plan, WeightMatrix numbers, std::int64_t exponent, const Context& context)
        = 0;
};

/// Keeps the gradients, by the names of the plans.
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
