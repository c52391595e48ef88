// SPDX-License-Identifier: GPL-3.0-or-later
// Next-token prediction on the input's own sequences, random or from a file. In the copying task the second half of a
// sequence repeats the first, so only copied tokens are predictable.
#include "core/kinds/tokens.h"
#include "core/train/task.h"

namespace stepzero {

namespace {

TaskData next_token(const TaskRequest& request, const Context&)
{
    const Experiment& e = request.experiment;
    TaskData data {.outputs = request.outputs.value(), .classes = true};
    data.batch = draw_tokens(e, data.outputs, request.replica, whole_extent(e));
    return data;
}

TaskData copying(const TaskRequest& request, const Context& context)
{
    TaskData data = next_token(request, context);
    const int length = data.batch.length, half = (length + 1) / 2;
    for (std::size_t first = 0; first < data.batch.tokens.size(); first += std::size_t(length))
        for (int t = 0; t < length; ++t) {
            int* const tokens = data.batch.tokens.data() + first;
            if (t >= half)
                tokens[t] = tokens[t - half];
            data.batch.targets[first + std::size_t(t)] = tokens[(t + 1) % half];
        }
    return data;
}

}   // namespace

const TaskInfo& task_next_token()
{
    static const TaskInfo info {.name = "next_token",
        .label = tr("Next token"),
        .note = tr("Predict the next token of the input's sequences."),
        .parameters = {},
        .tokens = true,
        .classes = true,
        .make = next_token};
    return info;
}

const TaskInfo& task_copying()
{
    static const TaskInfo info {.name = "copying",
        .label = tr("Copying"),
        .note = tr("Predict the next token of sequences whose second half repeats the first."),
        .parameters = {},
        .tokens = true,
        .classes = true,
        .make = copying};
    return info;
}

}   // namespace stepzero
