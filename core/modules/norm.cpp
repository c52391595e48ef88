// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/norm.h"

#include <cmath>

#include "core/modules/product.h"

namespace stepzero {

Tensor Norm::forward(Tensor input, Pass& pass)
{
    scale_.resize(0);
    if (spec_.scale) {
        scale_ = pass.parameters.vector(*spec_.scale, pass.context);
        pass.recorder.parameter(*spec_.scale, {});
    }
    inverse_.resize(input.cols());
    const auto n = double(input.rows());
    for_columns(input, 10, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::ArrayXd x;
        for (Eigen::Index c = first; c < first + count; ++c) {
            x = input.col(c).array().cast<double>();
            if (spec_.kind == NormKind::layer)
                x -= x.sum() / n;
            inverse_[c] = 1 / std::sqrt(x.square().sum() / n + spec_.epsilon);
            input.col(c) = (x * inverse_[c]).cast<float>();
        }
    });
    if (pass.backward)
        normalized_ = input;
    if (scale_.size() != 0)
        for_columns(input, 1, pass.context, [&](Eigen::Index first, Eigen::Index count) {
            input.middleCols(first, count).array().colwise() *= scale_.array();
        });
    pass.recorder.value(spec_.site, input, pass.context);
    return input;
}

// With x̂ the normalized column and ĝ = γ∘g: (ĝ − mean(ĝ) − x̂·mean(ĝ∘x̂))/√(… + ε), for RMSNorm without mean(ĝ).
Tensor Norm::backward(Tensor gradient, Pass& pass)
{
    pass.recorder.gradient(spec_.site, gradient, pass.context);
    const auto n = double(gradient.rows());
    for_columns(gradient, 15, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::ArrayXd g, x;
        for (Eigen::Index c = first; c < first + count; ++c) {
            g = gradient.col(c).array().cast<double>();
            if (scale_.size() != 0)
                g *= scale_.array().cast<double>();
            x = normalized_.col(c).array().cast<double>();
            const double along = (g * x).sum() / n;
            const double mean = spec_.kind == NormKind::layer ? g.sum() / n : 0;
            gradient.col(c) = ((g - mean - x * along) * inverse_[c]).cast<float>();
        }
    });
    normalized_.resize(0, 0);
    return gradient;
}

void Norm::list_parameters(std::vector<ParameterPlan>& plans) const
{
    if (spec_.scale)
        plans.push_back(*spec_.scale);
}

}   // namespace stepzero
