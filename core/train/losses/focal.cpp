// SPDX-License-Identifier: GPL-3.0-or-later
// Focal loss (Lin et al.: Focal loss for dense object detection. ICCV 2017), with the numbers of RetinaNet: the mean
// over samples of Σ −α_t (1 − p_t)² ln p_t over outputs. p_t is the probability that σ(y) gives to the target; α_t is
// 0.25 where the target is 1 and 0.75 elsewhere. Outputs that are right already weigh little. RetinaNet divides by the
// number of targets that are 1, which equals the number of samples.
#include <algorithm>
#include <cmath>

#include "core/train/loss.h"

namespace stepzero {

namespace {

constexpr double weight_of_class = 0.25;

/// The loss without α_t, and its derivatives, for the logit u of the target. The exponent γ is 2.
struct Focal {
    explicit Focal(double u)
    {
        const double small = std::exp(-std::abs(u)), q = u >= 0 ? small / (1 + small) : 1 / (1 + small),
                     p = u >= 0 ? 1 / (1 + small) : small / (1 + small),
                     cost = std::max(-u, 0.0) + std::log1p(small);   // −ln p
        value = q * q * cost;
        slope = -q * q * (2 * p * cost + q);
        curvature = q * q * p * (cost * (4 * p - 2 * q) + 5 * q);
    }
    double value, slope, curvature;
};

/// The sign that turns an output into the logit of its target, and the weight α_t.
struct Side {
    double sign, weight;
};
Side side_of(double target) { return target > 0.5 ? Side {1, weight_of_class} : Side {-1, 1 - weight_of_class}; }

}   // namespace

LossInfo loss_focal()
{
    return {.name = "focal",
        .label = tr("focal"),
        .axis = tr("focal loss, nats"),
        .classes = true,
        .sample =
            [](const Eigen::ArrayXd& y, const Eigen::ArrayXd& t, double share, Eigen::ArrayXd& gradient) {
                double sum = 0;
                for (Eigen::Index i = 0; i < y.size(); ++i) {
                    const Side side = side_of(t[i]);
                    const Focal focal(side.sign * y[i]);
                    sum += side.weight * focal.value;
                    gradient[i] = share * side.weight * side.sign * focal.slope;
                }
                return share * sum;
            },
        .curvature
        = [](const Eigen::ArrayXd& y, const Eigen::ArrayXd& t, const Eigen::ArrayXd& change) -> Eigen::ArrayXd {
            Eigen::ArrayXd result(y.size());
            for (Eigen::Index i = 0; i < y.size(); ++i) {
                const Side side = side_of(t[i]);
                result[i] = side.weight * Focal(side.sign * y[i]).curvature * change[i];
            }
            return result;
        },
        .constant =
            [](double y, double frequency) {
                return frequency * weight_of_class * Focal(y).value
                    + (1 - frequency) * (1 - weight_of_class) * Focal(-y).value;
            }};
}

}   // namespace stepzero
