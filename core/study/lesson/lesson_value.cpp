// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_value.h"

#include <algorithm>
#include <cmath>

#include "core/base/json/json_path.h"
#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/diagnose/finding.h"
#include "core/exchange/result.h"
#include "core/files/experiment_json.h"
#include "core/math/activation/expression.h"
#include "core/math/activation/expression_names.h"
#include "core/study/lesson/lesson_numbers.h"
#include "core/study/lesson/lesson_text.h"
#include "core/train/matrix_watch.h"

namespace stepzero {

namespace {

using Number = std::optional<double>;

template <class Entry>
const Entry* named(const std::vector<Entry>& all, std::string_view name)
{
    const auto found = std::ranges::find_if(all, [&](const Entry& entry) { return entry.name == name; });
    return found == all.end() ? nullptr : &*found;
}

bool is_word(std::string_view text)
{
    return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
}

/// Throws "`column("nam", l)` is unknown, since …".
[[noreturn]] void refuse(std::string_view call, const Text& why)
{
    throw LessonSentence(joined({Text::name(std::string(call)), why}, ": "));
}

/// Returns all names without their arguments.
std::vector<std::string> known_words()
{
    std::vector<std::string> words;
    for (const LessonName& name : lesson_names())
        words.push_back(name.name.substr(0, name.name.find('(')));
    return words;
}

/// Substitutes numbers for names. Without a study, all are 1, and only the syntax is checked.
class Values {
public:
    explicit Values(const Study* study) : study_(study) { }

    double of(std::string_view text) const
    {
        if (trimmed(text).empty())
            throw LessonSentence(tr("an expression is missing"));
        const std::string numbers
            = with_names(text, [&](std::string_view name, std::size_t& behind) { return put(text, name, behind); });
        const auto read = read_expression(numbers);
        if (const auto* problem = std::get_if<FormulaProblem>(&read))
            refuse(trimmed(text), problem->sentence);
        const double number = std::get<Expression>(read).value(0.0);
        if (study_ && !std::isfinite(number))
            throw LessonSentence(tr("%1 is not finite", trimmed(text)));
        return number;
    }

private:
    std::string put(std::string_view text, std::string_view name, std::size_t& behind) const
    {
        const std::vector<std::string>& functions = formula_functions();
        if (std::ranges::find(functions, name) != functions.end() || name == "pi" || name == "e")
            return std::string(name);
        const std::size_t begin = behind - name.size();
        std::size_t bracket = behind;
        while (bracket < text.size() && text[bracket] == ' ')
            ++bracket;
        Number number;
        if (bracket < text.size() && text[bracket] == '(') {
            const std::size_t closing = closing_bracket(text, bracket);
            if (closing == std::string_view::npos)
                refuse(trimmed(text), tr("a bracket is not closed"));
            behind = closing + 1;
            number = called(name, text.substr(begin, behind - begin),
                split_outside(text.substr(bracket + 1, behind - bracket - 2), ","));
        } else {
            number = by_name(name);
        }
        // Keep the width, so that positions in error messages match the text.
        if (!study_)
            return "1" + std::string(behind - begin - 1, ' ');
        const std::string_view shown = text.substr(begin, behind - begin);
        if (!number || std::isnan(*number))
            refuse(shown, tr("has no value in this study"));
        if (std::isinf(*number))
            refuse(shown, tr("is outside the floating-point range"));
        return in_brackets(*number);
    }

    Number by_name(std::string_view name) const
    {
        if (const StudyNumber* found = named(study_numbers(), name))
            return study_ ? found->of(*study_) : std::nullopt;
        if (const Outcome* found = find_outcome(name))
            return study_ ? outcome_of(*found, *study_) : std::nullopt;
        if (named(layer_functions(), name))
            refuse(name, tr("needs a layer: write %1", std::string(name) + "(1)"));
        unknown(name);
    }

    [[noreturn]] static void unknown(std::string_view name)
    {
        throw LessonSentence(with_known(tr("%1 is not known", quote(name)), std::string(name), known_words()));
    }

