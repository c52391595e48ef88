// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions as networks use them (PyTorch's Conv1d and Conv2d, which are cross-correlations):
//   z[u, o] = b[u] + Σ_{c, t} W[u, c·taps + t] x[c, input(o, t)],
// with c over the channels of u's group. A column of a signal holds the channels of one position. The positions of a
// sample follow each other, row by row of a grid. A transposed convolution (ConvTranspose1d and ConvTranspose2d) has
// the kernel of the convolution whose transpose it is, and its forward pass is the backward pass of that one.
//
// The convolution is computed as a matrix product: the taps that each output sees are copied next to each other, for a
// few samples at a time.
#pragma once

#include "core/modules/module.h"
#include "core/network/plan.h"

namespace stepzero {

struct ConvolutionSpec {
    Site site;   ///< site of z
    /// [units, channels of a group × taps] of the direct convolution, in PyTorch's layout, with the window.
    ParameterPlan weight;
    std::optional<ParameterPlan> bias {};   ///< a vector, one entry per unit
    std::optional<double> standardized {};   ///< the k of standardize.h; absent: weights are not standardized
};

/// Returns the matrix that maps a whole sample to its output, for a kernel [units, channels of a group × taps]: [units
/// × outputs, channels × inputs], or its transpose. The position is the slower index, as in a signal. Throws Stopped.
WeightMatrix operator_matrix(const WeightMatrix& kernel, const Window& window, const Context& context);

class Convolution : public Module {
public:
    /// Throws std::invalid_argument when the numbers are inconsistent.
    explicit Convolution(ConvolutionSpec spec);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

    const Window& window() const { return spec_.weight.window; }
    /// Returns operator_matrix() of the effective weights. Throws Stopped.
    WeightMatrix as_matrix(const Pass& pass) const;
    /// Returns as_matrix() times a point, computed tap by tap without the matrix. Throws Stopped.
    Point times(const Point& at, const Pass& pass) const;

private:
    using Index = Eigen::Index;
    /// Returns the effective weights.
    WeightMatrix kernel(const Pass& pass) const;
    /// Returns the effective weights for sampled ones: standardized, if the spec says so.
    ScaledMatrix used(const ScaledMatrix& drawn) const;
    std::vector<ScaledMatrix> kernels(const ScaledMatrix& weight) const;
    /// Returns the output of the direct convolution. An empty bias is none.
    Signal direct(const ScaledMatrix& weight, const Tensor& input, const Eigen::VectorXf& bias, std::int64_t exponent,
        const PassContext& context) const;
    /// Returns the product of its transpose with numbers at its outputs, plus a bias.
    Signal transposed(const ScaledMatrix& weight, const Tensor& outputs, const Eigen::VectorXf& bias,
        std::int64_t exponent, const PassContext& context) const;
    void gather(const Tensor& input, Index group, Index first, Tensor& patches, const Context& context) const;
    void scatter(const Tensor& patches, Index group, Index first, const Eigen::VectorXf& bias, Tensor& input,
        const Context& context) const;
    void give_gradients(const Signal& gradient, const Pass& pass) const;
    /// Returns whether each unit sees a single channel, which no other unit sees. A product would then have one row, so
    /// all channels are processed at once, tap by tap.
    bool depthwise() const { return channels_ == 1 && units_ == 1; }
    Tensor channels_by_tap(const ScaledMatrix& weight) const;
    template <class Body>
    void for_parts(Index columns, const Body& body) const;

    ConvolutionSpec spec_;
    // The following describe the convolution whose transpose this is, or this one if it is not transposed.
    Window direct_;
    Taps taps_;
    Index channels_, units_;   // per group
    Signal input_;   // for the gradient of W
};

/// A network of convolutions, each followed by an activation and optionally a pooling. It has the sites and parameters
/// of Dense or, with norms, of NormedLayers; the output of a pooling is at the site "pooled".
class Convolutions : public LayerSequence {
public:
    /// The plan must outlive the module. Throws std::invalid_argument when its blocks are not such layers.
    explicit Convolutions(const NetworkPlan& plan);

    /// Without BatchNorm; otherwise the output of a sample depends on the other samples.
    std::size_t jacobian_steps() const override;
    std::vector<JacobianFactor> jacobian_step(std::size_t i, Point& at, const Pass& pass) const override;
    void point_step(std::size_t i, Point& at, const Pass& pass) const override;

private:
    /// Returns the bias of layer i, one entry per unit and position.
    Eigen::VectorXd bias(std::size_t i, const Pass& pass) const;

    const NetworkPlan& plan_;
    std::vector<const Convolution*> convolutions_;   // those of the layers
};

}   // namespace stepzero
