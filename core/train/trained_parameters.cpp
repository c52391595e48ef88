// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trained_parameters.h"

#include "core/statistics/describe.h"

namespace stepzero {

TrainedParameters::TrainedParameters(std::vector<TrainedParameter> parameters, const std::vector<double>& initial,
    const ParameterSource& drawn, const Context& context)
    : list_(std::move(parameters))
{
    for (std::size_t i = 0; i < list_.size(); ++i) {
        index_[list_[i].plan.name] = i;
        auto base = std::make_shared<BaseNoise>();
        base->entries = drawn.entries(list_[i].plan, context);
        if (initial[i] != 1)
            base->entries *= float(initial[i]);
        held_.push_back(std::move(base));
    }
    describe_all(context);
}

TrainedParameters::TrainedParameters(const TrainedParameters& other)
    : ParameterSource(other), list_(other.list_), index_(other.index_)
{
    for (const auto& base : other.held_)
        held_.push_back(std::make_shared<BaseNoise>(*base));
}

void TrainedParameters::describe_all(const Context& context)
{
    for (const auto& base : held_)
        base->distribution = describe(base->entries.data(), std::size_t(base->entries.size()), context);
}

ScaledMatrix TrainedParameters::matrix(const ParameterPlan& plan, const Context&) const
{
    const std::size_t i = index_of(plan.name);
    return {.base = held_[i], .scale = float(list_[i].multiplier)};
}

Eigen::VectorXf TrainedParameters::vector(const ParameterPlan& plan, const Context&) const
{
    const std::size_t i = index_of(plan.name);
    return held_[i]->entries.row(0).transpose() * float(list_[i].multiplier);
}

}   // namespace stepzero
