// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of framework code for networks of convolutions that the writers share. Internal to core/kinds.
#pragma once

#include <string>

#include "core/kinds/code/parts.h"
#include "core/network/plan.h"

namespace stepzero {

/// The pooling after a layer, with the framework's name for its kind.
struct PoolingCode {
    std::string name;   ///< empty: no layer has pooling
    int size = 1;   ///< positions per side
};
PoolingCode pooling_code(const NetworkPlan& plan, const char* max, const char* average);

/// Returns the statement, conditional on layer `index` having a pooling after it; no lines when no layer has one.
Lines where_pooled(const NetworkPlan& plan, const std::string& statement);

/// Returns statements, preceded by those that compute the fans that they use from the channels `before` and `behind`.
/// Those of a transposed convolution are PyTorch's, which count by the input.
Lines with_fans(const Lines& fill, const Window& window);

/// Returns a tuple with one entry per dimension: `(3, 3)`, or `(3,)` for one dimension.
std::string python_tuple(const std::string& entry, int dimensions);

/// Returns the statement that converts the batch of sample_input() to an input with the channels last.
std::string channels_last(const Window& window);

}   // namespace stepzero
