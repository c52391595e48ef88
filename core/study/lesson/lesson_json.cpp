// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_json.h"

#include <algorithm>

#include "core/base/json/json_fields.h"
#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/study/grid/variables.h"
#include "core/study/lesson/exercise_json.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/study/lesson/lesson_dials.h"

namespace stepzero {

namespace {

constexpr const char* format_name = "stepzero-lesson";

// ---- reading -----------------------------------------------------------------------------------------------

LessonText read_text(const JsonFields& fields, std::string_view key, Problems& problems)
{
    LessonText text;
    const Json* found = fields.find(key);
    if (!found)
        return text;
    if (found->kind == Json::Kind::text) {
        text.by[lesson_languages().front()] = found->text;
    } else if (found->kind != Json::Kind::object) {
        must_be(problems, fields.path(key),
            tr("a string, or strings by language such as %1", "{\"en\": \"…\", \"zh\": \"…\"}"), *found);
    } else {
        const JsonFields languages(*found, fields.path(key), problems);
        languages.known(lesson_languages());
        if (found->keys.empty())
            problems.push_back(
                {fields.path(key), tr("must have a text in at least one language: %1", list_text(lesson_languages()))});
        for (const std::string& language : lesson_languages())
            if (found->find(language))
                languages.read(language, text.by[language]);
    }
    for (const auto& [language, words] : text.by)
        if (words.empty())
            problems.push_back({fields.path(key), tr("must not be empty")});
    return text;
}

/// Reads a text that may contain numbers in {…}.
LessonText read_numbered(const JsonFields& fields, std::string_view key, Problems& problems)
{
    LessonText text = read_text(fields, key, problems);
    for (const auto& [language, words] : text.by)
        if (const auto problem = numbered_problem(words))
            problems.push_back({fields.path(key), *problem});
    return text;
}

LessonFigure read_figure(const Json& json, const std::string& path, Problems& problems)
{
    LessonFigure figure;
    if (json.kind == Json::Kind::text) {
        figure.figure = json.text;
        return figure;
    }
    if (json.kind != Json::Kind::object) {
        must_be(problems, path,
            tr("a figure's name, or an object such as %1", "{\"figure\": \"signal\", \"share\": 0.6}"), json);
        return figure;
    }
    const JsonFields fields(json, path, problems);
    fields.known({"figure", "share", "view"});
    fields.required({"figure"}, tr("the name of a figure"));
    fields.read("figure", figure.figure);
    fields.read("share", figure.share);
    if (fields.find("share") && !(figure.share > 0 && figure.share <= 1))
        problems.push_back(
            {fields.path("share"), tr("must be above 0 and at most 1, got %1", number_text(figure.share))});
    if (const Json* view = fields.object("view"))
        figure.view = *view;
    return figure;
}

LessonClaim read_claim_of(const Json& json, const std::string& path, Problems& problems)
{
    LessonClaim claim;
    const JsonFields fields(json, path, problems);
    fields.known({"text", "that"});
    fields.required({"text", "that"}, tr("a string"));
    claim.text = read_numbered(fields, "text", problems);
    fields.read("that", claim.that);
    if (!claim.that.empty())
        if (const auto problem = claim_problem(claim.that))
            problems.push_back({fields.path("that"), *problem});
    return claim;
}

/// Reads the experiment of a step, if it names one.
void read_experiment_of(const JsonFields& fields, LessonStep& step, Problems& problems)
{
    if (fields.find("preset") && fields.find("experiment")) {
        problems.push_back({fields.path("experiment"), tr("cannot be combined with preset, which replaces it")});
        return;
    }
    std::string path;
    std::optional<std::variant<Experiment, Problems>> parsed;
    if (fields.find("preset")) {
        fields.read("preset", step.preset);
        path = fields.path("preset");
        if (const Preset* preset = find_preset(step.preset)) {
            parsed = parse_experiment(preset->text);
        } else if (!step.preset.empty()) {
            std::vector<std::string> known;
            for (const Preset& each : presets())
                known.push_back(each.name);
            problems.push_back(
                {path, with_suggestion(tr("there is no preset %1", quote(step.preset)), step.preset, known)});
        }
    } else if (const Json* given = fields.object("experiment")) {
        path = fields.path("experiment");
        for (const char* key : {"format", "version"})
            if (given->find(key))
                problems.push_back({member_path(path, key), tr("is only for an experiment file")});
        parsed = experiment_of(*given);
    }
    if (!parsed)
        return;
    step.own = true;
    if (auto* experiment = std::get_if<Experiment>(&*parsed))
        step.experiment = std::move(*experiment);
    else
        for (const Problem& problem : std::get<Problems>(*parsed))
            problems.push_back({problem.path.empty() ? path : path + "." + problem.path, problem.message});
}

void check_control(const JsonFields& fields, const LessonStep& step, Problems& problems)
{
    if (step.control.empty()) {
        if (fields.find("range"))
            problems.push_back({fields.path("range"), tr("is only for a step with a control")});
        return;
    }
    std::vector<std::string> known = window_controls();
    const Variable* found = nullptr;
    const std::vector<Variable> all = variables(step.experiment);
    for (const Variable& variable : all) {
        if (!found && variable.path == step.control)
            found = &variable;
        known.push_back(variable.path);
    }
    if (std::ranges::find(known, step.control) == known.end()) {
        known.erase(std::unique(known.begin(), known.end()), known.end());
        problems.push_back({fields.path("control"),
            with_known(tr("must be a parameter of this experiment that can be varied, got %1", quote(step.control)),
                step.control, known)});
    } else if (step.range && (!found || found->kind != Variable::Kind::number)) {
        problems.push_back({fields.path("range"), tr("is only for a control with numbers")});
    } else if (step.range) {
        for (const double end : {step.range->first, step.range->second})
            if (end < found->low || end > found->high)
                problems.push_back({fields.path("range"), range_message({found->low, found->high}, end)});
    }
}

class Reader {
public:
    explicit Reader(Problems& problems) : problems_(problems) { }

