// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/experiment_json.h"

#include <algorithm>
#include <set>
#include <span>

#include "core/base/json/json_fields.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/files/complete.h"
#include "core/files/fields.h"
#include "core/files/presets.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/experiment/overrides.h"

namespace stepzero {

namespace {

// Reading checks the form only: types, known keys, and integers that an Experiment can hold. validate() checks the
// rest. An erroneous value keeps its default, so that it is reported once.

/// Every member except `name` is a parameter.
Parameters read_parameters(const Json& json, const std::string& path, std::string_view name, Problems& problems)
{
    Parameters parameters;
    for (std::size_t i = 0; i < json.keys.size(); ++i) {
        const std::string& key = json.keys[i];
        const Json& value = json.items[i];
        if (key == name)
            continue;
        if (value.kind == Json::Kind::number)
            parameters[key] = value.number;
        else if (value.kind == Json::Kind::text)
            parameters[key] = value.text;
        else if (value.kind == Json::Kind::boolean)
            parameters[key] = flag_value(value.boolean);
        else
            must_be(problems, member_path(path, key), tr("a number or a word"), value);
    }
    return parameters;
}

}   // namespace

Activation read_activation(const Json& json, const std::string& path, Activation activation, Problems& problems)
{
    if (json.kind == Json::Kind::text)
        return {json.text, {}};
    if (json.kind != Json::Kind::object) {
        must_be(problems, path, tr("a name, or an object such as %1", "{\"name\": \"relu\"}"), json);
        return activation;
    }
    const JsonFields fields(json, path, problems);
    fields.required({"name"});
    fields.read("name", activation.name);
    activation.parameters = read_parameters(json, path, "name", problems);
    return activation;
}

Initializer read_initializer(const Json& json, const std::string& path, Initializer initializer, Problems& problems)
{
    if (json.kind != Json::Kind::object) {
        must_be(problems, path, tr("an object such as %1", "{\"scheme\": \"orthogonal\"}"), json);
        return initializer;
    }
    JsonFields(json, path, problems).read("scheme", initializer.scheme);
    initializer.parameters = read_parameters(json, path, "scheme", problems);
    if (const Scheme* scheme = find_scheme(initializer.scheme))
        for (const ParameterInfo& info : scheme->parameters)
            if (const Json* found = json.find(info.name); found && is_numeric(info) && found->kind == Json::Kind::text)
                initializer.parameters[info.name] = TypedNumber {found->text};
    return initializer;
}

namespace {

void read_own(const JsonFields& fields, const ParameterInfo& info, std::optional<int>& own)
{
    fields.read(info.name, NumberRange {info.low, info.high}, own.emplace(1));
}

void read_own(const JsonFields& fields, const ParameterInfo& info, std::optional<bool>& own)
{
    fields.read(info.name, own.emplace(false));
}

void read_own(const JsonFields& fields, const ParameterInfo& info, std::optional<std::string>& own)
{
    fields.read(info.name, own.emplace(std::get<std::string>(info.default_value)));
}

void read_overrides(const Json& list, const std::string& path, Network& network, Problems& problems)
{
    const NetworkKind* kind = find_kind(network.kind);
    const std::vector<LayerOption> options = kind ? layer_options(kind->options) : std::vector<LayerOption>();
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        LayerOverride& override = network.overrides.emplace_back();
        override.layer = -int(i);   // invalid and unique until it is read
        const JsonFields fields(list.items[i], item_path(path, i), problems);
        std::vector<std::string> keys {"layer", "activation", "weight", "bias"};
        for (const LayerOption& option : options)
            keys.push_back(option.info->name);
        fields.known(keys);
        fields.required({"layer"});
        fields.read("layer", ranges::depth, override.layer);
        if (const Json* found = fields.find("activation"))
            override.activation = read_activation(*found, fields.path("activation"), network.activation, problems);
        if (const Json* found = fields.find("weight"))
            override.weight = read_initializer(*found, fields.path("weight"), Network {}.weight, problems);
        if (const Json* found = fields.find("bias"))
            override.bias = read_initializer(*found, fields.path("bias"), Network {}.bias, problems);
        for (const LayerOption& option : options)
            if (fields.find(option.info->name))
                std::visit([&](auto own) { read_own(fields, *option.info, override.*own); }, option.own);
    }
}

void read_widths(const JsonFields& fields, Network& network, Problems& problems)
{
    const Json* widths = fields.list("widths");
    if (!widths)
        return;
    for (const char* other : {"depth", "width"})
        if (fields.find(other))
            problems.push_back({fields.path(other), tr("cannot be combined with widths, which replaces it")});
    if (!ranges::depth.holds(double(widths->items.size()))) {
        problems.push_back({fields.path("widths"),
            tr("must have %1 to %2 entries, got %3", number_text(ranges::depth.low), number_text(ranges::depth.high),
                widths->items.size())});
        return;
    }
    for (std::size_t i = 0; i < widths->items.size(); ++i) {
        Json entry {.kind = Json::Kind::object, .keys = {"width"}, .items = {widths->items[i]}};
        network.widths.push_back(1);
        Problems found;
        JsonFields(entry, "", found).read("width", ranges::width, network.widths.back());
        for (const Problem& problem : found)
            problems.push_back({item_path(fields.path("widths"), i), problem.message});
    }
}

void read_options(const JsonFields& fields, const NetworkKind& kind, Network& network)
{
    for (const ParameterInfo& info : kind.options) {
        if (!fields.find(info.name))
            continue;
        ParameterValue& value = network.options.emplace(info.name, info.default_value).first->second;
        if (is_flag(info)) {
            bool on = is_on(info.default_value);
            fields.read(info.name, on);
            value = flag_value(on);
        } else if (is_numeric(info)) {
            fields.read(info.name, std::get<double>(value));
        } else {
            fields.read(info.name, std::get<std::string>(value));
        }
    }
}

void read_roles(const Json& json, const std::string& path, Network& network, Problems& problems)
{
    for (std::size_t i = 0; i < json.keys.size(); ++i)
        network.roles[json.keys[i]]
            = read_initializer(json.items[i], member_path(path, json.keys[i]), network.weight, problems);
}

/// Reads {"name": "adam", …}, or a plain name.
Selection read_choice(const Json& json, const std::string& path, const Selection& by_default, Problems& problems)
{
    const Activation read = read_activation(json, path, {by_default.name, by_default.parameters}, problems);
    return {read.name, read.parameters};
}

void read_field(const JsonFields& json, const Field& field, Experiment& experiment, Problems& problems)
{
    if (field.prepare)
        field.prepare(experiment);
    const std::string_view key = field.key();
    const Json* found = json.find(key);
    if (!found)
        return;
    const auto read = [&](auto& value) {
        using Value = std::remove_reference_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, Selection>)
            value = read_choice(*found, json.path(key), value, problems);
        else if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>)
            json.read(key, field.range, value);
        else
            json.read(key, value);
    };
    std::visit([&](const auto& place) { read(place(experiment)); }, field.place);
    if (field.file && !field.quiet && found->kind == Json::Kind::text && found->text.empty())
        problems.push_back({field.path, tr("must be a file name, got %1", "\"\"")});
}

