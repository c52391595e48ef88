// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/token_network.h"

namespace stepzero {

TokenNetwork::TokenNetwork(EmbeddingSpec embedding, Sequence body, HeadSpec head, double steps)
    : steps_(steps), embedding_(std::move(embedding)), body_(std::move(body)), head_(std::move(head))
{
}

void TokenNetwork::run(const std::vector<int>& tokens, int length, const std::vector<int>& targets, Pass& pass)
{
    constexpr double head_steps = 4;   // the head takes about the time of some blocks
    pass.done = 0;
    pass.steps = steps_ * (pass.backward ? 2 : 1) + head_steps;
    try {
        pass.turn(false);
        const Signal output = body_.forward(embedding_.forward(tokens, length, pass), pass);
        head_.forward(output, targets, pass);
        pass.advance(head_steps, "forward");
        pass.turn(true);
        if (pass.backward)
            embedding_.backward(body_.backward(head_.backward(), pass), pass);
    } catch (const NotFinite& where) {
        pass.lost = where;
    }
}

std::vector<ParameterPlan> TokenNetwork::parameters() const
{
    std::vector<ParameterPlan> plans;
    embedding_.list_parameters(plans);
    body_.list_parameters(plans);
    std::vector<ParameterPlan> last;
    head_.list_parameters(last);
    if (last.front().name != plans.front().name)
        plans.push_back(last.front());
    return plans;
}

}   // namespace stepzero
