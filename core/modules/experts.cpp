// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/experts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace stepzero {

using Eigen::Index;

namespace {

/// Returns some columns of a signal, each multiplied by a factor if `factors` is not empty.
Signal gathered(const Signal& all, const std::vector<Index>& columns, const PassContext& context,
    const std::vector<float>& factors = {})
{
    Tensor part(all.rows(), Index(columns.size()));
    const Moments moments = fill_columns(part, 2, context, [&](Index first, Index count) {
        for (Index c = first; c < first + count; ++c)
            part.col(c) = all.numbers.col(columns[std::size_t(c)]) * (factors.empty() ? 1 : factors[std::size_t(c)]);
    });
    return make_signal(std::move(part), all.exponent, 1, moments, context);
}

/// Returns the factor that converts numbers of the signal to units of 2^unit.
float in_units(const Signal& signal, std::int64_t unit)
{
    return signal.zero() ? 0 : float(power_of_two(signal.exponent - unit));
}

/// Returns the largest unit of the nonzero signals.
std::int64_t common_unit(const std::vector<Signal>& signals)
{
    std::optional<std::int64_t> unit;
    for (const Signal& signal : signals)
        if (signal.columns() > 0 && !signal.zero())
            unit = std::max(unit.value_or(signal.exponent), signal.exponent);
    return unit.value_or(0);
}

}   // namespace

Experts::Experts(
    ExpertsSpec spec, std::vector<std::unique_ptr<Module>> experts, std::vector<std::unique_ptr<Module>> shared)
    : site_(spec.router.site), chosen_(spec.chosen), renormalized_(spec.renormalized), router_(spec.router),
      experts_(std::move(experts)), shared_(std::move(shared))
{
    if (chosen_ < 1 || chosen_ > int(experts_.size()) || spec.router.weight.shape.rows() != int(experts_.size()))
        throw std::invalid_argument("a router leads to each expert, and chooses one or more of them");
}

/// Adds up the columns of all experts at their original places, multiplied by their gates if `gated`.
Signal Experts::put_together(
    const std::vector<Signal>& of_experts, bool gated, int positions, const PassContext& context) const
{
    const std::int64_t unit = common_unit(of_experts);
    std::vector<float> factors;
    Index rows = 0;
    for (const Signal& each : of_experts) {
        factors.push_back(in_units(each, unit));
        rows = std::max(rows, each.rows());
    }
    Tensor sums = Tensor::Zero(rows, probabilities_.cols());
    const Moments moments = fill_columns(sums, 3.0 * chosen_, context, [&](Index first, Index count) {
        for (Index c = first; c < first + count; ++c)
            for (int j = 0; j < chosen_; ++j) {
                const Choice& choice = choices(c)[j];
                const auto i = std::size_t(choice.expert);
                const float factor = gated ? choice.gate * factors[i] : factors[i];
                sums.col(c) += factor * of_experts[i].numbers.col(choice.place);
            }
    });
    return make_signal(std::move(sums), unit, positions, moments, context);
}

/// Computes probabilities_, choices_ and columns_ from the logits.
void Experts::route(const Signal& logits, const Pass& pass)
{
    const Index n = logits.rows();
    probabilities_.resize(n, logits.columns());
    choices_.assign(std::size_t(logits.columns() * chosen_), {});
    const double unit = power_of_two(logits.exponent);
    for_columns(logits.numbers, 40, pass.context, [&](Index first, Index count) {
        Eigen::ArrayXd p(n);
        std::vector<int> order(static_cast<std::size_t>(n));
        for (Index c = first; c < first + count; ++c) {
            const auto own = logits.numbers.col(c);
            p = ((own.array() - own.maxCoeff()).cast<double>() * unit).exp();
            p /= p.sum();
            probabilities_.col(c) = p.cast<float>();
            std::iota(order.begin(), order.end(), 0);
            std::partial_sort(order.begin(), order.begin() + chosen_, order.end(),
                [&](int a, int b) { return own[a] > own[b] || (own[a] == own[b] && a < b); });
            double sum = 0;
            for (int j = 0; j < chosen_; ++j)
                sum += p[order[std::size_t(j)]];
            for (int j = 0; j < chosen_; ++j) {
                const int expert = order[std::size_t(j)];
                choices_[std::size_t(c * chosen_ + j)] = {expert, float(p[expert] / (renormalized_ ? sum : 1)), 0};
            }
        }
    });
    columns_.assign(experts_.size(), {});
    for (Index c = 0; c < logits.columns(); ++c)
        for (int j = 0; j < chosen_; ++j) {
            Choice& choice = choices_[std::size_t(c * chosen_ + j)];
            std::vector<Index>& columns = columns_[std::size_t(choice.expert)];
            choice.place = Index(columns.size());
            columns.push_back(c);
        }
}

void Experts::tell(const Pass& pass) const
{
    const auto n = double(experts_.size()), columns = double(probabilities_.cols());
    double entropy = 0, top = 0;
    for (Index c = 0; c < probabilities_.cols(); ++c) {
        for (Index i = 0; i < probabilities_.rows(); ++i)
            if (const auto p = double(probabilities_(i, c)); p > 0)
                entropy -= p * std::log(p);
        for (int j = 0; j < chosen_; ++j)
            top += double(probabilities_(choices(c)[j].expert, c));
    }
    const Eigen::VectorXd means = probabilities_.cast<double>().rowwise().sum() / columns;
    std::vector<ExpertLoad> loads;
    double balance = 0, squares = 0;
    for (std::size_t i = 0; i < experts_.size(); ++i) {
        loads.push_back({double(columns_[i].size()) / columns, means[Index(i)]});
        const double part = loads.back().load / chosen_;
        balance += part * loads.back().probability;
        squares += part * part;
    }
    pass.recorder.number(site_, Quantity::router_entropy, entropy / columns);
    pass.recorder.number(site_, Quantity::top_probability, top / columns);
    pass.recorder.number(site_, Quantity::load_balance, n * balance);
    pass.recorder.number(site_, Quantity::load_spread, std::sqrt(std::max(0.0, n * squares - 1)));
    pass.recorder.experts(site_, loads);
}

