// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/table.h"

namespace stepzero {

ScaledMatrix drawn_table(const ParameterPlan& plan, const Pass& pass)
{
    ScaledMatrix table = pass.parameters.matrix(plan, pass.context);
    pass.recorder.parameter(plan, table.distribution());
    return table;
}

void add_row(Eigen::Ref<Eigen::VectorXf> column, const ScaledMatrix& table, Eigen::Index row, std::int64_t exponent)
{
    const double unit = power_of_two(table.exponent - exponent);
    column.array()
        += float(table.scale * unit) * table.base->entries.row(row).transpose().array() + float(table.shift * unit);
}

void give_table_gradient(const ParameterPlan& plan, double multiplier, const Signal& gradient,
    const std::function<Eigen::Index(Eigen::Index)>& row_of_column, const Pass& pass)
{
    WeightMatrix rows = WeightMatrix::Zero(plan.shape.fan_out, plan.shape.fan_in);
    for (Eigen::Index c = 0; c < gradient.columns(); ++c)
        if (const Eigen::Index row = row_of_column(c); row >= 0)
            rows.row(row) += gradient.numbers.col(c).transpose();
    rows *= float(multiplier);
    pass.gradients->add(plan, std::move(rows), gradient.exponent, pass.context);
}

}   // namespace stepzero
