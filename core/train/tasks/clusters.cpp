// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian clusters: x = r c + x₀ with the experiment's own input x₀ and one centre c per class. Its entries are
// standard normal, times the input's standard deviation.
#include "core/network/input/input.h"
#include "core/train/task.h"

namespace stepzero {

namespace {

TaskData make_clusters(const TaskRequest& request, const Context& context)
{
    const Experiment& e = request.experiment;
    TaskData data {.outputs = outputs_of(request, "classes"), .classes = true};
    data.batch.numbers = draw_input(e, request.replica, sample_count(e), context);
    data.batch.targets = classes_of_task(request, data.outputs, int(data.batch.numbers.cols()), 0);
    const double std = e.input.file.empty() ? e.input.std : 1;
    const Eigen::MatrixXf centres = normal_of_task(request, int(data.batch.numbers.rows()), data.outputs, 1)
        * float(number(request.parameters, "distance") * std);
    for (Eigen::Index s = 0; s < data.batch.numbers.cols(); ++s)
        data.batch.numbers.col(s) += centres.col(data.batch.targets[std::size_t(s)]);
    data.values = one_hot(data.batch.targets, data.outputs);
    return data;
}

}   // namespace

const TaskInfo& task_clusters()
{
    static const TaskInfo info {.name = "clusters",
        .label = tr("Gaussian clusters"),
        .note = tr("Classify samples by the cluster they belong to."),
        .parameters = {outputs_info("classes", tr("classes"), 10, 2),
            {.name = "distance", .label = tr("distance"), .default_value = 0.5, .low = 0, .high = 1000}},
        .classes = true,
        .make = make_clusters};
    return info;
}

}   // namespace stepzero
