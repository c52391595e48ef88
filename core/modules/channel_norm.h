// SPDX-License-Identifier: GPL-3.0-or-later
// Normalization of the channels of images over positions: x̂ = γ∘(x − mean)/√(variance + ε), β = 0, with population
// moments in float64. BatchNorm normalizes each channel over the samples and positions of a batch, as in training
// (Ioffe, Szegedy 2015). GroupNorm normalizes each sample over positions and the channels of a group (Wu, He 2018).
#pragma once

#include "core/modules/norm.h"

namespace stepzero {

struct ChannelNormSpec {
    Site site;   ///< site of the output
    std::optional<ParameterPlan> scale {};   ///< γ, one per channel; absent: 1
    int groups = 0;   ///< number of channel groups of GroupNorm; 0: BatchNorm
    double epsilon = 1e-5;
};

class ChannelNorm : public Module {
public:
    /// Throws std::invalid_argument when the number of groups is negative.
    explicit ChannelNorm(ChannelNormSpec spec);

    /// Precondition: the number of groups divides the number of channels.
    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    Eigen::MatrixXd means(Eigen::MatrixXd sums, int positions) const;

    ChannelNormSpec spec_;
    Tensor normalized_;   // before multiplication by γ, in units of 2^exponent_
    Eigen::MatrixXd inverse_;   // 1/√(… + ε) for [channel, sample], in units of 2^inverse_exponent_
    std::int64_t exponent_ = 0, inverse_exponent_ = 0;
    Eigen::VectorXf scale_;   // γ, empty for 1
};

}   // namespace stepzero