    /// Returns an integer from `low` to `high`.
    int whole(std::string_view call, std::string_view argument, const Text& what, int low, int high) const
    {
        const double number = of(argument);
        if (study_ && (number != std::round(number) || number < low || number > high))
            refuse(call, joined({what, range_message({double(low), double(high)}, number)}, " "));
        return study_ ? int(number) : 1;
    }

    int step_of(std::string_view call, std::string_view argument, int first) const
    {
        const auto& train = study_ ? study_->experiment.train : std::nullopt;
        if (study_ && !train)
            refuse(call, tr("the experiment has no %1", "\"train\""));
        return whole(call, argument, tr("the step"), first, train ? train->steps : first);
    }

    int last_layer() const { return study_ ? study_->plan->depth() : 1; }

    Number called(std::string_view name, std::string_view call, const std::vector<std::string_view>& arguments) const
    {
        const auto take = [&](std::size_t count, const Text& what) {
            if (arguments.size() != count || (count == 1 && trimmed(arguments[0]).empty()))
                refuse(call, tr("must have %1 in its brackets", what));
        };
        if (const LayerFunction* found = named(layer_functions(), name)) {
            take(1, tr("a layer"));
            const int layer = whole(call, arguments[0], tr("the layer"), 1, last_layer());
            return study_ && layer <= study_->measurement->depth() ? found->of(*study_, layer) : std::nullopt;
        }
        if (const StepFunction* found = named(step_functions(), name)) {
            take(1, tr("a number of steps"));
            const int step = step_of(call, arguments[0], 0);
            const bool known = study_ && study_->training && std::size_t(step) <= study_->training->steps.size();
            return known ? found->of(*study_->training, std::size_t(step)) : std::nullopt;
        }
        if (name == "column" || name == "column_theory") {
            take(2, tr("a column's name in quotation marks and a block"));
            const std::string column = word(call, arguments[0]);
            const int block = whole(call, arguments[1], tr("the block"), 0, last_layer());
            return !study_         ? std::nullopt
                : name == "column" ? column_of(call, column, block)
                                   : predicted(column, block);
        }
        if (name == "trained") {
            take(3, tr("the names of a parameter and a number in quotation marks, and a step"));
            const std::string parameter = word(call, arguments[0]), title = word(call, arguments[1]);
            const int step = step_of(call, arguments[2], 1);
            return study_ ? trained(call, parameter, title, std::size_t(step - 1)) : std::nullopt;
        }
        if (name == "value") {
            take(1, tr("a path of an experiment file in quotation marks"));
            const std::string path = word(call, arguments[0]);
            if (!is_path(path))
                refuse(call, tr("must be a path such as %1", "\"network.depth\""));
            return study_ ? setting(call, path) : std::nullopt;
        }
        if (name == "found") {
            take(1, tr("a finding's name in quotation marks"));
            const std::string id = word(call, arguments[0]);
            if (!study_ || !study_->findings)
                return std::nullopt;
            return double(std::ranges::any_of(*study_->findings, [&](const Finding& f) { return f.id == id; }));
        }
        if (named(study_numbers(), name) || find_outcome(name))
            refuse(call, tr("%1 is a single number of the study and has no brackets", quote(name)));
        unknown(name);
    }

    static std::string word(std::string_view call, std::string_view argument)
    {
        const std::string_view text = trimmed(argument);
        if (!is_word(text))
            refuse(call, tr("%1 must be in quotation marks", quote(text)));
        return std::string(text.substr(1, text.size() - 2));
    }

    Number column_of(std::string_view call, const std::string& column, int block) const
    {
        if (block > study_->measurement->depth())
            return std::nullopt;   // not simulated yet
        if (block == 0 && is_layered(*study_))
            refuse(call, tr("the block must be 1 or more: plain layers have no values outside the blocks"));
        const auto all = column_numbers(*study_->plan, *study_->measurement, block);
        std::vector<std::string> known;
        for (const auto& [title, number] : all) {
            if (title == column)
                return number;
            known.push_back(title);
        }
        refuse(call, with_known(tr("there is no column %1", quote(column)), column, known));
    }