void read_fields(const JsonFields& json, std::span<const Field> fields, Experiment& experiment, Problems& problems)
{
    for (const Field& field : fields)
        read_field(json, field, experiment, problems);
}

void read_network(const Json& json, Experiment& experiment, Problems& problems)
{
    Network& network = experiment.network;
    const JsonFields fields(json, "network", problems);
    if (!fields.find("kind"))
        fields.required({"kind"}, tr("one of %1", list_text(names_of(kinds()))));
    fields.read("kind", network.kind);
    const NetworkKind* kind = find_kind(network.kind);
    const std::string length = kind ? kind->length : "depth";
    std::vector<std::string> keys {"kind", length, "width", "activation", "weight", "bias"};
    if (kind) {
        network = kind->network;
        experiment.input = kind->input;
    }
    if (kind && (!kind->layered || !kind->roles.empty()))
        keys.emplace_back("roles");
    if (!kind || kind->layered)
        keys.insert(keys.end(), {"widths", "overrides"});
    if (!kind || kind->takes_input_width())
        keys.emplace_back("input_width");
    if (kind) {
        for (const ParameterInfo& info : kind->options)
            keys.push_back(info.name);
        fields.known(keys);
        read_options(fields, *kind, network);
    }
    int input_width = 0;
    read_fields(fields, fields_of(network, "network"), experiment, problems);
    if (const Json* found = fields.find("activation"))
        network.activation = read_activation(*found, fields.path("activation"), network.activation, problems);
    if (const Json* found = fields.find("weight"))
        network.weight = read_initializer(*found, fields.path("weight"), network.weight, problems);
    if (const Json* found = fields.find("bias"))
        network.bias = read_initializer(*found, fields.path("bias"), network.bias, problems);
    if (const Json* found = kind ? fields.object("roles") : nullptr)
        read_roles(*found, fields.path("roles"), network, problems);
    if (!kind || kind->layered) {
        read_widths(fields, network, problems);
        if (const Json* found = fields.list("overrides"))
            read_overrides(*found, fields.path("overrides"), network, problems);
    }
    if (!kind || kind->takes_input_width())
        fields.read("input_width", ranges::width, input_width);
    if (input_width != 0 && input_width != width_of_layer(network, 1))
        network.input_width = input_width;   // the same width is the default, which follows the first layer
}

std::vector<std::string> keys_of(std::span<const Field> fields)
{
    std::vector<std::string> keys;
    keys.reserve(fields.size());
    for (const Field& field : fields)
        keys.emplace_back(field.key());
    return keys;
}

