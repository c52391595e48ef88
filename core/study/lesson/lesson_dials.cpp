// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_dials.h"

#include <algorithm>

#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/network/input/input_file.h"
#include "core/study/grid/sweep.h"

namespace stepzero {

namespace {

LessonDial read_dial(const Json& json, const std::string& path, Problems& problems)
{
    LessonDial dial;
    if (json.kind == Json::Kind::text) {
        dial.path = json.text;
        return dial;
    }
    if (json.kind != Json::Kind::object) {
        must_be(problems, path,
            tr("the path of a parameter, or an object such as %1",
                "{\"control\": \"network.depth\", \"values\": \"1 .. 50\"}"),
            json);
        return dial;
    }
    const JsonFields fields(json, path, problems);
    fields.known({"control", "values"});
    fields.required({"control"}, tr("the path of a parameter"));
    fields.read("control", dial.path);
    fields.read("values", dial.values);
    return dial;
}

}   // namespace

std::vector<LessonDial> read_dials(const JsonFields& step, const Experiment* own, Problems& problems)
{
    std::vector<LessonDial> dials;
    const Json* list = step.list("dials");
    for (std::size_t i = 0; list && i < list->items.size(); ++i) {
        const std::string path = item_path(step.path("dials"), i);
        const std::size_t known_problems = problems.size();
        dials.push_back(read_dial(list->items[i], path, problems));
        if (!own || problems.size() > known_problems)
            continue;
        if (const auto problem = dial_problem(*own, dials.back()))
            problems.push_back({problem->path.empty() ? path : member_path(path, problem->path), problem->message});
    }
    if (dials.size() > most_dials)
        problems.push_back({step.path("dials"),
            tr("must have at most %1 controls, got %2", number_text(double(most_dials)),
                number_text(double(dials.size())))});
    return dials;
}

Json json_of(const std::vector<LessonDial>& dials)
{
    Json list = json_list();
    for (const LessonDial& dial : dials)
        list.add(dial.values.empty()
                ? json_of(dial.path)
                : json_object({{"control", json_of(dial.path)}, {"values", json_of(dial.values)}}));
    return list;
}

std::optional<Problem> dial_problem(const Experiment& experiment, const LessonDial& dial)
{
    std::vector<std::string> known;
    for (const Dial& each : dials(experiment))
        known.push_back(each.path);
    if (std::ranges::find(known, dial.path) == known.end())
        return Problem {"",
            with_known(tr("must be a parameter of this experiment that can be varied, got %1", quote(dial.path)),
                dial.path, known)};
    if (dial.values.empty())
        return std::nullopt;
    try {
        (void)sweep_of(experiment, dial.path, dial.values);
    } catch (const BadInput& error) {
        return Problem {"values", text_of(error)};
    }
    return std::nullopt;
}

std::vector<LessonDial> dials_of(const LessonStep& step, const Experiment& experiment)
{
    std::vector<LessonDial> wanted = step.dials;
    if (wanted.empty() && !step.control.empty()) {
        wanted = {{step.control}};
        if (step.range)
            wanted.front().values = range_text(experiment, step.control, step.range->first, step.range->second);
    }
    std::erase_if(wanted, [known = dials(experiment)](const LessonDial& dial) {
        return std::ranges::find(known, dial.path, &Dial::path) == known.end();
    });
    return wanted;
}

}   // namespace stepzero
