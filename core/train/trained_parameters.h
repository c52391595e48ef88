// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a network that is being trained.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/network/init/parameter.h"
#include "core/train/adapter.h"

namespace stepzero {

/// A parameter as it is trained: what the network sees is multiplier·W, and W takes the steps.
struct TrainedParameter {
    ParameterPlan plan;
    double multiplier = 1;
    double rate = 1;   ///< times the learning rate
    char factor = 0;   ///< 'A' or 'B' of an adapter; 0: neither
};

/// What the network sees is the parameters that are trained, and with adapters also what is not: matrices with an
/// adapter as W₀ and the factors make them, all else as it was.
class TrainedParameters : public ParameterSource {
public:
    /// Draws all of them, each times its `initial`. Throws Stopped.
    TrainedParameters(std::vector<TrainedParameter> parameters, const std::vector<double>& initial,
        const ParameterSource& drawn, const Context& context);
    TrainedParameters(const TrainedParameters& other);   ///< with weights of its own
    TrainedParameters& operator=(const TrainedParameters&) = delete;

    /// From here on adapters are trained, and of what there was only the readout. Throws Stopped.
    void adapt(const Training& train, std::uint64_t seed, int replica, const Context& context);

    const std::vector<TrainedParameter>& list() const { return list_; }   ///< what is trained
    WeightMatrix& weights(std::size_t i) { return held_[i]->entries; }   ///< W; a vector is one row
    const WeightMatrix& weights(std::size_t i) const { return held_[i]->entries; }
    /// Behind a change of the weights: works out what the network sees of them. Throws Stopped.
    void settle(const Context& context);
    /// Hands on the gradient of what the network sees, in units of `unit`, to what is trained, by places in the list:
    /// none, one or two. Throws Stopped.
    void pass_gradient(const ParameterPlan& seen, WeightMatrix gradient, double unit, const Context& context,
        const std::function<void(std::size_t, WeightMatrix)>& add) const;
    /// Works out the distribution of the entries, which steps do not keep up with. Throws Stopped.
    void describe_all(const Context& context);

    /// As the network sees them. Precondition: of a plan that was given, or of the list.
    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override;
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override;

private:
    /// What a plan's name stands for.
    struct Seen {
        std::shared_ptr<BaseNoise> base;   ///< W, or what W₀ and the factors make
        double multiplier = 1;
        bool trained = true;
        std::size_t place = 0;   ///< in the list, of W, or of A, behind which B is
        std::shared_ptr<const WeightMatrix> start {};   ///< W₀, of a matrix with an adapter
        float scale = 1;   ///< s
        bool behind = false;   ///< AdapterInfo::behind
    };
    WeightMatrix first_map(const Seen& seen, const Context& context) const;   ///< A, or A W₀
    void form(Seen& seen, const Context& context) const;

    std::vector<TrainedParameter> list_;
    std::vector<std::shared_ptr<BaseNoise>> held_;
    std::map<std::string, Seen> seen_;
};

}   // namespace stepzero
