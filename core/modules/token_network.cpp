// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/token_network.h"

#include <utility>

namespace stepzero {

namespace {

Site input() { return {0, "input"}; }

Signal in_format(Signal s, const Pass& pass)
{
    return make_signal(std::move(s.numbers), s.exponent, s.positions, s.moments, pass.context);
}

/// Prepares and records the input of a network.
Signal entered(Signal s, const Pass& pass)
{
    s = in_format(std::move(s), pass);
    pass.value(input(), s);
    return s;
}
/// Records the gradient at the input.
void left(const Signal& gradient, const Pass& pass)
{
    if (pass.to_input)
        pass.gradient(input(), gradient);
}

}   // namespace

TokenNetwork::TokenNetwork(Start start, Sequence body, HeadSpec head, double steps)
    : steps_(steps), start_(std::move(start)), body_(std::move(body)), head_(std::move(head))
{
}

template <class Begin, class End>
void TokenNetwork::run(const Begin& begin, const std::vector<int>& targets, const End& end, Pass& pass)
{
    constexpr double head_steps = 4;   // the head takes about as long as a few blocks
    pass.done = 0;
    pass.steps = steps_ * (pass.backward ? 2 : 1) + head_steps;
    try {
        pass.turn(false);
        const Signal output = body_.forward(begin(), pass);
        head_.forward(output, targets, pass);
        pass.advance(head_steps, tr("forward"));
        pass.turn(true);
        if (pass.backward)
            end(body_.backward(head_.backward(), pass));
    } catch (const NotFinite& where) {
        pass.lost = where;
    }
}

void TokenNetwork::run(const std::vector<int>& tokens, int length, const std::vector<int>& targets, Pass& pass)
{
    auto& embedding = std::get<Embedding>(start_);
    run([&] { return embedding.forward(tokens, length, pass); }, targets,
        [&](const Signal& gradient) { embedding.backward(gradient, pass); }, pass);
}

void TokenNetwork::run(Signal images, const std::vector<int>& classes, Pass& pass)
{
    auto& patches = std::get<Patches>(start_);
    run([&] { return patches.forward(entered(std::move(images), pass), pass); }, classes,
        [&](Signal gradient) { left(patches.backward(std::move(gradient), pass), pass); }, pass);
}

std::vector<ParameterPlan> TokenNetwork::parameters() const
{
    std::vector<ParameterPlan> plans;
    std::visit([&](const auto& start) { start.list_parameters(plans); }, start_);
    body_.list_parameters(plans);
    std::vector<ParameterPlan> last;
    head_.list_parameters(last);
    const std::string first = plans.front().name;
    std::ranges::copy_if(
        last, std::back_inserter(plans), [&](const ParameterPlan& plan) { return plan.name != first; });
    return plans;
}

void propagate(Module& body, Signal input, const OutputGradient& cotangent, Pass& pass)
{
    try {
        pass.turn(false);
        Signal output = body.forward(entered(std::move(input), pass), pass);
        pass.turn(true);
        Signal gradient = cotangent(std::move(output), pass);
        if (pass.backward)
            left(body.backward(in_format(std::move(gradient), pass), pass), pass);
    } catch (const NotFinite& where) {
        pass.lost = where;
    }
}

void propagate(Module& body, Signal input, Signal cotangent, Pass& pass)
{
    propagate(
        body, std::move(input), [&](const Signal&, Pass&) { return std::move(cotangent); }, pass);
}

}   // namespace stepzero
