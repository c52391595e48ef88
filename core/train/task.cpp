// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/task.h"

#include <algorithm>

#include "core/base/words/registry.h"
#include "core/kinds/kinds.h"
#include "core/math/random/stream.h"

namespace stepzero {

int TaskData::samples() const
{
    return batch.tokens.empty() ? int(batch.numbers.cols()) : int(batch.tokens.size()) / batch.length;
}

const std::vector<TaskInfo>& tasks()
{
#define STEPZERO_ENTRY(name) task_##name(),
    static const std::vector<TaskInfo> all {STEPZERO_TASKS(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

const TaskInfo* find_task(std::string_view name) { return find_member(tasks(), name); }

bool suits(const TaskInfo& task, const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    return task.tokens == kind.takes_tokens && (task.classes || !kind.has_tokens());
}

const TaskInfo& default_task(const Network& network)
{
    return *std::ranges::find_if(tasks(), [&](const TaskInfo& task) { return suits(task, network); });
}

ParameterInfo outputs_info(const char* name, Text label, int by_default, int low)
{
    return whole_number(name, std::move(label), by_default, low, 1000);
}

int outputs_of(const TaskRequest& request, const char* name)
{
    return request.outputs ? *request.outputs : int(number(request.parameters, name));
}

static Stream stream_of(const TaskRequest& request, std::uint32_t part)
{
    return {request.experiment.seed, std::uint32_t(request.replica), TensorRole::task, part};
}

Eigen::MatrixXf normal_of_task(const TaskRequest& request, int rows, int columns, std::uint32_t part)
{
    Eigen::MatrixXf numbers(rows, columns);
    for (int c = 0; c < columns; ++c)
        fill_normal(stream_of(request, part), std::uint32_t(c), 0, numbers.col(c).data(), std::size_t(rows));
    return numbers;
}

std::vector<int> classes_of_task(const TaskRequest& request, int classes, int samples, std::uint32_t part)
{
    std::vector<float> uniform(std::size_t(samples), 0);   // in (−1, 1)
    fill_uniform(stream_of(request, part), 0, 0, uniform.data(), uniform.size());
    std::vector<int> drawn;
    drawn.reserve(uniform.size());
    for (const float u : uniform)
        drawn.push_back(std::clamp(int((double(u) + 1) / 2 * classes), 0, classes - 1));
    return drawn;
}

Eigen::MatrixXf one_hot(const std::vector<int>& classes, int outputs)
{
    Eigen::MatrixXf values = Eigen::MatrixXf::Zero(outputs, Eigen::Index(classes.size()));
    for (std::size_t s = 0; s < classes.size(); ++s)
        values(classes[s], Eigen::Index(s)) = 1;
    return values;
}

}   // namespace stepzero