    Lesson read(const Json& root)
    {
        Lesson lesson;
        const JsonFields fields(root, "", problems_);
        if (root.kind != Json::Kind::object || !fields.format(format_name))
            return lesson;
        fields.known({"format", "version", "title", "section", "summary", "steps"});
        fields.required({"title", "steps"});
        lesson.title = read_text(fields, "title", problems_);
        lesson.section = read_text(fields, "section", problems_);
        lesson.summary = read_text(fields, "summary", problems_);
        const Json* steps = fields.list("steps");
        if (steps && steps->items.empty())
            problems_.push_back({"steps", tr("must have at least one step")});
        for (std::size_t i = 0; steps && i < steps->items.size(); ++i)
            lesson.steps.push_back(read_step(
                steps->items[i], item_path("steps", i), lesson.steps.empty() ? nullptr : &lesson.steps.back()));
        return lesson;
    }

private:
    LessonStep read_step(const Json& json, const std::string& path, const LessonStep* before)
    {
        LessonStep step;
        const std::size_t known_problems = problems_.size();
        const JsonFields fields(json, path, problems_);
        fields.known({"title", "text", "formula", "preset", "experiment", "step", "layer", "figures", "board",
            "control", "range", "dials", "claims", "question", "answer", "exercise", "notes"});
        fields.required({"title"});
        step.title = read_text(fields, "title", problems_);
        step.text = read_numbered(fields, "text", problems_);
        step.formula = read_numbered(fields, "formula", problems_);
        read_experiment_of(fields, step, problems_);
        if (!step.own && before) {
            step.experiment = before->experiment;
            step.step = before->step;
        } else if (!step.own && problems_.size() == known_problems) {
            problems_.push_back({path, tr("must have a preset or an experiment, since there is no step before it")});
        }
        read_place(fields, step, problems_.size() == known_problems);
        read_figures(fields, step);
        read_control(fields, step, problems_.size() == known_problems);
        step.dials = read_dials(fields, problems_.size() == known_problems ? &step.experiment : nullptr, problems_);
        if (const Json* claims = fields.list("claims"))
            for (std::size_t i = 0; i < claims->items.size(); ++i)
                step.claims.push_back(read_claim_of(claims->items[i], item_path(fields.path("claims"), i), problems_));
        step.question = read_numbered(fields, "question", problems_);
        step.answer = read_numbered(fields, "answer", problems_);
        for (const auto& [one, other] : {std::pair("question", "answer"), std::pair("answer", "question")})
            if (fields.find(one) && !fields.find(other))
                problems_.push_back({fields.path(other), tr("is required where there is %1", one)});
        step.exercise
            = read_exercise(fields, problems_.size() == known_problems ? &step.experiment : nullptr, problems_);
        step.notes = read_numbered(fields, "notes", problems_);
        return step;
    }

