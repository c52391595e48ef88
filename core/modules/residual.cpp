// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/residual.h"

#include <cmath>
#include <stdexcept>

#include "core/modules/product.h"
#include "core/modules/similarity.h"

namespace stepzero {

namespace {

/// E[a∘b]/√(E[a²] E[b²]); absent when one of them vanishes.
std::optional<double> correlation(const Tensor& a, const Tensor& b, const Context& context)
{
    constexpr Eigen::Index tile = 1 << 15;
    struct Part {
        double ab = 0, aa = 0, bb = 0;
    };
    std::vector<Part> parts(std::size_t((a.size() + tile - 1) / tile), Part {});
    for_tiles(a.size(), tile, 6.0 * double(a.size()), context, [&](Eigen::Index first, Eigen::Index count) {
        const Eigen::ArrayXd x = Eigen::Map<const Eigen::ArrayXf>(a.data() + first, count).cast<double>();
        const Eigen::ArrayXd y = Eigen::Map<const Eigen::ArrayXf>(b.data() + first, count).cast<double>();
        parts[std::size_t(first / tile)] = {(x * y).sum(), x.square().sum(), y.square().sum()};
    });
    Part all;
    for (const Part& part : parts) {
        all.ab += part.ab;
        all.aa += part.aa;
        all.bb += part.bb;
    }
    if (all.aa == 0 || all.bb == 0)
        return {};
    return all.ab / std::sqrt(all.aa) / std::sqrt(all.bb);
}

const NormSpec& present(const std::optional<NormSpec>& norm)
{
    if (!norm)
        throw std::invalid_argument("a residual block lacks a norm that its placement needs");
    return *norm;
}

/// a ← s·a + b
void add_scaled(Tensor& a, float s, const Tensor& b, const Context& context)
{
    for_columns(a, 2, context, [&](Eigen::Index first, Eigen::Index count) {
        a.middleCols(first, count) = s * a.middleCols(first, count) + b.middleCols(first, count);
    });
}

}   // namespace

Residual::Residual(ResidualSpec spec, std::unique_ptr<Module> function)
    : block_(spec.block), word_(std::move(spec.word)), placement_(spec.placement), skip_(float(spec.skip)),
      branch_(float(spec.branch))
{
    if (placement_ == Placement::pre || placement_ == Placement::sandwich)
        function_.emplace<Norm>(present(spec.norm));
    function_.add(std::move(function));
    if (placement_ == Placement::sandwich)
        function_.emplace<Norm>(present(spec.norm_after));
    if (placement_ == Placement::post)
        after_sum_ = std::make_unique<Norm>(present(spec.norm));
}

Tensor Residual::forward(Tensor input, Pass& pass)
{
    Tensor branch = function_.forward(input, pass);
    if (branch_ != 1)
        branch *= branch_;
    pass.recorder.value(site("_branch"), branch, pass.context);
    if (const auto c = skip_ == 0 ? std::nullopt : correlation(input, branch, pass.context))
        pass.recorder.number(site("_branch"), Quantity::correlation, std::copysign(1, skip_) * *c);
    add_scaled(input, skip_, branch, pass.context);
    if (after_sum_)
        input = after_sum_->forward(std::move(input), pass);
    pass.recorder.value(site("_stream"), input, pass.context);
    if (const auto similarity = token_similarity(input, pass.tokens, pass.context))
        pass.recorder.number(site("_stream"), Quantity::similarity, *similarity);
    pass.advance(1, "forward");
    return input;
}

Tensor Residual::backward(Tensor gradient, Pass& pass)
{
    pass.recorder.gradient(site("_stream"), gradient, pass.context);
    if (after_sum_)
        gradient = after_sum_->backward(std::move(gradient), pass);
    pass.recorder.gradient(site("_branch"), gradient, pass.context);
    Tensor returned = function_.backward(branch_ * gradient, pass);
    pass.recorder.gradient(site("_return"), returned, pass.context);
    if (const auto c = skip_ == 0 ? std::nullopt : correlation(gradient, returned, pass.context))
        pass.recorder.number(site("_branch"), Quantity::gradient_correlation, std::copysign(1, skip_) * *c);
    add_scaled(gradient, skip_, returned, pass.context);
    pass.advance(1, "backward");
    return gradient;
}

void Residual::list_parameters(std::vector<ParameterPlan>& plans) const
{
    function_.list_parameters(plans);
    if (after_sum_)
        after_sum_->list_parameters(plans);
}

}   // namespace stepzero