void read_input(const Json& json, Experiment& experiment, Problems& problems)
{
    const auto fields = fields_of(experiment.network, "input");
    const JsonFields input(json, "input", problems);
    input.known(keys_of(fields));
    const bool from_file = input.find("file");
    Experiment as_given;
    as_given.input.file = from_file ? "file" : "";
    for (const Field& field : fields)
        if (!applies(field, as_given) && input.find(field.key()))
            problems.push_back({input.path(field.key()),
                from_file ? tr("cannot be combined with file, which has its own samples")
                          : tr("is only for an input with file; mean and std scale random inputs")});
    for (const Field& field : fields)
        if (applies(field, as_given))
            read_field(input, field, experiment, problems);
}

void read_part(const Json& json, const std::string& part, Experiment& experiment, Problems& problems)
{
    const auto fields = fields_of(experiment.network, part);
    const JsonFields members(json, part, problems);
    members.known(keys_of(fields));
    for (const Field& field : fields)
        if (!field.required.empty())
            members.required({std::string(field.key())}, field.required);
    read_fields(members, fields, experiment, problems);
}

Experiment read_members(const Json& root, Problems& problems)
{
    Experiment experiment;
    const JsonFields fields(root, "", problems);
    fields.known({"format", "version", "title", "preset", "network", "weights", "input", "measure", "train", "seed",
        "replicas"});
    read_field(fields, field_of("title"), experiment, problems);
    if (const Json* preset = fields.object("preset"))   // describes a built-in file; an experiment does not keep it
        read_preset_info(*preset, fields.path("preset"), problems);
    fields.required({"network"}, tr("an object such as %1", "{\"kind\": \"dense\"}"));
    if (const Json* network = fields.object("network"))
        read_network(*network, experiment, problems);
    if (const Json* weights = fields.object("weights"))
        read_part(*weights, "weights", experiment, problems);
    if (const Json* input = fields.object("input"))
        read_input(*input, experiment, problems);
    if (const Json* measure = fields.object("measure"))
        read_part(*measure, "measure", experiment, problems);
    if (const Json* train = fields.object("train")) {
        experiment.train = Training();
        read_part(*train, "train", experiment, problems);
    }
    for (const char* last : {"seed", "replicas"})
        read_field(fields, field_of(last), experiment, problems);
    return experiment;
}

/// Adds the problems of the values, except for paths that already have a problem, or lie inside one that does.
void add_value_problems(const Experiment& experiment, Problems& problems)
{
    std::set<std::string, std::less<>> told;
    for (const Problem& problem : problems)
        told.insert(problem.path);
    for (Problem& problem : validate(experiment)) {
        std::string_view path = problem.path;
        while (!path.empty() && !told.contains(path))
            path = path.substr(0, path.rfind('.') == std::string_view::npos ? 0 : path.rfind('.'));
        if (path.empty())
            problems.push_back(std::move(problem));
    }
}

Experiment read_experiment(const Json& root, Problems& problems)
{
    Experiment experiment = read_members(root, problems);
    add_value_problems(experiment, problems);
    return experiment;
}

/// Normalizes an experiment, so that equivalent files give equal experiments: everything named, in order, without
/// redundant entries.
Experiment completed(Experiment experiment)
{
    auto& overrides = experiment.network.overrides;
    std::sort(overrides.begin(), overrides.end(), [](const auto& a, const auto& b) { return a.layer < b.layer; });
    experiment = with_completed_parameters(std::move(experiment));
    Network& network = experiment.network;
    for (const RoleInfo& role : kind_of(network).roles) {
        // A role equal to its default follows the default.
        const auto found = network.roles.find(role.name);
        if (found == network.roles.end())
            continue;
        const Initializer own = found->second;
        network.roles.erase(found);
        if (!(own == initializer_of(network, role.name, role.kind)))
            network.roles[role.name] = own;
    }
    return experiment;
}

std::variant<Experiment, Problems> completed(std::variant<Experiment, Problems> read)
{
    if (auto* experiment = std::get_if<Experiment>(&read))
        return completed(std::move(*experiment));
    return read;
}

}   // namespace

std::variant<Experiment, std::vector<Problem>> parse_experiment(std::string_view text)
{
    return completed(parse_object(text, tr("an experiment, a JSON object"), [](const Json& root, Problems& problems) {
        return JsonFields(root, "", problems).format("stepzero-experiment") ? read_experiment(root, problems)
                                                                            : Experiment();
    }));
}

std::variant<Experiment, std::vector<Problem>> experiment_of(const Json& object)
{
    Problems problems;
    Experiment experiment = read_experiment(object, problems);
    cut_short(problems);
    if (!problems.empty())
        return problems;
    return completed(std::move(experiment));
}

}   // namespace stepzero
