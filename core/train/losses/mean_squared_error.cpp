// SPDX-License-Identifier: GPL-3.0-or-later
// The mean over samples and outputs of (y − t)², like PyTorch's mse_loss.
#include "core/train/loss.h"

namespace stepzero {

LossInfo loss_mean_squared_error()
{
    return {.name = "mean_squared_error",
        .label = tr("mean squared error"),
        .axis = tr("mean squared error"),
        .over_outputs = true,
        .sample =
            [](const Eigen::ArrayXd& y, const Eigen::ArrayXd& t, double share, Eigen::ArrayXd& gradient) {
                gradient = 2 * share * (y - t);
                return share * (y - t).square().sum();
            },
        .curvature = [](const Eigen::ArrayXd&, const Eigen::ArrayXd&, const Eigen::ArrayXd& change) -> Eigen::ArrayXd {
            return 2 * change;
        }};
}

}   // namespace stepzero
