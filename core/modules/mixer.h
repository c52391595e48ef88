// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of a state-space block, as in Mamba (Gu, Dao 2023; mamba_ssm/modules/mamba_simple.py):
//   (x, z) = W_in u,   x ← φ(conv(x)),   (δ, B, C) = W_x x,   Δ = softplus(W_Δ δ + dt_bias),
//   y = scan(x, Δ, B, C) + D ∘ x,   W_out (y ∘ φ(z)),
// with conv of causal_convolution.h, scan of selective_scan.h and A = −exp(A_log).
//
// Sites: those of the four linear maps and of the convolution; "conv_activation", φ(conv(x)); "gate", y ∘ φ(z); "scan",
// the scan alone, with Quantity::time_step, decay, shortest_memory, longest_memory and memory_spread.
#pragma once

#include "core/modules/causal_convolution.h"
#include "core/modules/elementwise.h"
#include "core/modules/linear.h"

namespace stepzero {

struct MixerSpec {
    int block = 1;
    LinearSpec in;   ///< [2 channels, width]
    CausalConvolutionSpec convolution;
    Activation activation {"silu", {}};
    LinearSpec x;   ///< [dt_rank + 2 states, channels]
    LinearSpec dt;   ///< [channels, dt_rank], with dt_bias
    ParameterPlan a_log;   ///< [channels, states]
    ParameterPlan d;   ///< a vector, one entry per channel
    LinearSpec out;   ///< [width, channels]
};

class Mixer : public Module {
public:
    /// Throws std::invalid_argument when the shapes are inconsistent, and for an unknown activation.
    explicit Mixer(MixerSpec spec);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    Site site(const char* role) const { return {block_, role}; }
    WeightMatrix rates(const Pass& pass) const;
    void tell_memory(const WeightMatrix& rate, double mean_decay, const Pass& pass) const;

    int block_;
    ParameterPlan a_log_, d_;
    Eigen::Index channels_, states_, rank_;
    Linear in_, x_, dt_, out_;
    CausalConvolution convolution_;
    Elementwise activation_, gate_;
    Signal input_, mixed_, sum_, opened_;   // x, W_x x, y, φ(z)
    Tensor step_;   // Δ
};

}   // namespace stepzero
