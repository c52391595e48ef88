// SPDX-License-Identifier: GPL-3.0-or-later
// What an experiment may not be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/problem.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/scheme.h"

namespace stepzero {

/// All problems of an experiment, in the order of the file format; empty when it can be planned and run.
std::vector<Problem> validate(const Experiment& experiment);
/// The first at one of several widths or depths, as a sentence about `name`: "mine.json, at width 7: …". The
/// parametrization may be a file's. Empty when there is none. Precondition: the experiment is to be trained.
Text problem_at_sizes(const Text& name, const Experiment& experiment, const std::vector<int>& sizes, bool depths);

/// Those of an initializer that stands at `path`. `kernels`: it fills convolutions. `name`: of its role, if it has one.
void check_initializer(Problems& problems, const std::string& path, const Initializer& initializer, Role role,
    bool kernels = false, std::string_view name = {});

}   // namespace stepzero