    /// `title`: as in "training" of a result.
    Number trained(
        std::string_view call, const std::string& parameter, const std::string& title, std::size_t step) const
    {
        const TrainingRun* run = study_->training.get();
        if (!run || step >= run->steps.size() || run->steps[step].moves.empty())
            return std::nullopt;   // not trained this far yet
        std::vector<std::string> known;
        for (std::size_t i = 0; i < run->parameters.size(); ++i) {
            known.push_back(run->parameters[i].plan.name);
            if (known.back() == parameter)
                return move_number(call, run->steps[step].moves[i], title);
        }
        refuse(call, with_known(tr("there is no parameter %1", quote(parameter)), parameter, known));
    }

    static Number move_number(std::string_view call, const ParameterMove& move, const std::string& title)
    {
        std::vector<std::string> known;
        for (const auto& [name, size] : move_sizes()) {
            known.push_back(name);
            if (title == name)
                return double(move.*size);
        }
        if (move.matrix)
            for (const auto& [name, number] : matrix_numbers()) {
                known.push_back(name);
                if (title == name)
                    return double((*move.matrix).*number);
            }
        refuse(call, with_known(tr("there is no number %1", quote(title)), title, known));
    }

    /// Looks up a prediction by the site's role and the quantity's name.
    Number predicted(const std::string& column, int block) const
    {
        for (const SitePrediction& site : study_->prediction->block(block).sites)
            for (const auto& [quantity, number] : site.numbers)
                if (site.role + "_" + std::string(quantity_name(quantity)) == column)
                    return number.value;
        return std::nullopt;
    }

    Number setting(std::string_view call, const std::string& path) const
    {
        const Json all = json_of(study_->experiment);
        const Json* found = value_at(all, path);
        if (found && found->kind == Json::Kind::boolean)
            return found->boolean ? 1 : 0;
        if (!found || found->kind != Json::Kind::number)
            refuse(call,
                found ? tr("the experiment has no number there: it has %1", found->shown())
                      : tr("the experiment has no number there"));
        return found->number;
    }

    const Study* study_;
};

}   // namespace

double value_or_throw(std::string_view expression, const Study& study) { return Values(&study).of(expression); }

LessonNumber lesson_value(std::string_view expression, const Study& study)
{
    try {
        return value_or_throw(expression, study);
    } catch (const LessonSentence& sentence) {
        return sentence.text();
    }
}

std::optional<Text> expression_problem(std::string_view expression)
{
    try {
        Values(nullptr).of(expression);
        return {};
    } catch (const LessonSentence& sentence) {
        return sentence.text();
    }
}

const std::vector<LessonName>& lesson_names()
{
    static const std::vector<LessonName> all = [] {
        std::vector<LessonName> names;
        for (const StudyNumber& number : study_numbers())
            names.push_back({number.name, number.meaning});
        for (const LayerFunction& function : layer_functions())
            names.push_back({std::string(function.name) + "(l)", function.meaning});
        for (const StepFunction& function : step_functions())
            names.push_back({std::string(function.name) + "(t)", function.meaning});
        for (const Outcome& outcome : outcomes())
            names.push_back({outcome.id, outcome.label});
        names.push_back({"column(\"name\", l)",
            tr("a column of the table that stepzero run --csv writes; block 0: values outside the blocks")});
        names.push_back({"column_theory(\"name\", l)",
            tr("theory's prediction of it, by site and number: %1", "\"mlp_stream_rms\"")});
        names.push_back({"trained(\"parameter\", \"name\", t)",
            tr("a number of a parameter at training step t, as in the result: %1",
                "\"update_rms\", \"unit_distance\"")});
        names.push_back(
            {"value(\"path\")", tr("a number of the experiment file: %1", "value(\"network.weight.gain\")")});
        names.push_back({"found(\"finding\")", tr("1 if the study has this finding, else 0")});
        return names;
    }();
    return all;
}

}   // namespace stepzero
