// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a network during training, optionally with adapters. They replace the random initial weights as the
// source of parameters in a pass.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/network/init/parameter.h"
#include "core/train/adapter.h"

namespace stepzero {

/// A trained parameter. The network uses multiplier·W, and the optimizer updates W.
struct TrainedParameter {
    ParameterPlan plan;
    double multiplier = 1;
    double rate = 1;   ///< factor of the learning rate
    char factor = 0;   ///< 'A' or 'B' for a factor of an adapter; otherwise 0
};

/// Provides the parameters that the network uses. Without adapters these are the trained ones. With adapters, adapted
/// matrices are computed from W₀ and the factors, and all other parameters are fixed.
class TrainedParameters : public ParameterSource {
public:
    /// Initializes all parameters, each multiplied by its `initial`. Throws Stopped.
    TrainedParameters(std::vector<TrainedParameter> parameters, const std::vector<double>& initial,
        const ParameterSource& drawn, const Context& context);
    TrainedParameters(const TrainedParameters& other) : TrainedParameters(other, false) { }   ///< copies the weights
    TrainedParameters& operator=(const TrainedParameters&) = delete;

    /// Returns the parameters as they are now. It shares the weights; change them only after renew() from now on.
    std::shared_ptr<const TrainedParameters> snapshot() const;
    /// Replaces the weights of one parameter by a copy and returns the previous ones. Different parameters may be
    /// renewed at the same time.
    std::shared_ptr<const BaseNoise> renew(std::size_t i);

    /// Switches to training adapters; of the original parameters, only the readout is still trained. Throws Stopped.
    void adapt(const Training& train, std::uint64_t seed, int replica, const Context& context);

    const std::vector<TrainedParameter>& list() const { return list_; }   ///< the trained parameters
    WeightMatrix& weights(std::size_t i) { return held_[i]->entries; }   ///< W; a vector is one row
    const WeightMatrix& weights(std::size_t i) const { return held_[i]->entries; }
    /// Updates the matrices that the network uses. Call it after changing the weights. Throws Stopped.
    void settle(const Context& context);
    /// Passes the gradient of a parameter that the network uses, in units of `unit`, to the trained parameters. It
    /// calls add(index in the list, gradient) zero, one or two times. Throws Stopped.
    void pass_gradient(const ParameterPlan& seen, WeightMatrix gradient, double unit, const Context& context,
        const std::function<void(std::size_t, WeightMatrix)>& add) const;
    /// Computes the distributions of the entries, which training steps do not update. Throws Stopped.
    void describe_all(const Context& context);

    /// Return the parameters as the network uses them. Precondition: the plan was passed to the constructor, or is in
    /// list().
    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override;
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override;

private:
    /// The source of a parameter that the network uses.
    struct Seen {
        std::shared_ptr<BaseNoise> base;   ///< W, or the result of W₀ and the factors
        double multiplier = 1;
        bool trained = true;
        std::size_t place = 0;   ///< index of W in the list, or of A, which B follows
        std::shared_ptr<const WeightMatrix> start {};   ///< W₀ for a matrix with an adapter
        float scale = 1;   ///< s
        bool behind = false;   ///< AdapterInfo::behind
    };
    TrainedParameters(const TrainedParameters& other, bool shares);
    WeightMatrix first_map(const Seen& seen, const Context& context) const;   ///< A, or A W₀
    void form(Seen& seen, const Context& context) const;

    std::vector<TrainedParameter> list_;
    std::vector<std::shared_ptr<BaseNoise>> held_;
    std::map<std::string, Seen> seen_;
};

}   // namespace stepzero
