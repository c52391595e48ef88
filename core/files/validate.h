// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that an experiment can be planned and run. Everything else relies on it as a precondition.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/problem.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/scheme.h"

namespace stepzero {

/// Returns all problems of an experiment, in the order of the file format; empty when it can be planned and run.
std::vector<Problem> validate(const Experiment& experiment);
/// Returns the first problem at one of several widths or depths, as a sentence about `name`: "mine.json, at width 7:
/// …". The parametrization may be a file name. Empty when there is none. Precondition: the experiment is trained.
Text problem_at_sizes(const Text& name, const Experiment& experiment, const std::vector<int>& sizes, bool depths);

/// Checks an initializer at `path`. `kernels`: it initializes convolutions. `name`: name of its role, if it has one.
void check_initializer(Problems& problems, const std::string& path, const Initializer& initializer, Role role,
    bool kernels = false, std::string_view name = {});

}   // namespace stepzero
