// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that turn gradients into changes of the weights, in float32. A new one is a file and a line in the registry.
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

// The registry, in the order of menus: a member is a file that defines its function, and a word here.
#define STEPZERO_OPTIMIZERS(optimizer) optimizer(sgd) optimizer(adam) optimizer(adamw) optimizer(muon)

namespace stepzero {

/// One parameter at one step.
struct ParameterStep {
    const ParameterPlan& plan;
    std::size_t index = 0;   ///< of the parameter, always the same
    int step = 1;   ///< counts from 1
    double rate = 0;   ///< the learning rate at this step, and of this parameter
};

/// Keeps what a rule remembers of each parameter: as many floats as weights, for each of its averages.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    /// Changes the weights by their gradient, which is given up. Throws Stopped.
    virtual void update(const ParameterStep& at, WeightMatrix& weights, WeightMatrix& gradient, const Context& context)
        = 0;
};

/// An optimizer of torch.optim: its name, and what stands behind the parameters, as a text of python_text().
struct OptimizerCode {
    std::string type, arguments;
};

struct OptimizerInfo {
    std::string name;
    Text label;
    std::vector<ParameterInfo> parameters;
    double rate;   ///< a learning rate to begin with
    bool adaptive;   ///< its changes are of one size whatever the gradient's, so that rates scale as Adam's do
    std::unique_ptr<Optimizer> (*make)(const Parameters& completed, std::size_t parameters);
    OptimizerCode (*pytorch)(const Parameters& completed);
    /// Of one that trains maps in blocks alone (is_orthogonalized in muon.h): what trains the rest, at `others_rate`
    /// times its rate. Null: it trains all.
    const OptimizerInfo& (*others)() = nullptr;
    /// Floating-point operations of an update beyond some of every entry. Null: none.
    double (*operations)(const ParameterPlan& plan) = nullptr;
    /// The largest rate that a quadratic bowl of this sharpness (its largest curvature, above 0) does not throw it out
    /// of. Null: not known.
    double (*stable_rate)(const Parameters& completed, double sharpness) = nullptr;
};

/// In the order of the menus: sgd, adam, adamw, muon.
const std::vector<OptimizerInfo>& optimizers();
const OptimizerInfo* find_optimizer(std::string_view name);   ///< nullptr when there is none

/// One file each.
#define STEPZERO_DECLARE(name) const OptimizerInfo& optimizer_##name();
STEPZERO_OPTIMIZERS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// What they share: W ← W − rate·decay·W, apart from the gradient ("decoupled").
void decay(WeightMatrix& weights, double by);
ParameterInfo weight_decay_info();

}   // namespace stepzero
