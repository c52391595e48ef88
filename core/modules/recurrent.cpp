// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/recurrent.h"

#include <stdexcept>
#include <utility>

#include "core/math/statistics/describe.h"
#include "core/modules/pieces.h"
#include "core/modules/product.h"

namespace stepzero {

using Eigen::Index;

namespace {

/// Joins all parts of a matrix.
ScaledMatrix whole_matrix(
    const std::vector<ParameterPlan>& plans, const ParameterSource& parameters, const Context& context)
{
    if (plans.size() == 1)
        return parameters.matrix(plans.front(), context);
    auto base = std::make_shared<BaseNoise>();
    for (const ParameterPlan& plan : plans) {
        const WeightMatrix part = parameters.entries(plan, context);
        base->entries.conservativeResize(base->entries.rows() + part.rows(), part.cols());
        base->entries.bottomRows(part.rows()) = part;
    }
    base->distribution = describe(base->entries.data(), std::size_t(base->entries.size()), context);
    return {.base = std::move(base)};
}

Eigen::VectorXf whole_vector(
    const std::vector<ParameterPlan>& plans, const ParameterSource& parameters, const Context& context)
{
    Eigen::VectorXf all;
    for (const ParameterPlan& plan : plans) {
        const Eigen::VectorXf part = parameters.vector(plan, context);
        all.conservativeResize(all.size() + part.size());
        all.tail(part.size()) = part;
    }
    return all;
}

Signal zeros(Index rows, Index columns, const PassContext& context)
{
    return make_signal(Tensor::Zero(rows, columns), 0, 1, context);
}

/// Returns W x + b, which is b alone when x is zero.
Signal affine(const ScaledMatrix& w, const Signal& x, const Eigen::VectorXf& b, const PassContext& context)
{
    return x.zero() ? make_signal(b.replicate(1, x.columns()), 0, x.positions, context) : product(w, x, b, context);
}

/// Splits the rows of a gradient among the parts of the parameter.
void give_parts(const std::vector<ParameterPlan>& plans, WeightMatrix numbers, std::int64_t exponent, const Pass& pass)
{
    if (plans.size() == 1) {
        pass.gradients->add(plans.front(), std::move(numbers), exponent, pass.context);
        return;
    }
    Index row = 0;
    for (const ParameterPlan& plan : plans) {
        const Index height = plan.shape.rows();
        // The gradient of a vector is stored as one row.
        pass.gradients->add(plan,
            plan.kind == Role::bias ? WeightMatrix(numbers.middleCols(row, height))
                                    : WeightMatrix(numbers.middleRows(row, height)),
            exponent, pass.context);
        row += height;
    }
}

void give_weight(const std::vector<ParameterPlan>& plans, const Signal& gradient, const Signal& input, const Pass& pass)
{
    if (input.zero())
        return;
    WeightMatrix of_weight = WeightMatrix::Zero(gradient.rows(), input.rows());
    TiledProduct<float>::add_outer(input.numbers, gradient.numbers, of_weight.transpose(), pass.context);
    give_parts(plans, std::move(of_weight), gradient.exponent + input.exponent, pass);
}

void give_bias(const std::vector<ParameterPlan>& plans, const Signal& gradient, const Pass& pass)
{
    give_parts(
        plans, gradient.numbers.cast<double>().rowwise().sum().transpose().cast<float>(), gradient.exponent, pass);
}

}   // namespace

RecurrentWeights drawn(
    const RecurrentLayer& layer, const ParameterSource& parameters, Recorder* recorder, const Context& context)
{
    RecurrentWeights weights {whole_matrix(layer.input_weight, parameters, context),
        whole_matrix(layer.hidden_weight, parameters, context), whole_vector(layer.input_bias, parameters, context),
        whole_vector(layer.hidden_bias, parameters, context)};
    if (recorder) {
        recorder->parameter(layer.input_weight.front(), weights.input.distribution());
        recorder->parameter(layer.hidden_weight.front(), weights.hidden.distribution());
        for (const auto* biases : {&layer.input_bias, &layer.hidden_bias})
            recorder->parameter(biases->front(), {});
    }
    return weights;
}

std::string Recurrent::site_of(std::size_t layer) const
{
    return layer + 1 == spec_.layers.size() ? "activation_output" : "hidden_" + std::to_string(layer + 1);
}

CellState Recurrent::through(std::size_t layer, int step, Signal x, const CellState& before, Pass& pass)
{
    const RecurrentWeights& own = weights_[layer];
    const bool top = layer + 1 == spec_.layers.size();
    Step& at = steps_[std::size_t(step)][layer];
    at.cell = make_cell_step(spec_.cell, spec_.activation, spec_.width, step + 1, top, site_of(layer));
    CellState after = at.cell->forward(affine(own.input, x, own.input_bias, pass.context),
        affine(own.hidden, before.h, own.hidden_bias, pass.context), before, pass);
    if (pass.trains()) {
        at.x = std::move(x);
        at.h = before.h;
    }
    if (!pass.backward)
        at.cell.reset();
    return after;
}

Signal Recurrent::forward(Signal input, Pass& pass)
{
    if (input.rows() != Index(spec_.input_width) * spec_.steps_of_input())
        throw std::invalid_argument("a sequence of another length than the network's");
    const Index samples = input.columns();
    weights_.clear();
    for (const RecurrentLayer& layer : spec_.layers)
        weights_.push_back(drawn(layer, pass.parameters, &pass.recorder, pass.context));
    steps_ = std::vector<std::vector<Step>>(std::size_t(spec_.steps));
    const Signal nothing = zeros(spec_.width, samples, pass.context);
    std::vector<CellState> states(spec_.layers.size(), CellState {nothing, nothing});
    for (int t = 0; t < spec_.steps; ++t) {
        steps_[std::size_t(t)].resize(spec_.layers.size());
        Signal x = t < spec_.steps_of_input()
            ? rows(input, Index(t) * spec_.input_width, spec_.input_width, pass.context)
            : zeros(spec_.input_width, samples, pass.context);
        for (std::size_t l = 0; l < states.size(); ++l) {
            states[l] = through(l, t, std::move(x), states[l], pass);
            x = states[l].h;
        }
        pass.advance(1, tr("forward"));
    }
    return states.back().h;
}

void Recurrent::give_gradients(
    const RecurrentLayer& layer, const CellGradient& back, const Step& step, Pass& pass) const
{
    give_weight(layer.input_weight, back.a, step.x, pass);
    give_weight(layer.hidden_weight, back.b, step.h, pass);
    give_bias(layer.input_bias, back.a, pass);
    give_bias(layer.hidden_bias, back.b, pass);
}

Signal Recurrent::backward(Signal gradient, Pass& pass)
{
    const PassContext& context = pass.context;
    const Signal nothing = zeros(spec_.width, gradient.columns(), context);
    std::vector<CellState> states(spec_.layers.size(), CellState {nothing, nothing});   // gradients at the states
    states.back().h = std::move(gradient);
    std::vector<Signal> at_input(pass.to_input ? std::size_t(spec_.steps_of_input()) : 0);
    for (std::size_t t = steps_.size(); t-- > 0;) {
        Signal from_above;
        for (std::size_t l = states.size(); l-- > 0;) {
            CellState& state = states[l];
            if (l + 1 < states.size())
                state.h = sum(std::move(state.h), from_above, context);
            Step& step = steps_[t][l];
            CellGradient back = step.cell->backward(std::move(state.h), std::move(state.c), pass);
            if (pass.trains())
                give_gradients(spec_.layers[l], back, step, pass);
            if (l > 0 || t < at_input.size())
                from_above = transposed_product(weights_[l].input, back.a, context);
            if (t > 0) {
                state.h = transposed_product(weights_[l].hidden, back.b, context);
                if (back.h.rows() > 0)
                    state.h = sum(std::move(state.h), back.h, context);
                state.c = std::move(back.c);
            }
        }
        if (t < at_input.size())
            at_input[t] = std::move(from_above);
        steps_[t].clear();
        pass.advance(1, tr("backward"));
    }
    weights_.clear();
    return at_input.empty() ? nothing : stacked(at_input, context);
}

void Recurrent::list_parameters(std::vector<ParameterPlan>& plans) const
{
    for (const RecurrentLayer& layer : spec_.layers)
        for (const std::vector<ParameterPlan>* group : layer.groups())
            plans.insert(plans.end(), group->begin(), group->end());
}

}   // namespace stepzero
