// SPDX-License-Identifier: GPL-3.0-or-later
// Learned tables that add a row to each column of a signal: words, positions, the class of an image.
#pragma once

#include <functional>

#include "core/modules/module.h"

namespace stepzero {

/// Returns the matrix and reports it to the recorder. Throws Stopped.
ScaledMatrix drawn_table(const ParameterPlan& plan, const Pass& pass);

/// Adds the row to a column in units of 2^exponent.
void add_row(Eigen::Ref<Eigen::VectorXf> column, const ScaledMatrix& table, Eigen::Index row, std::int64_t exponent);

/// Passes on the gradient of a table whose rows were added to columns, times `multiplier`. The gradient of a row is the
/// sum over its columns; a negative index stands for no row. Precondition: pass.trains().
void give_table_gradient(const ParameterPlan& plan, double multiplier, const Signal& gradient,
    const std::function<Eigen::Index(Eigen::Index)>& row_of_column, const Pass& pass);

}   // namespace stepzero
