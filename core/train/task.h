// SPDX-License-Identifier: GPL-3.0-or-later
// What networks are trained to do. A new task is a file and a line in the registry.
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

// The registry, in the order of menus: a member is a file that defines its function, and a word here.
#define STEPZERO_TASKS(task)                                                                                           \
    task(teacher) task(polynomial) task(clusters) task(spirals) task(labels) task(next_token) task(copying)

namespace stepzero {

/// All samples of a task.
struct TaskData {
    Batch batch {};   ///< its targets are classes, or the tokens that come next
    Eigen::MatrixXf values {};   ///< [outputs, samples] where numbers are asked for; of classes, 1 at the class
    int outputs = 1;   ///< numbers of a sample that are asked for, or classes
    bool classes = false;

    int samples() const;   ///< or sequences
};

/// What a task is made for.
struct TaskRequest {
    const Experiment& experiment;
    const Parameters& parameters;   ///< completed
    std::optional<int> outputs {};   ///< of a network with a head; else the task says
    int replica = 0;
};

struct TaskInfo {
    std::string name;
    Text label;
    Text note;   ///< a sentence
    std::vector<ParameterInfo> parameters;
    bool tokens = false;   ///< for kinds that take tokens; else for the others
    bool classes = false;   ///< asks for one of several; else for numbers
    bool file = false;   ///< needs Training::labels
    /// Throws BadInput, Stopped.
    TaskData (*make)(const TaskRequest&, const Context&);
};

/// In the order of the menus: teacher, polynomial, clusters, spirals, labels, next_token, copying.
const std::vector<TaskInfo>& tasks();
const TaskInfo* find_task(std::string_view name);   ///< nullptr when there is none
/// The first that a kind can be given.
const TaskInfo& default_task(const Network& network);
/// Whether a task can be given to a kind of network: one with tokens asks for classes.
bool suits(const TaskInfo& task, const Network& network);

/// One file each.
#define STEPZERO_DECLARE(name) const TaskInfo& task_##name();
STEPZERO_TASKS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// What tasks share. `outputs` as a parameter, and what it comes to.
ParameterInfo outputs_info(const char* name, Text label, int by_default, int low);
int outputs_of(const TaskRequest& request, const char* name);
/// An independent standard normal matrix of the task, for each `part` another.
Eigen::MatrixXf normal_of_task(const TaskRequest& request, int rows, int columns, std::uint32_t part);
/// The class of each sample, all alike in chance.
std::vector<int> classes_of_task(const TaskRequest& request, int classes, int samples, std::uint32_t part);
/// 1 at the class, else 0.
Eigen::MatrixXf one_hot(const std::vector<int>& classes, int outputs);

}   // namespace stepzero
