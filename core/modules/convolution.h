// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions as networks have them (PyTorch's Conv1d and Conv2d, that is cross-correlations):
//   z[u, o] = b[u] + Σ_{c, t} W[u, c·taps + t] x[c, input(o, t)],
// c over the channels of u's group. A signal holds the channels of one position in a column, position after position
// of a sample, row after row of a grid.
//
// The product is one of matrices: the taps that each output sees are copied beside each other, a few samples at a time.
#pragma once

#include "core/modules/elementwise.h"
#include "core/network/plan.h"

namespace stepzero {

struct ConvolutionSpec {
    Site site;   ///< of z
    ParameterPlan weight;   ///< [units, channels of a group × taps], as PyTorch flattens it, with its window
    std::optional<ParameterPlan> bias {};   ///< a vector, one a unit
    std::optional<double> standardized {};   ///< by this k of standardize.h
};

/// The map from a whole sample to its output of a kernel [units, channels of a group × taps]: [units × outputs,
/// channels × inputs], positions outside, as columns of a signal lie in memory. Throws Stopped.
WeightMatrix operator_matrix(const WeightMatrix& kernel, const Window& window, const Context& context);

class Convolution : public Module {
public:
    /// Throws std::invalid_argument when the numbers do not fit together.
    explicit Convolution(ConvolutionSpec spec);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

    const Window& window() const { return spec_.weight.window; }
    /// operator_matrix() of the weights as they multiply. Throws Stopped.
    WeightMatrix as_matrix(const Pass& pass) const;
    /// as_matrix() times a point, one tap after the other. Throws Stopped.
    Point times(const Point& at, const Pass& pass) const;

private:
    using Index = Eigen::Index;
    /// The weights as they multiply.
    WeightMatrix kernel(const Pass& pass) const;
    /// The weights as they multiply, of those that were drawn.
    ScaledMatrix used(const ScaledMatrix& drawn) const;
    std::vector<ScaledMatrix> kernels(const ScaledMatrix& weight) const;
    void gather(const Tensor& input, Index group, Index first, Tensor& patches, const Context& context) const;
    void scatter(const Tensor& patches, Index group, Index first, Tensor& input, const Context& context) const;
    void give_gradients(const Signal& gradient, const Pass& pass) const;
    /// Whether each unit sees a channel of its own. Then a product would be of one row: tap by tap all channels go at
    /// once.
    bool depthwise() const { return channels_ == 1 && units_ == 1; }
    Tensor channels_by_tap(const ScaledMatrix& weight) const;
    template <class Body>
    void for_parts(Index columns, const Body& body) const;

    ConvolutionSpec spec_;
    Taps taps_;
    Index channels_, units_;   // of a group
    Signal input_;   // for the gradient of W
};

/// A network of convolutions, each with an activation and maybe a pooling behind it, with the sites and the parameters
/// of Dense; what leaves a pooling is at the site "pooled".
class Convolutions : public Module {
public:
    /// The plan must live as long. Throws std::invalid_argument when it is not of such layers.
    explicit Convolutions(const NetworkPlan& plan);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;
    std::size_t jacobian_steps() const override { return convolutions_.size(); }
    std::vector<JacobianFactor> jacobian_step(std::size_t i, Point& at, const Pass& pass) const override;
    void point_step(std::size_t i, Point& at, const Pass& pass) const override;

private:
    /// Of layer i, one a unit and position.
    Eigen::VectorXd bias(std::size_t i, const Pass& pass) const;

    const NetworkPlan& plan_;
    std::vector<Convolution> convolutions_;
    std::vector<Elementwise> activations_;
    std::vector<std::unique_ptr<Module>> poolings_;   // null where there is none
};

}   // namespace stepzero