    void read_place(const JsonFields& fields, LessonStep& step, bool valid)
    {
        if (fields.find("step")) {
            fields.read("step", ranges::steps, step.step);
            const int last = step.experiment.train ? step.experiment.train->steps : 0;
            if (valid && !step.experiment.train)
                problems_.push_back({fields.path("step"), tr("needs an experiment that has %1", "\"train\"")});
            else if (valid && step.step > last)
                problems_.push_back({fields.path("step"), range_message({0, double(last)}, step.step)});
        }
        if (!fields.find("layer"))
            return;
        int layer = 1;
        fields.read("layer", ranges::depth, layer);
        step.layer = layer;
        const int last = valid ? depth(step.experiment.network) : layer;
        if (layer > last)
            problems_.push_back({fields.path("layer"), range_message({1, double(last)}, layer)});
    }

    void read_figures(const JsonFields& fields, LessonStep& step)
    {
        const Json* figures = fields.list("figures");
        double shares = 0;
        for (std::size_t i = 0; figures && i < figures->items.size(); ++i) {
            step.figures.push_back(read_figure(figures->items[i], item_path(fields.path("figures"), i), problems_));
            shares += step.figures.back().share;
        }
        if (shares > 1 + 1e-9)
            problems_.push_back(
                {fields.path("figures"), tr("must have shares that add up to at most 1, got %1", number_text(shares))});
        const Json* board = fields.object("board");
        if (!board)
            return;
        step.board = *board;
        if (step.figures.empty())
            problems_.push_back({fields.path("figures"),
                tr("is required where there is a board: it names the figures that matter most")});
        if (shares > 0)
            problems_.push_back(
                {fields.path("figures"), tr("must have no shares where there is a board, which has its own")});
    }

    void read_control(const JsonFields& fields, LessonStep& step, bool valid)
    {
        fields.read("control", step.control);
        if (const Json* range = fields.list("range")) {
            const std::vector<double> ends = fields.numbers("range");
            if (ends.size() == 2 && ends[0] < ends[1])
                step.range = {ends[0], ends[1]};
            else if (ends.size() == range->items.size())
                problems_.push_back(
                    {fields.path("range"), tr("must be two increasing numbers such as %1", "[1, 100]")});
        }
        if (valid)
            check_control(fields, step, problems_);
    }

