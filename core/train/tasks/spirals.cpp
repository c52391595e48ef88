// SPDX-License-Identifier: GPL-3.0-or-later
// Spirals around one point in a random plane of the input space, one arm per class. A point at the fraction t of its
// arm is at distance t and angle 2π (turns·t + class/classes), plus noise in the plane. Entries are scaled to mean
// square 1. A one-dimensional input has only the first coordinate.
#include <cmath>
#include <numbers>

#include "core/math/random/stream.h"
#include "core/network/input/input.h"
#include "core/train/task.h"

namespace stepzero {

namespace {

TaskData make_spirals(const TaskRequest& request, const Context& context)
{
    const Experiment& e = request.experiment;
    const int samples = sample_count(e), entries = entries_of_layer(e.network, 0);
    TaskData data {.outputs = outputs_of(request, "classes"), .classes = true};
    data.batch.targets = classes_of_task(request, data.outputs, samples, 0);
    std::vector<float> along(static_cast<std::size_t>(samples));   // in (−1, 1)
    fill_uniform({e.seed, std::uint32_t(request.replica), TensorRole::task, 1}, 0, 0, along.data(), along.size());
    const Eigen::MatrixXf noise = normal_of_task(request, 2, samples, 2);
    const int dimensions = std::min(2, entries);
    Eigen::MatrixXd plane = normal_of_task(request, entries, dimensions, 3).cast<double>();
    plane.col(0).normalize();
    if (dimensions == 2) {
        plane.col(1) -= plane.col(0).dot(plane.col(1)) * plane.col(0);
        plane.col(1).normalize();
    }
    const double turns = number(request.parameters, "turns"), spread = number(request.parameters, "noise");
    data.batch.numbers.resize(entries, samples);
    for (int s = 0; s < samples; ++s) {
        context.check();
        const double t = std::sqrt((double(along[std::size_t(s)]) + 1) / 2);   // uniform density along the arm
        const double angle
            = 2 * std::numbers::pi * (turns * t + double(data.batch.targets[std::size_t(s)]) / data.outputs);
        const Eigen::Vector2d point(
            t * std::cos(angle) + spread * noise(0, s), t * std::sin(angle) + spread * noise(1, s));
        data.batch.numbers.col(s) = (plane * point.head(dimensions) * std::sqrt(2.0 * entries)).cast<float>();
    }
    data.values = one_hot(data.batch.targets, data.outputs);
    return data;
}

}   // namespace

const TaskInfo& task_spirals()
{
    static const TaskInfo info {.name = "spirals",
        .label = tr("Spirals"),
        .note = tr("Classify points in the plane by the spiral arm they lie on."),
        .parameters = {outputs_info("classes", tr("arms"), 2, 2),
            {.name = "turns", .label = tr("turns"), .default_value = 1.0, .low = 0, .high = 100},
            {.name = "noise", .label = tr("noise"), .default_value = 0.02, .low = 0, .high = 10}},
        .classes = true,
        .make = make_spirals};
    return info;
}

}   // namespace stepzero
