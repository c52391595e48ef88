// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/input/head_prior.h"

#include <cmath>

namespace stepzero {

HeadPrior head_prior(const Eigen::VectorXf& bias, const std::vector<double>& frequencies)
{
    const Eigen::ArrayXd b = bias.cast<double>().array(), raised = b - b.maxCoeff();
    const Eigen::ArrayXd ln_p = raised - std::log(raised.exp().sum()), p = ln_p.exp();
    HeadPrior prior {.mean = b.mean(), .entropy = -(p * ln_p).sum(), .square = p.square().sum()};
    prior.variance = (b - prior.mean).square().mean();
    if (frequencies.empty()) {
        prior.cost = prior.entropy;
        prior.hits = prior.square;
    } else {
        const Eigen::Map<const Eigen::ArrayXd> f(frequencies.data(), b.size());
        prior.cost = -(f * ln_p).sum();
        prior.hits = (f * p).sum();
    }
    return prior;
}

}   // namespace stepzero
