// SPDX-License-Identifier: GPL-3.0-or-later
// Regression to a teacher with one hidden layer: y = A tanh(U x/√n), with standard normal A and U. Each output is
// normalized to mean 0 and variance 1 over the samples. The teacher is independent of the student's initialization.
#include <cmath>

#include "core/network/input/input.h"
#include "core/train/task.h"

namespace stepzero {

namespace {

TaskData make_teacher(const TaskRequest& request, const Context& context)
{
    const Experiment& e = request.experiment;
    const int outputs = outputs_of(request, "outputs"), hidden = int(number(request.parameters, "hidden"));
    TaskData data {.outputs = outputs};
    data.batch.numbers = draw_input(e, request.replica, sample_count(e), context);
    const auto inputs = int(data.batch.numbers.rows());
    const Eigen::MatrixXf u = normal_of_task(request, inputs, hidden, 0),
                          a = normal_of_task(request, hidden, outputs, 1);
    data.values.resize(outputs, data.batch.numbers.cols());
    // In double, column by column: the result is the same on every machine to about the last bit of float.
    const Eigen::MatrixXd by_unit = u.cast<double>().transpose() / std::sqrt(double(inputs));
    const Eigen::MatrixXd by_output = a.cast<double>().transpose();
    for (Eigen::Index s = 0; s < data.values.cols(); ++s) {
        context.check();
        const Eigen::VectorXd units = (by_unit * data.batch.numbers.col(s).cast<double>()).array().tanh();
        data.values.col(s) = (by_output * units).cast<float>();
    }
    for (Eigen::Index o = 0; o < outputs; ++o) {
        const Eigen::VectorXd row = data.values.row(o).transpose().cast<double>();
        const double mean = row.mean(), std = std::sqrt((row.array() - mean).square().mean());
        data.values.row(o) = ((row.array() - mean) / (std > 0 ? std : 1)).cast<float>();
    }
    return data;
}

}   // namespace

const TaskInfo& task_teacher()
{
    static const TaskInfo info {.name = "teacher",
        .label = tr("Teacher network"),
        .note = tr("Fit the outputs of a random network with one hidden tanh layer."),
        .parameters
        = {outputs_info("outputs", tr("outputs"), 10, 1), outputs_info("hidden", tr("teacher width"), 32, 1)},
        .make = make_teacher};
    return info;
}

}   // namespace stepzero
