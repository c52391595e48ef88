// SPDX-License-Identifier: GPL-3.0-or-later
// A network of plain layers as a Python module, which differs between frameworks in few places. Internal to
// core/kinds.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/kinds/code/parts.h"
#include "core/network/plan.h"

namespace stepzero {

/// What a framework says. The statements set up one layer, given `index`, `fan_in` and `fan_out`.
struct DenseWriter {
    std::string imports;   ///< but for `math`
    std::map<std::string, std::string> helpers;   ///< functions by name
    std::function<Lines(const Initializer&, Shape, Role)> initializer;
    std::function<Lines(const Activation&)> activation;
    std::string before;   ///< the network's definition up to the loop over layers
    int levels = 3;   ///< that its statements are moved in by
    std::string after;   ///< the rest of the definition
    std::string main;   ///< of `if __name__ == "__main__":`
    std::string entries = "WIDTHS[0]";   ///< of a sample
};
std::string dense_code(const Experiment& experiment, const NetworkPlan& plan, const DenseWriter& writer);

/// How JAX and Keras, whose initializers are functions of a shape, say what fills a tensor.
struct InitializerWords {
    std::string weight, bias;   ///< the variables that take it
    std::string Scheme::*namesake;   ///< its initializer of a scheme's name that means something else
    std::string (Base::*drawn)(const Draw&, Shape) const;   ///< by numbers alone
    std::optional<FanCode> (Base::*by_fans)(const VarianceScaling&) const;   ///< given `fan_in` and `fan_out`
    std::map<std::string, std::string> (Base::*functions)() const;   ///< that these call
    std::string scaling;   ///< its initializer that takes a variance and a mode
    std::string missing_mode;   ///< which that does not know
    std::string format_before, format_behind;   ///< around the name of a dtype
};
/// `functions`, and those of all bases.
std::map<std::string, std::string> functions_of(
    const InitializerWords& words, std::map<std::string, std::string> functions);

Lines statements_of(const InitializerWords& words, const Initializer& initializer, Shape shape, Role role);

}   // namespace stepzero
