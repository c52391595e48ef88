// SPDX-License-Identifier: GPL-3.0-or-later
// One decision per output: the mean over samples and outputs of −ln σ(y) where the target is 1 and of −ln(1 − σ(y))
// where it is 0, like PyTorch's binary_cross_entropy_with_logits.
#include <algorithm>
#include <cmath>

#include "core/train/loss.h"

namespace stepzero {

namespace {

/// Returns 1/(1 + e^−y) without overflow.
Eigen::ArrayXd probabilities(const Eigen::ArrayXd& y)
{
    const Eigen::ArrayXd small = (-y.abs()).exp();
    return (y >= 0).select(1 / (1 + small), small / (1 + small));
}

}   // namespace

LossInfo loss_binary_cross_entropy()
{
    return {.name = "binary_cross_entropy",
        .label = tr("binary cross-entropy"),
        .axis = tr("binary cross-entropy, nats"),
        .classes = true,
        .over_outputs = true,
        .sample =
            [](const Eigen::ArrayXd& y, const Eigen::ArrayXd& t, double share, Eigen::ArrayXd& gradient) {
                gradient = share * (probabilities(y) - t);
                return share * (y.max(0) - y * t + (-y.abs()).exp().log1p()).sum();
            },
        .curvature
        = [](const Eigen::ArrayXd& y, const Eigen::ArrayXd&, const Eigen::ArrayXd& change) -> Eigen::ArrayXd {
            const Eigen::ArrayXd p = probabilities(y);
            return p * (1 - p) * change;
        },
        .constant
        = [](double y,
              double frequency) { return std::max(y, 0.0) - y * frequency + std::log1p(std::exp(-std::abs(y))); }};
}

}   // namespace stepzero
