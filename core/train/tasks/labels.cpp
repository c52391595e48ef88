// SPDX-License-Identifier: GPL-3.0-or-later
// Labels from the user: the classes of the input's samples, from an .npy or .csv file of whole numbers [samples, 1].
#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/network/input/input.h"
#include "core/train/task.h"

namespace stepzero {

namespace {

TaskData read_labels(const TaskRequest& request, const Context& context)
{
    const Experiment& e = request.experiment;
    const std::string& file = e.train->labels;
    TaskData data {.classes = true};
    data.batch.numbers = draw_input(e, request.replica, sample_count(e), context);
    const auto samples = std::size_t(data.batch.numbers.cols());
    const auto check = [&](std::size_t rows, std::size_t columns) {
        if (rows != samples || columns != 1)
            throw BadInput(
                tr("%1: must have a class for each sample, [%2, 1], but has [%3, %4]", file, samples, rows, columns));
    };
    const NpyArray<float> read = read_input_file(file, tr("[samples, 1], the class of each sample"), check);
    constexpr int most = 1000;
    for (const float label : read.values) {
        if (!(label >= 0 && label < most && label == std::trunc(label)))
            throw BadInput(tr("%1: must hold classes from 0 to 999, got %2", file, number_text(double(label))));
        data.batch.targets.push_back(int(label));
        data.outputs = std::max(data.outputs, int(label) + 1);
    }
    data.outputs = std::max(data.outputs, 2);
    if (request.outputs && *request.outputs < data.outputs)
        throw BadInput(
            tr("%1 has classes up to %2, but the network has %3 outputs", file, data.outputs - 1, *request.outputs));
    data.outputs = request.outputs.value_or(data.outputs);
    data.values = one_hot(data.batch.targets, data.outputs);
    return data;
}

}   // namespace

const TaskInfo& task_labels()
{
    static const TaskInfo info {.name = "labels",
        .label = tr("Labels from a file"),
        .note = tr("Classify the input's samples; their labels come from a file."),
        .parameters = {},
        .classes = true,
        .file = true,
        .make = read_labels};
    return info;
}

}   // namespace stepzero
