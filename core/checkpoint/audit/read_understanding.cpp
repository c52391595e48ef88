// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/read_understanding.h"

#include <algorithm>

#include "core/base/json/json_fields.h"
#include "core/base/json/read_json.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"

namespace stepzero {

namespace {

[[noreturn]] void refuse(const std::string& file, const Problems& problems)
{
    throw FileError(sentences(file, problems));
}

void keep_recipe(std::vector<Understanding>& readings, const std::string& recipe)
{
    const Family* family = readings.front().family;
    if (!family)
        throw FileError(tr("--recipe: these tensors belong to no known family, so there is no recipe to choose"));
    if (!find_member(family->recipes, recipe))
        throw FileError(
            tr("--recipe: a recipe of %1 %2", family->label, choice_message(names_of(family->recipes), recipe)));
    std::erase_if(readings, [&](const Understanding& reading) { return reading.recipe != recipe; });
}

bool is_experiment(const Json& json)
{
    const Json* format = json.kind == Json::Kind::object ? json.find("format") : nullptr;
    return format && format->text == "stepzero-experiment";
}

}   // namespace

Json read_config(const Checkpoint& checkpoint, const UnderstandingRequest& request)
{
    const std::filesystem::path path = request.config.empty() ? checkpoint.config() : request.config;
    if (path.empty())
        return {};
    JsonReading reading = read_json(read_file(path));
    if (reading.problems.empty() && reading.root.kind != Json::Kind::object)
        must_be(reading.problems, "", tr("an object, as config.json and experiment files are"), reading.root);
    if (!reading.problems.empty())
        refuse(path.string(), reading.problems);
    return std::move(reading.root);
}

std::optional<Experiment> stated_experiment(const Checkpoint& checkpoint, const UnderstandingRequest& request)
{
    const bool own = request.config.empty() && checkpoint.config().empty() && request.family.empty()
        && request.recipe.empty() && !request.by_names;
    if (own && !checkpoint.experiment().empty()) {
        // An experiment from a newer version of the program may not be readable; the tensor names are still available.
        auto experiment = parse_experiment(checkpoint.experiment());
        if (auto* good = std::get_if<Experiment>(&experiment))
            return std::move(*good);
    }
    if (!is_experiment(read_config(checkpoint, request)))
        return std::nullopt;
    const std::filesystem::path path = request.config.empty() ? checkpoint.config() : request.config;
    auto experiment = parse_experiment(read_file(path));
    if (const auto* problems = std::get_if<Problems>(&experiment))
        refuse(path.string(), *problems);
    return std::move(std::get<Experiment>(experiment));
}

std::vector<Understanding> read_understanding(const Checkpoint& checkpoint, const UnderstandingRequest& request)
{
    if (const auto experiment = stated_experiment(checkpoint, request)) {
        if (!request.recipe.empty())
            throw FileError(tr("--recipe: the config is an experiment, which states how its weights are initialized"));
        return {understand_experiment(checkpoint.tensors(), *experiment)};
    }
    const Json config = read_config(checkpoint, request);
    const Family* family = request.family.empty() ? nullptr : find_family(request.family);
    std::shared_ptr<const Family> own;
    if (!request.family.empty() && !family) {
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(request.family, ignored))
            throw FileError(tr("--family: there is no file %1, and a family %2", quote(request.family),
                choice_message(names_of(families()), request.family)));
        own = std::make_shared<const Family>(load_family(request.family));
        family = own.get();
    }
    std::vector<Understanding> readings = understand_all(checkpoint.tensors(), config, family);
    if (!request.recipe.empty())
        keep_recipe(readings, request.recipe);
    for (Understanding& reading : readings)
        reading.own = own;
    return readings;
}

}   // namespace stepzero
