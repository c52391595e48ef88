// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/mixer.h"

#include <cmath>
#include <stdexcept>

#include "core/modules/norm.h"
#include "core/modules/pieces.h"
#include "core/modules/scaled.h"
#include "core/modules/selective_scan.h"

namespace stepzero {

using Eigen::Index;

namespace {

/// Returns Δ, the softplus of p.
Tensor steps_of(const Signal& p, const Context& context)
{
    const ActivationFunction softplus {Activation {"softplus", {}}};
    const ScaledActivation<float> scaled(softplus, p.exponent);
    Tensor step(p.rows(), p.columns());
    for_columns(step, 20, context, [&](Index first, Index count) {
        scaled.plain_value(p.numbers.col(first).data(), step.col(first).data(), count * step.rows());
    });
    return step;
}

}   // namespace

Mixer::Mixer(MixerSpec spec)
    : block_(spec.block), a_log_(spec.a_log), d_(spec.d), channels_(spec.a_log.shape.rows()),
      states_(spec.a_log.shape.columns()), rank_(spec.dt.weight.shape.columns()), in_(spec.in), x_(spec.x),
      dt_(spec.dt), out_(spec.out), convolution_(spec.convolution),
      activation_(site("conv_activation"), spec.activation), gate_({block_, ""}, spec.activation)
{
    if (spec.in.weight.shape.rows() != 2 * channels_ || spec.x.weight.shape.rows() != rank_ + 2 * states_
        || spec.dt.weight.shape.rows() != channels_ || d_.shape.rows() != channels_)
        throw std::invalid_argument("the matrices of a state-space block do not fit together");
}

/// Returns exp(A_log), limited so that its product with Δ stays finite.
WeightMatrix Mixer::rates(const Pass& pass) const
{
    constexpr float most = 1e30F;
    return pass.parameters.entries(a_log_, pass.context).array().exp().min(most);
}

/// Reports the time constants, in tokens, from each channel's mean Δ.
void Mixer::tell_memory(const WeightMatrix& rate, double mean_decay, const Pass& pass) const
{
    constexpr double least = 1e-100;   // lower limit of a rate, so that no memory is infinite
    const Eigen::ArrayXd step = step_.cast<double>().rowwise().mean();
    const Eigen::ArrayXXd log_memory = -(rate.cast<double>().array().colwise() * step).max(least).log();
    const double mean = log_memory.mean();
    const Site at = site("scan");
    pass.recorder.number(at, Quantity::time_step, step.mean());
    pass.recorder.number(at, Quantity::decay, mean_decay);
    pass.recorder.number(at, Quantity::shortest_memory, std::exp(log_memory.minCoeff()));
    pass.recorder.number(at, Quantity::longest_memory, std::exp(log_memory.maxCoeff()));
    pass.recorder.number(at, Quantity::memory_spread, std::sqrt((log_memory - mean).square().mean()));
}

Signal Mixer::forward(Signal input, Pass& pass)
{
    const PassContext& context = pass.context;
    const Signal both = in_.forward(std::move(input), pass);
    input_ = activation_.forward(convolution_.forward(rows(both, 0, channels_, context), pass), pass);
    mixed_ = x_.forward(input_, pass);
    step_ = steps_of(dt_.forward(rows(mixed_, 0, rank_, context), pass), context);
    const WeightMatrix rate = rates(pass);
    pass.recorder.parameter(a_log_, pass.parameters.matrix(a_log_, context).distribution());
    Scanned scanned = scan({input_.numbers, step_, mixed_.numbers.middleRows(rank_, states_),
                               mixed_.numbers.bottomRows(states_), rate, input_.positions},
        context);
    Signal y = make_signal(std::move(scanned.y), input_.exponent + 2 * mixed_.exponent, input_.positions, context);
    pass.value(site("scan"), y);
    tell_memory(rate, scanned.mean_decay, pass);
    pass.recorder.parameter(d_, {});
    sum_ = sum(std::move(y), times_scale(input_, pass.parameters.vector(d_, context), context), context);
    opened_ = gate_.forward(rows(both, channels_, channels_, context), pass);
    Signal gated = times(sum_, opened_, context);
    pass.value(site("gate"), gated);
    if (!pass.backward) {
        input_ = mixed_ = sum_ = opened_ = {};
        step_ = {};
    }
    return out_.forward(std::move(gated), pass);
}

Signal Mixer::backward(Signal gradient, Pass& pass)
{
    const PassContext& context = pass.context;
    gradient = out_.backward(std::move(gradient), pass);
    pass.gradient(site("gate"), gradient);
    const Signal of_z = gate_.backward(times(gradient, sum_, context), pass);
    const Signal of_y = times(std::move(gradient), opened_, context);
    sum_ = opened_ = {};
    pass.gradient(site("scan"), of_y);
    Signal of_x = times_scale(of_y, pass.parameters.vector(d_, context), context);

    const WeightMatrix rate = rates(pass);
    ScanGradients back = scan_backward({input_.numbers, step_, mixed_.numbers.middleRows(rank_, states_),
                                           mixed_.numbers.bottomRows(states_), rate, input_.positions},
        of_y.numbers, context);
    const std::int64_t of_state = of_y.exponent + mixed_.exponent, whole = of_state + mixed_.exponent + input_.exponent;
    if (pass.trains()) {
        pass.gradients->add(a_log_, back.rate.cwiseProduct(rate), whole, context);
        pass.gradients->add(d_,
            of_y.numbers.cwiseProduct(input_.numbers).cast<double>().rowwise().sum().transpose().cast<float>(),
            of_y.exponent + input_.exponent, context);
    }
    of_x = sum(
        std::move(of_x), make_signal(std::move(back.x), of_state + mixed_.exponent, of_y.positions, context), context);
    // softplus' = 1 − e^−Δ
    back.step.array() *= -(-step_.array()).expm1();
    const Signal of_step = dt_.backward(make_signal(std::move(back.step), whole, of_y.positions, context), pass);
    Tensor of_b_and_c(2 * states_, back.b.cols());
    of_b_and_c << back.b, back.c;
    const Signal of_mixed = stacked(
        {of_step, make_signal(std::move(of_b_and_c), of_state + input_.exponent, of_y.positions, context)}, context);
    input_ = mixed_ = {};
    step_ = {};
    of_x = sum(std::move(of_x), x_.backward(of_mixed, pass), context);
    of_x = convolution_.backward(activation_.backward(std::move(of_x), pass), pass);
    return in_.backward(stacked({of_x, of_z}, context), pass);
}

void Mixer::list_parameters(std::vector<ParameterPlan>& plans) const
{
    in_.list_parameters(plans);
    convolution_.list_parameters(plans);
    x_.list_parameters(plans);
    dt_.list_parameters(plans);
    plans.push_back(a_log_);
    plans.push_back(d_);
    out_.list_parameters(plans);
}

}   // namespace stepzero
