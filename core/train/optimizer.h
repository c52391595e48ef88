// SPDX-License-Identifier: GPL-3.0-or-later
// Optimizers, which turn gradients into changes of the weights, in float32. A new one needs a file and a line in the
// registry.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/choices.h"
#include "core/base/words/text.h"
#include "core/network/init/noise.h"
#include "core/network/init/parameter_plan.h"

// The registry, in the order of menus. Each member is a file that defines its function, and a word here.
#define STEPZERO_OPTIMIZERS(optimizer) optimizer(sgd) optimizer(adam) optimizer(adamw) optimizer(muon)

namespace stepzero {

/// The information that an optimizer needs to know for one step of one parameter, besides weights and gradient.
struct ParameterStep {
    const ParameterPlan& plan;
    std::size_t index = 0;   ///< index of the parameter, which never changes
    int step = 1;   ///< counts from 1
    double rate = 0;   ///< learning rate of this parameter at this step
};

/// Keeps the state of a rule for each parameter: as many floats as weights, for each of its averages.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    /// Updates the weights by their gradient, which may be overwritten. Throws Stopped.
    virtual void update(const ParameterStep& at, WeightMatrix& weights, WeightMatrix& gradient, const Context& context)
        = 0;
};

/// An optimizer of torch.optim: its name, and the arguments after the parameters, as a text of python_text().
struct OptimizerCode {
    std::string type, arguments;
};

struct OptimizerInfo {
    std::string name;
    Text label;
    std::vector<ParameterInfo> parameters;
    double rate;   ///< default learning rate
    bool adaptive;   ///< the size of its changes does not depend on that of the gradient, so learning rates scale like
                     ///< Adam's
    std::unique_ptr<Optimizer> (*make)(const Parameters& completed, std::size_t parameters);
    OptimizerCode (*pytorch)(const Parameters& completed);
    /// For an optimizer that only trains maps in blocks (is_orthogonalized in muon.h): the one that trains the other
    /// parameters, at `others_rate` times its rate. Null: it trains all parameters.
    const OptimizerInfo& (*others)() = nullptr;
    /// Returns the floating-point operations of an update, in addition to a few per entry. Null: none.
    double (*operations)(const ParameterPlan& plan) = nullptr;
    /// Returns the largest stable learning rate in a quadratic bowl of this sharpness (its largest curvature, above 0).
    /// Null: unknown.
    double (*stable_rate)(const Parameters& completed, double sharpness) = nullptr;
};

/// Returns all optimizers in the order of the menus: sgd, adam, adamw, muon.
const std::vector<OptimizerInfo>& optimizers();
const OptimizerInfo* find_optimizer(std::string_view name);   ///< nullptr when there is none

/// Each optimizer is defined in its own file.
#define STEPZERO_DECLARE(name) const OptimizerInfo& optimizer_##name();
STEPZERO_OPTIMIZERS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// Shared by all optimizers: decoupled weight decay W ← W − rate·decay·W.
void decay(WeightMatrix& weights, double by);
ParameterInfo weight_decay_info();

}   // namespace stepzero
