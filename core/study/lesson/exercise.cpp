// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/exercise.h"

#include <cmath>
#include <map>
#include <string_view>

#include "core/base/json/json_path.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/files/fields.h"
#include "core/study/grid/variables.h"
#include "core/study/lesson/lesson_text.h"
#include "core/study/lesson/lesson_value.h"

namespace stepzero {

namespace {

bool is_same(const Json& a, const Json& b) { return json_line(a) == json_line(b); }

/// Returns whether an object is an initializer or an activation, which is chosen as a whole.
bool is_choice(const Json& json) { return json.find("scheme") || json.find("name") || json.find("expression"); }

void add_changes(std::vector<std::string>& paths, const std::string& path, const Json* from, const Json* to)
{
    if (from && to && is_same(*from, *to))
        return;
    const auto is_group
        = [](const Json* json) { return json && json->kind == Json::Kind::object && !is_choice(*json); };
    if (!is_group(from) || !is_group(to)) {
        paths.push_back(path);
        return;
    }
    for (const std::string& key : from->keys)
        add_changes(paths, member_path(path, key), from->find(key), to->find(key));
    for (const std::string& key : to->keys)
        if (!from->find(key))
            paths.push_back(member_path(path, key));
}

}   // namespace

std::variant<ExpectedNumber, Text> expected_number(const NumberExercise& exercise, const Study& study)
{
    try {
        ExpectedNumber expected {value_or_throw(exercise.number, study)};
        const double away = std::abs(expected.number) * exercise.percent / 100;
        const bool bounded = !exercise.low.empty();
        expected.low = bounded ? value_or_throw(exercise.low, study) : expected.number - away;
        expected.high = bounded ? value_or_throw(exercise.high, study) : expected.number + away;
        if (expected.low <= expected.number && expected.number <= expected.high)
            return expected;
        return tr("%1 = %2 is not between %3 and %4", exercise.number, number_text(expected.number),
            number_text(expected.low), number_text(expected.high));
    } catch (const LessonSentence& sentence) {
        return sentence.text();
    }
}

std::vector<std::string> changed_settings(const Experiment& from, const Experiment& to)
{
    std::vector<std::string> paths;
    const Json before = json_of(from), after = json_of(to);
    add_changes(paths, "", &before, &after);
    if (!from.network.input_width && !to.network.input_width)   // it follows the width
        std::erase(paths, "network.input_width");
    return paths;
}

Text setting_label(const std::string& path, const Experiment& experiment)
{
    for (const Variable& variable : variables(experiment))
        if (variable.path == path && !variable.variance)   // a scheme as a whole has the path of its variance
            return variable.label;
    if (const Field* field = find_field(experiment.network, path))
        return field->words.name;
    static const std::map<std::string_view, Text> composite {{"network.kind", tr("kind of network")},
        {"network.widths", tr("widths")}, {"network.input_width", tr("input width")},
        {"network.overrides", tr("settings of single layers")}, {"train", tr("training")}};
    const auto found = composite.find(path);
    return found == composite.end() ? Text::name(path) : found->second;
}

GoalResult check_goal(const GoalExercise& exercise, const Experiment& own, const Study& study)
{
    GoalResult result {.claim = check_claim(exercise.goal, study), .changed = changed_settings(own, study.experiment)};
    result.too_many = exercise.changes > 0 && int(result.changed.size()) > exercise.changes;
    result.reached = result.claim.holds && !result.too_many;
    return result;
}

std::variant<Experiment, Problems> solved(const GoalExercise& exercise, const Experiment& own)
{
    Json experiment = json_of(own);
    Problems problems;
    for (std::size_t i = 0; i < exercise.solution.keys.size(); ++i) {
        const std::string& path = exercise.solution.keys[i];
        if (!is_path(path))
            problems.push_back({path, tr("must be a path such as %1", "\"network.depth\"")});
        else if (Text problem = put_value(experiment, path, exercise.solution.items[i]); !problem.empty())
            problems.push_back({path, std::move(problem)});
    }
    if (!problems.empty())
        return problems;
    return parse_experiment(json_lines(experiment));
}

}   // namespace stepzero
