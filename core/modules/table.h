// SPDX-License-Identifier: GPL-3.0-or-later
// Learned tables, of which each column of a signal is given a row: words, positions, the class of an image.
#pragma once

#include <functional>

#include "core/modules/module.h"

namespace stepzero {

/// The matrix, told to the recorder. Throws Stopped.
ScaledMatrix drawn_table(const ParameterPlan& plan, const Pass& pass);

/// column += the row, in units of 2^exponent.
void add_row(Eigen::Ref<Eigen::VectorXf> column, const ScaledMatrix& table, Eigen::Index row, std::int64_t exponent);

/// The gradient of a table that columns were given rows of, times `multiplier`: that of a row is the sum over its
/// columns. A negative number is no row. Precondition: pass.trains().
void give_table_gradient(const ParameterPlan& plan, double multiplier, const Signal& gradient,
    const std::function<Eigen::Index(Eigen::Index)>& row_of_column, const Pass& pass);

}   // namespace stepzero
