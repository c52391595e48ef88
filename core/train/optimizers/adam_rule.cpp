// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/optimizers/adam_rule.h"

#include <cmath>

#include "core/math/linear/tiles.h"

namespace stepzero {

AdamSpec adam_spec(const Parameters& completed)
{
    return {number(completed, "beta1"), number(completed, "beta2"), number(completed, "epsilon")};
}

std::vector<ParameterInfo> adam_parameters(double beta2, double weight_decay)
{
    ParameterInfo decay = weight_decay_info();
    decay.default_value = weight_decay;
    return {{.name = "beta1", .label = Text::name("β₁"), .default_value = 0.9, .low = 0, .high = 0.999999},
        {.name = "beta2", .label = Text::name("β₂"), .default_value = beta2, .low = 0, .high = 0.999999},
        {.name = "epsilon", .label = Text::name("ε"), .default_value = 1e-8, .low = 1e-30, .high = 1}, decay};
}

void AdamRule::update(
    const ParameterStep& at, WeightMatrix& weights, const WeightMatrix& gradient, const Context& context)
{
    Averages& averages = averages_[at.index];
    if (averages.m.size() == 0) {
        averages.m = WeightMatrix::Zero(weights.rows(), weights.cols());
        averages.v = averages.m;
    }
    const auto b1 = float(spec_.beta1), b2 = float(spec_.beta2), epsilon = float(spec_.epsilon);
    const auto c1 = float(1 - spec_.beta1), c2 = float(1 - spec_.beta2);
    const auto rate = float(at.rate / (1 - std::pow(spec_.beta1, at.step)));
    const auto root = float(std::sqrt(1 - std::pow(spec_.beta2, at.step)));
    constexpr Eigen::Index width = 16384;
    for_tiles(weights.size(), width, 20 * double(weights.size()), context, [&](Eigen::Index first, Eigen::Index n) {
        const Eigen::Map<const Eigen::ArrayXf> g(gradient.data() + first, n);
        Eigen::Map<Eigen::ArrayXf> m(averages.m.data() + first, n), v(averages.v.data() + first, n),
            w(weights.data() + first, n);
        m = b1 * m + c1 * g;
        v = b2 * v + c2 * g.square();
        w -= rate * m / (v.sqrt() / root + epsilon);
    });
}

}   // namespace stepzero
