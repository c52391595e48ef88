// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/residual.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/modules/similarity.h"

namespace stepzero {

namespace {

/// Returns E[a∘b]/√(E[a²] E[b²]), independent of units; absent when one of the signals vanishes.
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

/// Returns the correlation of s·stream and the branch.
std::optional<double> correlation_with(const Signal& stream, double s, const Signal& branch, const Context& context)
{
    const auto c = s == 0 ? std::nullopt : correlation(stream.numbers, branch.numbers, context);
    return c && s < 0 ? std::optional(-*c) : c;
}

const NormSpec& present(const std::optional<NormSpec>& norm)
{
    if (!norm)
        throw std::invalid_argument("a residual block lacks a norm that its placement needs");
    return *norm;
}

}   // namespace

Residual::Residual(ResidualSpec spec, std::unique_ptr<Module> function)
    : block_(spec.block), word_(std::move(spec.word)), placement_(spec.placement), skip_(spec.skip),
      branch_(spec.branch), tokens_(spec.tokens)
{
    const auto& connections = spec.connections;
    if (connections && norms_sum(placement_))
        throw std::invalid_argument("no norm stands on a stream that is several");
    if (connections)
        function_.emplace<StreamMap>(connections->read);
    if (norms_before(placement_))
        function_.emplace<Norm>(present(spec.norm));
    function_.add(std::move(function));
    if (norms_branch(placement_))
        function_.emplace<Norm>(present(spec.norm_after));
    if (connections) {
        function_.emplace<StreamMap>(connections->write);
        shortcut_ = std::make_unique<StreamMap>(connections->mix);
    }
    if (norms_sum(placement_))
        after_sum_ = std::make_unique<Norm>(present(spec.norm));
}

Residual::Residual(ResidualSpec spec, std::unique_ptr<Module> function, std::unique_ptr<Module> shortcut,
    std::unique_ptr<Module> after)
    : Residual(std::move(spec), std::move(function))
{
    if (shortcut)
        shortcut_ = std::move(shortcut);
    if (after)
        after_sum_ = std::move(after);
}

/// For images, reports the fraction of the mean square that is due to the channels' means.
void Residual::tell_channels(const Site& site, const Signal& signal, const Pass& pass) const
{
    if (const auto share = tokens_ ? std::nullopt : channel_mean_share(signal, pass.context))
        pass.recorder.number(site, Quantity::channel_mean_share, *share);
}

Signal Residual::forward(Signal input, Pass& pass)
{
    Signal read = input;
    return write(std::move(input), std::move(read), pass);
}

Signal Residual::backward(Signal gradient, Pass& pass)
{
    Ways ways = back(std::move(gradient), pass);
    return sum(std::move(ways.stream), ways.read, pass.context, ways.skip);
}

Signal Residual::write(Signal stream, Signal read, Pass& pass)
{
    Signal branch = function_.forward(std::move(read), pass);
    if (branch_ != 1)
        branch = scaled(std::move(branch), branch_, pass.context);
    pass.value(site("_branch"), branch);
    tell_channels(site("_branch"), branch, pass);
    if (shortcut_)
        stream = shortcut_->forward(std::move(stream), pass);
    if (const auto c = correlation_with(stream, skip_, branch, pass.context))
        pass.recorder.number(site("_branch"), Quantity::correlation, *c);
    stream = sum(std::move(stream), branch, pass.context, skip_);
    if (after_sum_)
        stream = after_sum_->forward(std::move(stream), pass);
    pass.value(site("_stream"), stream);
    tell_channels(site("_stream"), stream, pass);
    if (tokens_)
        if (const auto similarity = token_similarity(stream, pass.context))
            pass.recorder.number(site("_stream"), Quantity::similarity, *similarity);
    pass.advance(1, tr("forward"));
    return stream;
}

Residual::Ways Residual::back(Signal gradient, Pass& pass)
{
    pass.gradient(site("_stream"), gradient);
    if (after_sum_)
        gradient = after_sum_->backward(std::move(gradient), pass);
    pass.gradient(site("_branch"), gradient);
    Signal returned = function_.backward(branch_ == 1 ? gradient : scaled(gradient, branch_, pass.context), pass);
    pass.gradient(site("_return"), returned);
    double skip = skip_;
    if (shortcut_) {
        gradient = shortcut_->backward(scaled(std::move(gradient), skip_, pass.context), pass);
        skip = 1;
    }
    if (const auto c = correlation_with(gradient, skip, returned, pass.context))
        pass.recorder.number(site("_branch"), Quantity::gradient_correlation, *c);
    pass.advance(1, tr("backward"));
    return {std::move(gradient), std::move(returned), skip};
}

void Residual::list_parameters(std::vector<ParameterPlan>& plans) const
{
    function_.list_parameters(plans);
    if (shortcut_)
        shortcut_->list_parameters(plans);
    if (after_sum_)
        after_sum_->list_parameters(plans);
}

ParallelResidual::ParallelResidual(std::unique_ptr<Residual> first, std::unique_ptr<Residual> second)
    : first_(std::move(first)), second_(std::move(second))
{
    if (second_->skip() != 1)
        throw std::invalid_argument("of two parallel steps the first one has the skip");
}

Signal ParallelResidual::forward(Signal input, Pass& pass)
{
    Signal stream = first_->write(input, input, pass);
    return second_->write(std::move(stream), std::move(input), pass);
}

Signal ParallelResidual::backward(Signal gradient, Pass& pass)
{
    Residual::Ways second = second_->back(std::move(gradient), pass);
    Residual::Ways first = first_->back(std::move(second.stream), pass);
    Signal result = sum(std::move(first.stream), first.read, pass.context, first.skip);
    return sum(std::move(result), second.read, pass.context);
}

void ParallelResidual::list_parameters(std::vector<ParameterPlan>& plans) const
{
    first_->list_parameters(plans);
    std::vector<ParameterPlan> more;
    second_->list_parameters(more);
    for (ParameterPlan& plan : more)
        if (std::ranges::find(plans, plan.name, &ParameterPlan::name) == plans.end())
            plans.push_back(std::move(plan));
}

}   // namespace stepzero