    Problems& problems_;
};

// ---- writing -----------------------------------------------------------------------------------------------

Json json_of_text(const LessonText& text)
{
    if (text.by.size() == 1 && text.by.contains(lesson_languages().front()))
        return json_of(text.by.begin()->second);
    Json json = json_object();
    for (const std::string& language : lesson_languages())
        if (const auto found = text.by.find(language); found != text.by.end())
            json.add(language, json_of(found->second));
    return json;
}

void add_text(Json& json, std::string_view key, const LessonText& text)
{
    if (!text.empty())
        json.add(key, json_of_text(text));
}

Json json_of_figure(const LessonFigure& figure)
{
    if (figure.share == 0 && !figure.view)
        return json_of(figure.figure);
    Json json = json_object({{"figure", json_of(figure.figure)}});
    if (figure.share != 0)
        json.add("share", json_of(figure.share));
    if (figure.view)
        json.add("view", *figure.view);
    return json;
}

/// Returns the members of an experiment without format and version.
Json members_of(const Experiment& experiment)
{
    const Json file = json_of(experiment);
    Json json = in_rows(json_object());
    for (std::size_t i = 0; i < file.keys.size(); ++i)
        if (!is_header_key(file.keys[i]))
            json.add(file.keys[i], file.items[i]);
    return json;
}

Json json_of_step(const LessonStep& step, const LessonStep* before)
{
    Json json = in_rows(json_object());
    add_text(json, "title", step.title);
    add_text(json, "text", step.text);
    add_text(json, "formula", step.formula);
    if (!step.preset.empty())
        json.add("preset", json_of(step.preset));
    else if (step.own)
        json.add("experiment", members_of(step.experiment));
    if (step.step != (step.own || !before ? 0 : before->step))
        json.add("step", json_of(step.step));
    if (step.layer)
        json.add("layer", json_of(*step.layer));
    if (!step.figures.empty()) {
        Json& figures = json.add("figures", json_list());
        for (const LessonFigure& figure : step.figures)
            figures.add(json_of_figure(figure));
    }
    if (step.board)
        json.add("board", *step.board);
    if (!step.control.empty())
        json.add("control", json_of(step.control));
    if (step.range)
        json.add("range", json_list({json_of(step.range->first), json_of(step.range->second)}));
    if (!step.dials.empty())
        json.add("dials", json_of(step.dials));
    if (!step.claims.empty()) {
        Json& claims = json.add("claims", in_rows(json_list()));
        for (const LessonClaim& claim : step.claims)
            claims.add(json_object({{"text", json_of_text(claim.text)}, {"that", json_of(claim.that)}}));
    }
    add_text(json, "question", step.question);
    add_text(json, "answer", step.answer);
    if (step.exercise)
        json.add("exercise", json_of(*step.exercise));
    add_text(json, "notes", step.notes);
    return json;
}

}   // namespace

std::variant<Lesson, std::vector<Problem>> parse_lesson(std::string_view text)
{
    return parse_object(text, tr("a lesson, a JSON object"),
        [](const Json& json, Problems& problems) { return Reader(problems).read(json); });
}

std::string format_lesson(const Lesson& lesson)
{
    Json json = in_rows(json_object({{"format", json_of(format_name)}, {"version", json_of(1)}}));
    add_text(json, "title", lesson.title);
    add_text(json, "section", lesson.section);
    add_text(json, "summary", lesson.summary);
    Json& steps = json.add("steps", in_rows(json_list()));
    const LessonStep* before = nullptr;
    for (const LessonStep& step : lesson.steps) {
        steps.add(json_of_step(step, before));
        before = &step;
    }
    return json_lines(json) + "\n";
}

bool is_lesson(std::string_view text)
{
    const Json root = read_json(text).root;
    const Json* format = root.find("format");
    return format && format->text == format_name;
}

std::variant<Lesson, std::vector<Problem>> load_lesson(const std::filesystem::path& path)
{
    auto parsed = parse_lesson(read_file(path));
    if (auto* lesson = std::get_if<Lesson>(&parsed))
        for (LessonStep& step : lesson->steps)
            step.experiment = with_input_from(path.parent_path(), std::move(step.experiment));
    return parsed;
}

void save_lesson(const std::filesystem::path& path, const Lesson& lesson)
{
    Lesson saved = lesson;
    for (LessonStep& step : saved.steps)
        step.experiment = with_input_beside(path, std::move(step.experiment));
    write_file(path, format_lesson(saved));
}

const std::vector<Lesson>& lessons()
{
    static const std::vector<Lesson> all = [] {
        std::vector<Lesson> read;
        for (const EmbeddedFile& file : embedded_lessons()) {
            auto parsed = parse_lesson(file.text);
            if (auto* lesson = std::get_if<Lesson>(&parsed)) {
                lesson->name = file.name;
                read.push_back(std::move(*lesson));
            }
        }
        return read;
    }();
    return all;
}

const EmbeddedFile* find_lesson(std::string_view name)
{
    static const std::vector<EmbeddedFile> all = embedded_lessons();
    const auto found = std::ranges::find_if(all, [&](const EmbeddedFile& file) {
        return file.name == name || file.name.substr(std::min(file.name.find('-') + 1, file.name.size())) == name;
    });
    return found == all.end() ? nullptr : &*found;
}

}   // namespace stepzero
