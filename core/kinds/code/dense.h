// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a network of plain layers as a Python module. Frameworks differ only in a few parts, which DenseWriter
// provides. Internal to core/kinds.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/kinds/code/parts.h"
#include "core/network/plan.h"

namespace stepzero {

/// The parts that a framework provides. The statements set up one layer, given `index`, `fan_in` and `fan_out`.
struct DenseWriter {
    std::string imports;   ///< all except `math`
    std::map<std::string, std::string> helpers;   ///< functions by name
    std::function<Lines(const LawCode&)> initializer;
    std::function<Lines(const Activation&)> activation;
    std::string before;   ///< the network's definition up to the loop over layers
    int levels = 3;   ///< indentation levels of its statements
    std::string after;   ///< the rest of the definition
    std::string main;   ///< body of `if __name__ == "__main__":`
    std::string entries = "WIDTHS[0]";   ///< number of input entries, as Python text
    std::function<Lines(const BlockPlan&)> norm {};   ///< the norm before the activation; empty: none
};
std::string dense_code(const Experiment& experiment, const NetworkPlan& plan, const DenseWriter& writer);

/// The expressions for initializers in JAX and Keras, where an initializer is a function of a shape.
struct InitializerWords {
    std::string weight, bias;   ///< the variables that receive the initializer
    std::string Scheme::*namesake;   ///< the framework's initializer that has the scheme's name but another meaning
    std::string (Base::*drawn)(const Draw&, Shape) const;   ///< from the numbers of the draw only
    std::optional<FanCode> (Base::*by_fans)(const VarianceScaling&) const;   ///< from `fan_in` and `fan_out`
    std::map<std::string, std::string> (Base::*functions)() const;   ///< helper functions that these expressions call
    std::string scaling;   ///< the framework's initializer that takes a variance and a mode
    Fan missing_fan = Fan::none;   ///< a fan that it does not support
    /// The kernel of a transposed convolution is stored as [in, out], as any kernel, so that its initializers exchange
    /// PyTorch's fans.
    bool exchanges_transposed_fans = false;
    std::string format_before, format_behind;   ///< text around the name of a dtype
};
/// Returns `functions` together with those of all bases.
std::map<std::string, std::string> functions_of(
    const InitializerWords& words, std::map<std::string, std::string> functions);

Lines statements_of(const InitializerWords& words, const LawCode& law);

}   // namespace stepzero
