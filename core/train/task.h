// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks that networks are trained on, such as regression to a teacher or next-token prediction. A new task needs a file
// and a line in the registry.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/problem.h"
#include "core/base/words/text.h"
#include "core/network/batch.h"
#include "core/network/experiment/experiment.h"

// The registry, in the order of menus. Each member is a file that defines its function, and a word here.
#define STEPZERO_TASKS(task)                                                                                           \
    task(teacher) task(polynomial) task(clusters) task(spirals) task(labels) task(next_token) task(copying)

namespace stepzero {

/// All samples of a task.
struct TaskData {
    Batch batch {};   ///< its targets are classes or next tokens
    Eigen::MatrixXf values {};   ///< targets [outputs, samples] for regression; for classes, 1 at the class
    int outputs = 1;   ///< outputs per sample, or number of classes
    bool classes = false;

    int samples() const;   ///< number of samples or sequences
};

/// The experiment that a task is made for, and the task's parameters.
struct TaskRequest {
    const Experiment& experiment;
    const Parameters& parameters;   ///< a completed set
    std::optional<int> outputs {};   ///< outputs of a network with a head; otherwise the task determines them
    int replica = 0;
};

struct TaskInfo {
    std::string name;
    Text label;
    Text note;   ///< a sentence
    std::vector<ParameterInfo> parameters;
    bool tokens = false;   ///< true: for kinds that take tokens; false: for other kinds
    bool classes = false;   ///< true: classification; false: regression
    bool file = false;   ///< needs Training::labels
    /// Makes the samples. Throws BadInput, Stopped.
    TaskData (*make)(const TaskRequest&, const Context&);
};

/// Returns all tasks in the order of the menus: teacher, polynomial, clusters, spirals, labels, next_token, copying.
const std::vector<TaskInfo>& tasks();
const TaskInfo* find_task(std::string_view name);   ///< nullptr when there is none
/// Returns the first task that suits a kind of network.
const TaskInfo& default_task(const Network& network);
/// Returns whether a task suits a kind of network. Networks with tokens need classes.
bool suits(const TaskInfo& task, const Network& network);

/// Each task is defined in its own file.
#define STEPZERO_DECLARE(name) const TaskInfo& task_##name();
STEPZERO_TASKS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// Shared by the tasks: `outputs` as a parameter, and its value for a request.
ParameterInfo outputs_info(const char* name, Text label, int by_default, int low);
int outputs_of(const TaskRequest& request, const char* name);
/// Returns an independent standard normal matrix of the task, a different one for each `part`.
Eigen::MatrixXf normal_of_task(const TaskRequest& request, int rows, int columns, std::uint32_t part);
/// Returns the class of each sample, uniformly distributed.
std::vector<int> classes_of_task(const TaskRequest& request, int classes, int samples, std::uint32_t part);
/// Returns a matrix with 1 at each sample's class and 0 elsewhere.
Eigen::MatrixXf one_hot(const std::vector<int>& classes, int outputs);

}   // namespace stepzero
