// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a network that is being trained.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/init/parameter.h"

namespace stepzero {

/// A parameter as it is trained: what the network sees is multiplier·W, and W takes the steps.
struct TrainedParameter {
    ParameterPlan plan;
    double multiplier = 1;
    double rate = 1;   ///< times the learning rate
};

class TrainedParameters : public ParameterSource {
public:
    /// Draws all of them, each times its `initial`. Throws Stopped.
    TrainedParameters(std::vector<TrainedParameter> parameters, const std::vector<double>& initial,
        const ParameterSource& drawn, const Context& context);
    TrainedParameters(const TrainedParameters& other);   ///< with weights of its own
    TrainedParameters& operator=(const TrainedParameters&) = delete;

    const std::vector<TrainedParameter>& list() const { return list_; }
    std::size_t index_of(const std::string& name) const { return index_.at(name); }   ///< by the plan's name
    WeightMatrix& weights(std::size_t i) { return held_[i]->entries; }   ///< W; a vector is one row
    const WeightMatrix& weights(std::size_t i) const { return held_[i]->entries; }
    /// Works out the distribution of the entries, which steps do not keep up with. Throws Stopped.
    void describe_all(const Context& context);

    /// Precondition: of a plan of the list.
    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override;
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override;

private:
    std::vector<TrainedParameter> list_;
    std::map<std::string, std::size_t> index_;
    std::vector<std::shared_ptr<BaseNoise>> held_;
};

}   // namespace stepzero
