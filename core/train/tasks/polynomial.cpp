// SPDX-License-Identifier: GPL-3.0-or-later
// Regression to y = He_k(u·x)/√k!, a Hermite polynomial of the input along a random direction u of length 1. For
// standard normal inputs, y has mean 0 and variance 1 and no component of lower degree. Each output has its own
// direction.
#include <cmath>

#include "core/network/input/input.h"
#include "core/train/task.h"

namespace stepzero {

namespace {

/// Returns He_k(t)/√k!, by He_{k+1} = t He_k − k He_{k−1}.
double hermite(int degree, double t)
{
    double before = 0, now = 1;
    for (int k = 0; k < degree; ++k) {
        const double next = (t * now - std::sqrt(double(k)) * before) / std::sqrt(k + 1.0);
        before = now;
        now = next;
    }
    return now;
}

TaskData make_polynomial(const TaskRequest& request, const Context& context)
{
    const Experiment& e = request.experiment;
    const int outputs = outputs_of(request, "outputs"), degree = int(number(request.parameters, "degree"));
    TaskData data {.outputs = outputs};
    data.batch.numbers = draw_input(e, request.replica, sample_count(e), context);
    Eigen::MatrixXd u = normal_of_task(request, int(data.batch.numbers.rows()), outputs, 0).cast<double>();
    u.colwise().normalize();
    data.values.resize(outputs, data.batch.numbers.cols());
    for (Eigen::Index s = 0; s < data.values.cols(); ++s) {
        context.check();
        const Eigen::VectorXd along = u.transpose() * data.batch.numbers.col(s).cast<double>();
        data.values.col(s) = along.unaryExpr([&](double t) { return hermite(degree, t); }).cast<float>();
    }
    return data;
}

}   // namespace

const TaskInfo& task_polynomial()
{
    static const TaskInfo info {.name = "polynomial",
        .label = tr("Polynomial"),
        .note = tr("Fit a Hermite polynomial of the input's component along a random direction."),
        .parameters = {outputs_info("outputs", tr("outputs"), 1, 1),
            {.name = "degree", .label = tr("degree"), .default_value = 3.0, .low = 1, .high = 10, .integer = true}},
        .make = make_polynomial};
    return info;
}

}   // namespace stepzero
