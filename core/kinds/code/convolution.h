// SPDX-License-Identifier: GPL-3.0-or-later
// What the writers of networks of convolutions share between frameworks. Internal to core/kinds.
#pragma once

#include <string>

#include "core/kinds/code/parts.h"
#include "core/network/plan.h"

namespace stepzero {

/// The pooling after a layer, with the words that the framework has for its two sorts.
struct PoolingCode {
    std::string name;   ///< empty: no layer is followed by one
    int size = 1;   ///< positions a side
};
PoolingCode pooling_code(const NetworkPlan& plan, const char* max, const char* average);

/// The statement where layer `index` has a pooling behind it; no lines where none has.
Lines where_pooled(const NetworkPlan& plan, const std::string& statement);

/// Statements behind those that work out the fans which they take, given the channels `before` and `behind`.
Lines with_fans(const Lines& fill, const Window& window);

/// `(3, 3)`, or `(3,)` on a line: so many times as there are dimensions.
std::string python_tuple(const std::string& entry, int dimensions);

/// The input of a network whose channels come last, behind the batch of sample_input(), as statement.
std::string channels_last(const Window& window);

}   // namespace stepzero
