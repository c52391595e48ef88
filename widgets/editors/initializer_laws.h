// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers for editors of initializers with expressions: which expressions a network can use, and their values in its
// matrices.
#pragma once

#include <QString>
#include <map>
#include <optional>
#include <string>

#include "core/network/plan.h"
#include "widgets/editors/choice_editor.h"

namespace stepzero {

class ExperimentEdits;

/// Lets an editor of an initializer accept expressions with which the network is valid. `store` puts the initializer
/// into an experiment. `edits` outlives the editor.
void acceptExpressions(ChoiceEditor* editor, const ExperimentEdits& edits,
    const std::function<void(Experiment&, const Initializer&)>& store);

/// Returns whether planning the network takes longer than a window may wait.
bool isTooDeepToPlan(const Network& network);
/// Returns the plan of a network whose weights are sampled; absent: it is too deep, or they are from a file.
/// Precondition: the experiment is valid.
std::optional<NetworkPlan> plannedSamples(const Experiment& experiment);

/// Returns the parameter of a role, in a block or outside the blocks; the first one if several share the role. Null
/// when there is none.
const ParameterPlan* parameterOf(const NetworkPlan& plan, int block, const std::string& role, Role kind);

/// Returns the values of an initializer's expressions for `shown`, or for the first parameter that has the initializer
/// if `shown` has another one.
std::map<std::string, LawValue> lawValues(const NetworkPlan& plan, const Initializer& own, const ParameterPlan* shown);

/// Returns the variables that the expressions of a parameter may use: "fan_in = 256, fan_out = 256, …".
QString variablesOf(const NetworkPlan& plan, const ParameterPlan& parameter);

}   // namespace stepzero
