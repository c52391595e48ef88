// SPDX-License-Identifier: GPL-3.0-or-later
// What an experiment may not be.
#pragma once

#include <vector>

#include "core/experiment/experiment.h"
#include "core/words/problem.h"

namespace stepzero {

/// All problems of an experiment, in the order of the file format; empty when it can be planned and run.
std::vector<Problem> validate(const Experiment& experiment);

}   // namespace stepzero
