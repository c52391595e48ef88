// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trained_parameters.h"

#include "core/math/linear/product.h"
#include "core/math/statistics/describe.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

using Product = TiledProduct<float>;
/// Rows are contiguous, so a matrix has the same memory layout as its transpose stored column by column.
Eigen::Map<const Product::Matrix> turned(const WeightMatrix& m) { return {m.data(), m.cols(), m.rows()}; }
Eigen::Map<Product::Matrix> turned(WeightMatrix& m) { return {m.data(), m.cols(), m.rows()}; }

std::shared_ptr<BaseNoise> held(WeightMatrix entries)
{
    auto base = std::make_shared<BaseNoise>();
    base->entries = std::move(entries);
    return base;
}

}   // namespace

TrainedParameters::TrainedParameters(std::vector<TrainedParameter> parameters, const std::vector<double>& initial,
    const ParameterSource& drawn, const Context& context)
    : list_(std::move(parameters))
{
    for (std::size_t i = 0; i < list_.size(); ++i) {
        held_.push_back(held(drawn.entries(list_[i].plan, context)));
        if (initial[i] != 1)
            held_[i]->entries *= float(initial[i]);
        seen_[list_[i].plan.name] = {.base = held_[i], .multiplier = list_[i].multiplier, .place = i};
    }
    describe_all(context);
}

TrainedParameters::TrainedParameters(const TrainedParameters& other, bool shares)
    : ParameterSource(other), list_(other.list_), held_(other.held_), seen_(other.seen_)
{
    if (!shares)
        for (auto& base : held_)
            base = std::make_shared<BaseNoise>(*base);
    for (auto& [name, seen] : seen_)
        if (seen.start)
            seen.base = std::make_shared<BaseNoise>(*seen.base);
        else if (seen.trained)
            seen.base = held_[seen.place];
}

std::shared_ptr<const TrainedParameters> TrainedParameters::snapshot() const
{
    return std::shared_ptr<const TrainedParameters>(new TrainedParameters(*this, true));
}

std::shared_ptr<const BaseNoise> TrainedParameters::renew(std::size_t i)
{
    std::shared_ptr<const BaseNoise> before = held_[i];
    held_[i] = std::make_shared<BaseNoise>(*before);
    seen_.at(list_[i].plan.name).base = held_[i];
    return before;
}

void TrainedParameters::adapt(const Training& train, std::uint64_t seed, int replica, const Context& context)
{
    const AdapterInfo& info = *find_adapter(train.adapters.name);
    const Parameters parameters = completed(info.parameters, train.adapters.parameters);
    const std::vector<TrainedParameter> all = std::move(list_);
    const std::vector<std::shared_ptr<BaseNoise>> weights = std::move(held_);
    list_.clear();
    held_.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ParameterPlan& plan = all[i].plan;
        Seen& seen = seen_.at(plan.name);
        seen.place = list_.size();
        if (use_of(plan) == ParameterUse::readout) {
            list_.push_back(all[i]);
            held_.push_back(weights[i]);
        } else if (is_adapted(train.adapted, plan)) {
            WeightMatrix start = seen.base->entries;
            AdapterFactors factors = info.make({parameters, plan, seed, replica}, start, context);
            for (const auto& [factor, entries] : {std::pair('A', &factors.a), {'B', &factors.b}}) {
                list_.push_back({factor_plan(plan, info, factor, *entries), 1, all[i].rate, factor});
                held_.push_back(held(std::move(*entries)));
                seen_[list_.back().plan.name] = {.base = held_.back(), .place = list_.size() - 1};
            }
            seen.start = std::make_shared<const WeightMatrix>(std::move(start));
            seen.scale = float(adapter_scale(parameters));
            seen.behind = info.behind;
        } else {
            seen.trained = false;
        }
    }
    settle(context);
    describe_all(context);
}

WeightMatrix TrainedParameters::first_map(const Seen& seen, const Context& context) const
{
    const WeightMatrix& a = weights(seen.place);
    if (!seen.behind)
        return a;
    WeightMatrix product(a.rows(), seen.start->cols());
    Product(Left::plain, turned(*seen.start), turned(a), turned(product)).run(context);
    return product;
}

void TrainedParameters::form(Seen& seen, const Context& context) const
{
    const WeightMatrix first = first_map(seen, context);
    WeightMatrix& sum = seen.base->entries;
    sum = *seen.start;
    Product(Left::plain, turned(first), turned(weights(seen.place + 1)), turned(sum), seen.scale, Product::To::add)
        .run(context);
}

void TrainedParameters::settle(const Context& context)
{
    for (auto& [name, seen] : seen_)
        if (seen.start)
            form(seen, context);
}

void TrainedParameters::pass_gradient(const ParameterPlan& plan, WeightMatrix gradient, double unit,
    const Context& context, const std::function<void(std::size_t, WeightMatrix)>& add) const
{
    const Seen& seen = seen_.at(plan.name);
    if (!seen.trained)
        return;
    if (const double factor = unit * seen.multiplier; factor != 1)
        gradient *= float(factor);
    if (!seen.start)
        return add(seen.place, std::move(gradient));
    const WeightMatrix first = first_map(seen, context);
    const WeightMatrix &a = weights(seen.place), &b = weights(seen.place + 1);
    WeightMatrix of_first = WeightMatrix::Zero(first.rows(), first.cols()), of_b(b.rows(), b.cols());
    Product::add_outer(turned(gradient), turned(b), turned(of_first), context, seen.scale);
    Product(Left::transposed, turned(first), turned(gradient), turned(of_b), seen.scale).run(context);
    if (seen.behind) {
        WeightMatrix of_a(a.rows(), a.cols());
        Product(Left::transposed, turned(*seen.start), turned(of_first), turned(of_a)).run(context);
        of_first = std::move(of_a);
    }
    add(seen.place, std::move(of_first));
    add(seen.place + 1, std::move(of_b));
}

void TrainedParameters::describe_all(const Context& context)
{
    const auto describe_one = [&](BaseNoise& base) {
        base.distribution = describe(base.entries.data(), std::size_t(base.entries.size()), context);
    };
    for (const auto& base : held_)
        describe_one(*base);
    for (const auto& [name, seen] : seen_)
        if (seen.start)
            describe_one(*seen.base);
}

ScaledMatrix TrainedParameters::matrix(const ParameterPlan& plan, const Context&) const
{
    const Seen& seen = seen_.at(plan.name);
    return {.base = seen.base, .scale = float(seen.multiplier)};
}

Eigen::VectorXf TrainedParameters::vector(const ParameterPlan& plan, const Context&) const
{
    const Seen& seen = seen_.at(plan.name);
    return seen.base->entries.row(0).transpose() * float(seen.multiplier);
}

}   // namespace stepzero
