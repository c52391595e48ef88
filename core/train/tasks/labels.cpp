// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own: the classes of the input's samples, from an .npy or .csv file of whole numbers [samples, 1].
#include <algorithm>
#include <cmath>

#include "core/input/input.h"
#include "core/train/task.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

TaskData make(const TaskRequest& request, const Context& context)
{
    const Experiment& e = request.experiment;
    const std::string& file = e.train->labels;
    TaskData data {.classes = true};
    data.batch.numbers = draw_input(e, request.replica, sample_count(e), context);
    const auto samples = std::size_t(data.batch.numbers.cols());
    const auto check = [&](std::size_t rows, std::size_t columns) {
        if (rows != samples || columns != 1)
            throw BadInput(file + ": must have a class for each sample, [" + std::to_string(samples) + ", 1], and has ["
                + std::to_string(rows) + ", " + std::to_string(columns) + "]");
    };
    const NpyArray<float> read = read_input_file(file, "[samples, 1], the class of each sample", check);
    constexpr int most = 1000;
    for (const float label : read.values) {
        if (!(label >= 0 && label < most && label == std::trunc(label)))
            throw BadInput(file + ": must hold classes, 0 to 999, got " + number_text(double(label)));
        data.batch.targets.push_back(int(label));
        data.outputs = std::max(data.outputs, int(label) + 1);
    }
    data.outputs = std::max(data.outputs, 2);
    if (request.outputs && *request.outputs < data.outputs)
        throw BadInput(file + ": has classes up to " + std::to_string(data.outputs - 1) + ", and the network has "
            + std::to_string(*request.outputs) + " outputs");
    data.outputs = request.outputs.value_or(data.outputs);
    data.values = one_hot(data.batch.targets, data.outputs);
    return data;
}

}   // namespace

const TaskInfo& task_labels()
{
    static const TaskInfo info {.name = "labels",
        .label = "Labels of a file",
        .note = "The classes of the input's samples, from a file of your own.",
        .parameters = {},
        .classes = true,
        .file = true,
        .make = make};
    return info;
}

}   // namespace stepzero
