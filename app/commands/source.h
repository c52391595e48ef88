// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that a command's FILE names.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "core/experiment/experiment.h"

namespace stepzero {

/// A file that is no experiment or cannot be read. what() is one sentence a line.
struct BadExperiment : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// "-" is standard input; an existing file stands before a preset of its name. Throws BadExperiment.
Experiment experiment_from(const std::string& name);

/// What experiment_from() would read is there. True for "-".
bool experiment_exists(const std::string& name);

}   // namespace stepzero