/// Reports the weights of an expert that no column was routed to.
void Experts::report_parameters(const Module& module, const Pass& pass)
{
    std::vector<ParameterPlan> plans;
    module.list_parameters(plans);
    for (const ParameterPlan& plan : plans)
        pass.recorder.parameter(plan,
            plan.kind == Role::weight ? std::optional(pass.parameters.matrix(plan, pass.context).distribution())
                                      : std::nullopt);
}

Signal Experts::forward(Signal input, Pass& pass)
{
    route(router_.forward(input, pass), pass);
    tell(pass);
    outputs_.assign(experts_.size(), {});
    for (std::size_t i = 0; i < experts_.size(); ++i)
        if (columns_[i].empty())
            report_parameters(*experts_[i], pass);
        else
            outputs_[i] = experts_[i]->forward(gathered(input, columns_[i], pass.context), pass);
    Signal output = put_together(outputs_, true, input.positions, pass.context);
    for (const auto& shared : shared_)
        output = sum(std::move(output), shared->forward(input, pass), pass.context);
    if (!pass.backward)
        outputs_.clear();
    return output;
}

// Let a_i = ⟨g, F_i⟩, and 0 when i is not chosen. With renormalized gates, the gradient is g_i (a_i − Σ g_j a_j) for
// the chosen experts. Otherwise it is p_i (a_i − Σ p_j a_j) for all experts.
Signal Experts::gradient_of_logits(const Signal& gradient, const Pass& pass) const
{
    const std::int64_t unit = common_unit(outputs_);
    std::vector<double> factors;
    for (const Signal& output : outputs_)
        factors.push_back(double(in_units(output, unit)));
    Tensor result = Tensor::Zero(probabilities_.rows(), probabilities_.cols());
    const double work = 4.0 * chosen_ * double(gradient.numbers.size()) / std::max<double>(1, double(result.size()));
    const Moments moments = fill_columns(result, work, pass.context, [&](Index first, Index count) {
        std::vector<double> along(static_cast<std::size_t>(chosen_));
        for (Index c = first; c < first + count; ++c) {
            double mean = 0;
            for (int j = 0; j < chosen_; ++j) {
                const Choice& choice = choices(c)[j];
                const auto i = std::size_t(choice.expert);
                const auto output = outputs_[i].numbers.col(choice.place).cast<double>();
                along[std::size_t(j)] = factors[i] * gradient.numbers.col(c).cast<double>().dot(output);
                mean += double(choice.gate) * along[std::size_t(j)];
            }
            if (!renormalized_)
                result.col(c) = probabilities_.col(c) * float(-mean);
            for (int j = 0; j < chosen_; ++j) {
                const Choice& choice = choices(c)[j];
                result(choice.expert, c) = float(double(choice.gate) * (along[std::size_t(j)] - mean));
            }
        }
    });
    return make_signal(std::move(result), gradient.exponent + unit, gradient.positions, moments, pass.context);
}

/// Reports a zero gradient for an expert that no column was routed to.
void Experts::give_nothing(const Module& module, const Pass& pass)
{
    std::vector<ParameterPlan> plans;
    module.list_parameters(plans);
    for (const ParameterPlan& plan : plans) {
        const bool vector = plan.kind == Role::bias;
        pass.gradients->add(plan,
            WeightMatrix::Zero(vector ? 1 : plan.shape.rows(), vector ? plan.shape.rows() : plan.shape.columns()), 0,
            pass.context);
    }
}

Signal Experts::backward(Signal gradient, Pass& pass)
{
    Signal to_logits = gradient_of_logits(gradient, pass);
    outputs_.clear();
    std::vector<Signal> returned(experts_.size());
    for (std::size_t i = 0; i < experts_.size(); ++i) {
        if (columns_[i].empty()) {
            if (pass.trains())
                give_nothing(*experts_[i], pass);
            continue;
        }
        std::vector<float> gates(columns_[i].size());
        for (std::size_t place = 0; place < gates.size(); ++place) {
            const Choice* first = choices(columns_[i][place]);
            gates[place] = std::find_if(first, first + chosen_, [&](const Choice& choice) {
                return choice.expert == int(i);
            })->gate;
        }
        returned[i] = experts_[i]->backward(gathered(gradient, columns_[i], pass.context, gates), pass);
    }
    Signal result = put_together(returned, false, gradient.positions, pass.context);
    for (const auto& shared : shared_)
        result = sum(std::move(result), shared->backward(gradient, pass), pass.context);
    probabilities_ = {};
    return sum(std::move(result), router_.backward(std::move(to_logits), pass), pass.context);
}

void Experts::list_parameters(std::vector<ParameterPlan>& plans) const
{
    router_.list_parameters(plans);
    for (const auto* modules : {&experts_, &shared_})
        for (const auto& module : *modules)
            module->list_parameters(plans);
}

}   // namespace stepzero
