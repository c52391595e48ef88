// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/initializer_laws.h"

#include <algorithm>

#include "core/base/words/problem.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/init/scheme.h"
#include "core/network/init/typed_law.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr int deepLayers = 5000, deepBlocks = 1000;

/// Returns the first problem that a change adds, as a sentence about the changed parameter; empty when there is none.
QString newProblem(const ExperimentEdits& edits, const Experiment& after, const std::string& parameter)
{
    if (edits.isValid(after))
        return {};
    const Problems known = validate(edits.experiment());
    for (const Problem& problem : validate(after)) {
        const auto same = [&](const Problem& other) {
            return other.path == problem.path && other.message.english() == problem.message.english();
        };
        if (std::ranges::none_of(known, same))
            return translated(problem.path.ends_with("." + parameter) ? problem.message : with_path(problem));
    }
    return {};
}

}   // namespace

void acceptExpressions(ChoiceEditor* editor, const ExperimentEdits& edits,
    const std::function<void(Experiment&, const Initializer&)>& store)
{
    editor->acceptExpressions([&edits, editor, store](const std::string& parameter, const Parameters& parameters) {
        Experiment changed = edits.experiment();
        store(changed, {editor->name(), parameters});
        return newProblem(edits, changed, parameter);
    });
}

bool isTooDeepToPlan(const Network& network)
{
    return stepzero::depth(network) > (kind_of(network).layered ? deepLayers : deepBlocks);
}

std::optional<NetworkPlan> plannedSamples(const Experiment& experiment)
{
    const bool shown = experiment.weights.file.empty() && !isTooDeepToPlan(experiment.network);
    return shown ? std::optional(plan_of(experiment.network)) : std::nullopt;
}

const ParameterPlan* parameterOf(const NetworkPlan& plan, int block, const std::string& role, Role kind)
{
    for (const auto* parameters : {&plan.block(block).parameters, &plan.before, &plan.after})
        for (const ParameterPlan& parameter : *parameters)
            if (parameter.kind == kind && parameter.role == role)
                return &parameter;
    return nullptr;
}

std::map<std::string, LawValue> lawValues(const NetworkPlan& plan, const Initializer& own, const ParameterPlan* shown)
{
    std::map<std::string, LawValue> values;
    if (!is_typed(own))
        return values;
    const Initializer complete = completed(own);
    const auto has = [&](const ParameterPlan& parameter) {
        return parameter.typed && (parameter.typed->initializer == own || parameter.typed->initializer == complete);
    };
    const auto take = [&](const ParameterPlan& parameter, bool here) {
        for (const auto& [name, value] : complete.parameters) {
            if (!typed_text(value))
                continue;
            const double found = number(parameter.initializer.parameters, name);
            LawValue& known = values.try_emplace(name, LawValue {found, found, found}).first->second;
            known = {here ? found : known.here, std::min(known.low, found), std::max(known.high, found)};
        }
    };
    for (const ParameterPlan* parameter : plan.parameters())
        if (has(*parameter))
            take(*parameter, parameter == shown);
    return values;
}

QString variablesOf(const NetworkPlan& plan, const ParameterPlan& parameter)
{
    const NumberVariables known = parameter.typed
        ? parameter.typed->variables
        : typed_law(parameter.initializer, {parameter.shape, parameter.kind, parameter.window.groups, parameter.block},
            law_variables_of(plan.network))
              .variables;
    QStringList parts;
    for (const std::string& name : law_names().variables)
        if (const auto found = known.find(name); found != known.end())
            parts << QStringLiteral("%1 = %2").arg(QString::fromStdString(name), pretty(found->second));
    return joinedText(parts, ", ");
}

}   // namespace stepzero
