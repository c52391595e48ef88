// SPDX-License-Identifier: GPL-3.0-or-later
// The mean over samples of −ln softmax(y)[class] in nats, like PyTorch's cross_entropy.
#include <cmath>

#include "core/train/loss.h"

namespace stepzero {

LossInfo loss_cross_entropy()
{
    return {.name = "cross_entropy",
        .label = tr("cross-entropy"),
        .axis = tr("cross-entropy, nats"),
        .classes = true,
        .softmax = true,
        .sample =
            [](const Eigen::ArrayXd& y, const Eigen::ArrayXd& t, double share, Eigen::ArrayXd& gradient) {
                Eigen::Index right = 0;
                t.maxCoeff(&right);
                const double largest = y.maxCoeff();
                const Eigen::ArrayXd e = (y - largest).exp();
                const double sum = e.sum();
                gradient = share * (e / sum - t);
                return share * (largest + std::log(sum) - y[right]);
            },
        .curvature
        = [](const Eigen::ArrayXd& y, const Eigen::ArrayXd&, const Eigen::ArrayXd& change) -> Eigen::ArrayXd {
            const Eigen::ArrayXd e = (y - y.maxCoeff()).exp(), p = e / e.sum();
            return p * (change - (p * change).sum());
        }};
}

}   // namespace stepzero
