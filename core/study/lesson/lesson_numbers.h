// SPDX-License-Identifier: GPL-3.0-or-later
// What a study offers to the expressions of lessons: its numbers by name. A number that is not computed yet is absent.
#pragma once

#include <optional>
#include <vector>

#include "core/study/grid/outcome.h"
#include "core/study/study.h"
#include "core/train/training_run.h"

namespace stepzero {

/// A function of a layer or block, counted from 1.
struct LayerFunction {
    const char* name;
    Text meaning;
    std::optional<double> (*of)(const Study& study, int layer);
};
const std::vector<LayerFunction>& layer_functions();

/// A function of training, after t steps.
struct StepFunction {
    const char* name;
    Text meaning;
    std::optional<double> (*of)(const TrainingRun& run, std::size_t step);
};
const std::vector<StepFunction>& step_functions();

struct StudyNumber {
    const char* name;
    Text meaning;
    std::optional<double> (*of)(const Study& study);
};
const std::vector<StudyNumber>& study_numbers();

/// Returns an outcome as in a cell of a grid; training is that of the study, with one replica.
std::optional<double> outcome_of(const Outcome& outcome, const Study& study);

}   // namespace stepzero
