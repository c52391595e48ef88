// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/experiment_json.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/activation/activation.h"
#include "core/kinds/kinds.h"
#include "core/json/json_tree.h"
#include "core/words/words.h"
#include "core/init/scheme.h"
#include "core/files/validate.h"
#include "core/files/complete.h"

namespace stepzero {

namespace {

using Problems = std::vector<Problem>;
constexpr int newest_version = 1;
constexpr std::size_t most_problems = 100;   // that are told of one file

// ---- reading -----------------------------------------------------------------------------------------------
// Shape only: types, known keys, and whole numbers that an Experiment can hold. validate() does the rest. What
// is wrong keeps its default, so that it is told once.

void must_be(Problems& problems, const std::string& path, const std::string& what, const Json& found)
{
    problems.push_back({path, "must be " + what + ", got " + found.shown()});
}

/// One object of the file. Missing members keep what they have.
class Members {
public:
    Members(const Json& json, std::string path, Problems& problems)
        : json_(json), path_(std::move(path)), problems_(problems)
    {
    }

    std::string path(std::string_view key) const { return member_path(path_, key); }
    const Json* find(std::string_view key) const { return json_.find(key); }

    /// An object may have these keys only.
    void known(const std::vector<std::string>& keys) const
    {
        for (const std::string& key : json_.keys)
            if (std::find(keys.begin(), keys.end(), key) == keys.end())
                problems_.push_back(
                    {path(key), "is not known" + suggestion(key, keys) + " (known: " + list_text(keys) + ")"});
    }

    template <class Integer>
    void integer(std::string_view key, NumberRange range, Integer& value) const
    {
        const Json* json = find(key);
        if (!json)
            return;
        if (json->kind != Json::Kind::number)
            must_be(problems_, path(key), "a whole number", *json);
        else if (!range.holds(json->number))
            problems_.push_back({path(key), range_message(range, json->number)});
        else if (json->number != std::trunc(json->number))
            must_be(problems_, path(key), "a whole number", *json);
        else
            value = Integer(json->number);
    }

    void number(std::string_view key, double& value) const
    {
        if (const Json* json = of_kind(key, Json::Kind::number, "a number"))
            value = json->number;
    }

    void text(std::string_view key, std::string& value) const
    {
        if (const Json* json = of_kind(key, Json::Kind::text, "a text"))
            value = json->text;
    }

    void boolean(std::string_view key, bool& value) const
    {
        if (const Json* json = of_kind(key, Json::Kind::boolean, "true or false"))
            value = json->boolean;
    }

    const Json* object(std::string_view key) const { return of_kind(key, Json::Kind::object, "an object"); }
    const Json* list(std::string_view key) const { return of_kind(key, Json::Kind::list, "a list"); }

    /// Every member but `name` is a parameter.
    Parameters parameters(std::string_view name) const
    {
        Parameters parameters;
        for (std::size_t i = 0; i < json_.keys.size(); ++i) {
            const Json& value = json_.items[i];
            if (json_.keys[i] == name)
                continue;
            if (value.kind == Json::Kind::number)
                parameters[json_.keys[i]] = value.number;
            else if (value.kind == Json::Kind::text)
                parameters[json_.keys[i]] = value.text;
            else
                must_be(problems_, path(json_.keys[i]), "a number or a word", value);
        }
        return parameters;
    }

private:
    const Json* of_kind(std::string_view key, Json::Kind kind, const char* what) const
    {
        const Json* json = find(key);
        if (!json || json->kind == kind)
            return json;
        must_be(problems_, path(key), what, *json);
        return nullptr;
    }

    const Json& json_;
    std::string path_;
    Problems& problems_;
};

Activation read_activation(const Json& json, const std::string& path, Activation activation, Problems& problems)
{
    if (json.kind == Json::Kind::text)
        return {json.text, {}};
    if (json.kind != Json::Kind::object) {
        must_be(problems, path, "a name, or an object such as {\"name\": \"relu\"}", json);
        return activation;
    }
    const Members members(json, path, problems);
    if (!members.find("name"))
        problems.push_back({members.path("name"), "is required"});
    members.text("name", activation.name);
    activation.parameters = members.parameters("name");
    return activation;
}

Initializer read_initializer(const Json& json, const std::string& path, Initializer initializer, Problems& problems)
{
    if (json.kind != Json::Kind::object) {
        must_be(problems, path, "an object such as {\"scheme\": \"orthogonal\"}", json);
        return initializer;
    }
    const Members members(json, path, problems);
    members.text("scheme", initializer.scheme);
    initializer.parameters = members.parameters("scheme");
    return initializer;
}

void read_overrides(const Json& list, const std::string& path, Network& network, Problems& problems)
{
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const Json& json = list.items[i];
        const std::string where = item_path(path, i);
        LayerOverride& override = network.overrides.emplace_back();
        override.layer = -int(i);   // out of range and unlike all others, until it is read
        if (json.kind != Json::Kind::object) {
            must_be(problems, where, "an object", json);
            continue;
        }
        const Members members(json, where, problems);
        members.known({"layer", "activation", "weight", "bias"});
        if (!members.find("layer"))
            problems.push_back({members.path("layer"), "is required"});
        members.integer("layer", ranges::depth, override.layer);
        if (const Json* found = members.find("activation"))
            override.activation = read_activation(*found, members.path("activation"), network.activation, problems);
        if (const Json* found = members.find("weight"))
            override.weight = read_initializer(*found, members.path("weight"), Network {}.weight, problems);
        if (const Json* found = members.find("bias"))
            override.bias = read_initializer(*found, members.path("bias"), Network {}.bias, problems);
    }
}

void read_widths(const Members& members, Network& network, Problems& problems)
{
    const Json* widths = members.list("widths");
    if (!widths)
        return;
    for (const char* other : {"depth", "width"})
        if (members.find(other))
            problems.push_back({members.path(other), "does not go with widths, which stands in its place"});
    if (!ranges::depth.holds(double(widths->items.size()))) {
        problems.push_back({members.path("widths"),
            "must have " + number_text(ranges::depth.low) + " to " + number_text(ranges::depth.high) + " entries, got "
                + std::to_string(widths->items.size())});
        return;
    }
    for (std::size_t i = 0; i < widths->items.size(); ++i) {
        Json entry {.kind = Json::Kind::object, .keys = {"width"}, .items = {widths->items[i]}};
        network.widths.push_back(1);
        Problems found;
        Members(entry, "", found).integer("width", ranges::width, network.widths.back());
        for (const Problem& problem : found)
            problems.push_back({item_path(members.path("widths"), i), problem.message});
    }
}

void read_options(const Members& members, const NetworkKind& kind, Network& network)
{
    for (const ParameterInfo& info : kind.options) {
        if (!members.find(info.name))
            continue;
        ParameterValue& value = network.options[info.name];
        if (is_flag(info)) {
            bool on = std::get<std::string>(info.default_value) == "true";
            members.boolean(info.name, on);
            value = std::string(on ? "true" : "false");
        } else if (std::holds_alternative<double>(info.default_value)) {
            members.number(info.name, std::get<double>(value));
        } else {
            members.text(info.name, std::get<std::string>(value));
        }
    }
}

void read_roles(const Json& json, const std::string& path, Network& network, Problems& problems)
{
    for (std::size_t i = 0; i < json.keys.size(); ++i)
        network.roles[json.keys[i]]
            = read_initializer(json.items[i], member_path(path, json.keys[i]), network.weight, problems);
}

void read_network(const Json& json, Experiment& experiment, Problems& problems)
{
    Network& network = experiment.network;
    const Members members(json, "network", problems);
    if (!members.find("kind"))
        problems.push_back({members.path("kind"), "is required: must be dense, residual or transformer"});
    members.text("kind", network.kind);
    std::vector<std::string> keys {"kind", "depth", "width", "activation", "weight", "bias"};
    const NetworkKind* kind = find_kind(network.kind);
    if (kind) {
        network = kind->network;
        experiment.input = kind->input;
    }
    if (kind && !kind->layered) {
        keys.push_back("roles");
        for (const ParameterInfo& info : kind->options)
            keys.push_back(info.name);
        read_options(members, *kind, network);
    } else {
        keys.insert(keys.end(), {"input_width", "widths", "overrides"});
    }
    if (kind)
        members.known(keys);
    int input_width = 0;
    members.integer("depth", ranges::depth, network.depth);
    members.integer("width", ranges::width, network.width);
    if (const Json* found = members.find("activation"))
        network.activation = read_activation(*found, members.path("activation"), network.activation, problems);
    if (const Json* found = members.find("weight"))
        network.weight = read_initializer(*found, members.path("weight"), network.weight, problems);
    if (const Json* found = members.find("bias"))
        network.bias = read_initializer(*found, members.path("bias"), network.bias, problems);
    if (kind && !kind->layered) {
        if (const Json* found = members.object("roles"))
            read_roles(*found, members.path("roles"), network, problems);
        return;
    }
    members.integer("input_width", ranges::width, input_width);
    read_widths(members, network, problems);
    if (input_width != 0 && input_width != width_of_layer(network, 1))
        network.input_width = input_width;   // the same width is the default, which follows the first layer
    if (const Json* found = members.list("overrides"))
        read_overrides(*found, members.path("overrides"), network, problems);
}

void read_input(const Json& json, Input& input, bool tokens, Problems& problems)
{
    const Members members(json, "input", problems);
    const std::vector<std::string> drawn = tokens ? std::vector<std::string> {"distribution", "samples", "tokens"}
                                                  : std::vector<std::string> {"distribution", "mean", "std", "samples"};
    std::vector<std::string> keys = drawn;
    keys.push_back("file");
    members.known(keys);
    if (members.find("file")) {
        for (const std::string& other : drawn)
            if (members.find(other))
                problems.push_back({members.path(other), "does not go with file, which brings its own samples"});
        members.text("file", input.file);
        const Json& file = *members.find("file");
        if (file.kind == Json::Kind::text && file.text.empty())
            problems.push_back({members.path("file"), "must be a file name, got \"\""});
        return;
    }
    members.text("distribution", input.distribution);
    members.integer("samples", ranges::samples, input.samples);
    if (tokens) {
        members.integer("tokens", ranges::tokens, input.tokens);
        return;
    }
    members.number("mean", input.mean);
    members.number("std", input.std);
}

void read_measure(const Json& json, Measure& measure, Problems& problems)
{
    const Members members(json, "measure", problems);
    members.known({"gradient", "weight_spectra", "jacobian", "correlation", "correlation_angle"});
    members.boolean("gradient", measure.gradient);
    members.boolean("weight_spectra", measure.weight_spectra);
    members.boolean("jacobian", measure.jacobian);
    members.boolean("correlation", measure.correlation);
    members.number("correlation_angle", measure.correlation_angle);
}

/// Whether the file is of our format and version; when not, nothing else of it is worth a word.
bool read_format(const Members& members, Problems& problems)
{
    const Json* format = members.find("format");
    if (!format)
        problems.push_back({"format", "is required: must be \"stepzero-experiment\""});
    else if (format->text != "stepzero-experiment") {
        must_be(problems, "format", "\"stepzero-experiment\"", *format);
        return false;
    }
    const Json* version = members.find("version");
    if (!version)
        problems.push_back({"version", "is required: must be " + std::to_string(newest_version)});
    else if (version->kind == Json::Kind::number && version->number > newest_version) {
        problems.push_back({"version",
            "must be " + std::to_string(newest_version) + ", got " + version->shown()
                + ": a later version of Stepzero wrote this file"});
        return false;
    } else if (version->kind != Json::Kind::number || version->number != newest_version)
        must_be(problems, "version", std::to_string(newest_version), *version);
    return true;
}

Experiment read_experiment(const Json& root, Problems& problems)
{
    Experiment experiment;
    const Members members(root, "", problems);
    if (!read_format(members, problems))
        return experiment;
    members.known({"format", "version", "title", "network", "input", "measure", "seed", "replicas"});
    members.text("title", experiment.title);
    if (!members.find("network"))
        problems.push_back({"network", "is required: must be an object such as {\"kind\": \"dense\"}"});
    if (const Json* network = members.object("network"))
        read_network(*network, experiment, problems);
    const NetworkKind* kind = find_kind(experiment.network.kind);
    if (const Json* input = members.object("input"))
        read_input(*input, experiment.input, kind && kind->takes_tokens, problems);
    if (const Json* measure = members.object("measure"))
        read_measure(*measure, experiment.measure, problems);
    members.integer("seed", ranges::seed, experiment.seed);
    members.integer("replicas", ranges::replicas, experiment.replicas);
    return experiment;
}

/// Adds the problems of the values, but for paths that have one already, or that lie inside of one that has.
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

// ---- writing -----------------------------------------------------------------------------------------------

std::string value_text(const ParameterValue& value)
{
    const auto* number = std::get_if<double>(&value);
    return number ? json_number(*number) : json_text(std::get<std::string>(value));
}

/// {"scheme": "normal", "mean": 0, "std": 1}: parameters in registry order, completed
std::string named_text(
    const char* key, const std::string& name, const std::vector<ParameterInfo>* infos, const Parameters& given)
{
    std::string text = "{" + json_text(key) + ": " + json_text(name);
    if (infos) {
        const Parameters all = completed(*infos, given);
        for (const ParameterInfo& info : *infos)
            text += ", " + json_text(info.name) + ": " + value_text(all.find(info.name)->second);
    }
    return text + "}";
}

std::string text_of(const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return named_text("name", activation.name, info ? &info->parameters : nullptr, activation.parameters);
}

std::string text_of(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    return named_text("scheme", initializer.scheme, scheme ? &scheme->parameters : nullptr, initializer.parameters);
}

std::string text_of(const LayerOverride& override)
{
    std::string text = "{\"layer\": " + std::to_string(override.layer);
    if (override.activation)
        text += ", \"activation\": " + text_of(*override.activation);
    if (override.weight)
        text += ", \"weight\": " + text_of(*override.weight);
    if (override.bias)
        text += ", \"bias\": " + text_of(*override.bias);
    return text + "}";
}

std::string widths_text(const std::vector<int>& widths)
{
    std::string text;
    for (const int width : widths)
        text += (text.empty() ? "" : ", ") + std::to_string(width);
    return "[" + text + "]";
}

std::string overrides_text(const std::vector<LayerOverride>& overrides)
{
    if (overrides.empty())
        return "[]";
    std::string text;
    for (const LayerOverride& override : overrides)
        text += (text.empty() ? "\n      " : ",\n      ") + text_of(override);
    return "[" + text + "\n    ]";
}

std::string text_of(const Input& input, bool tokens)
{
    if (!input.file.empty())
        return "{\"file\": " + json_text(input.file) + "}";
    if (tokens)
        return "{\"distribution\": " + json_text(input.distribution) + ", \"samples\": " + std::to_string(input.samples)
            + ", \"tokens\": " + std::to_string(input.tokens) + "}";
    return "{\"distribution\": " + json_text(input.distribution) + ", \"mean\": " + json_number(input.mean)
        + ", \"std\": " + json_number(input.std) + ", \"samples\": " + std::to_string(input.samples) + "}";
}

const char* text_of(bool value) { return value ? "true" : "false"; }

/// Three to a line.
std::string options_text(const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    const Parameters all = completed(infos, given);
    std::string text;
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const ParameterValue& value = all.at(infos[i].name);
        text += (i % 3 == 0 ? ",\n    " : ", ") + json_text(infos[i].name) + ": "
            + (is_flag(infos[i]) ? std::get<std::string>(value) : value_text(value));
    }
    return text;
}

/// Those that the network has, and others that it would have with other options.
std::string roles_text(const Network& network)
{
    std::map<std::string, Initializer> all(network.roles.begin(), network.roles.end());
    for (const RoleInfo& role : roles_of(network))
        all.emplace(role.name, initializer_of(network, role.name, role.kind));
    std::string text;
    for (const RoleInfo& role : kind_of(network).roles)
        if (const auto found = all.find(role.name); found != all.end())
            text += (text.empty() ? "\n      " : ",\n      ") + json_text(role.name) + ": " + text_of(found->second);
    return "{" + text + "\n    }";
}

}   // namespace

std::variant<Experiment, std::vector<Problem>> parse_experiment(std::string_view text)
{
    JsonReading reading = read_json(text);
    Problems problems = std::move(reading.problems);
    Experiment experiment;
    if (reading.complete) {
        if (reading.root.kind == Json::Kind::object)
            experiment = read_experiment(reading.root, problems);
        else
            must_be(problems, "", "an experiment, a JSON object", reading.root);
        add_value_problems(experiment, problems);
    }
    if (problems.size() > most_problems) {
        const std::size_t more = problems.size() - most_problems;
        problems.resize(most_problems);
        problems.push_back({"", "has " + std::to_string(more) + " more problems"});
    }
    if (!problems.empty())
        return problems;
    auto& overrides = experiment.network.overrides;
    std::sort(overrides.begin(), overrides.end(), [](const auto& a, const auto& b) { return a.layer < b.layer; });
    experiment = with_completed_parameters(std::move(experiment));
    Network& network = experiment.network;
    if (const NetworkKind& kind = kind_of(network); !kind.layered)
        for (const RoleInfo& role : kind.roles) {
            // What is as it would be without being named follows what it would follow.
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

std::string format_experiment(const Experiment& experiment)
{
    const Network& network = experiment.network;
    const NetworkKind& kind = kind_of(network);
    std::string text = "{\n  \"format\": \"stepzero-experiment\",\n  \"version\": " + std::to_string(newest_version)
        + ",\n  \"title\": " + json_text(experiment.title)
        + ",\n  \"network\": {\n    \"kind\": " + json_text(network.kind);
    if (kind.layered)
        text += ",\n    \"input_width\": " + std::to_string(width_of_layer(network, 0));
    if (network.widths.empty())
        text += ",\n    \"depth\": " + std::to_string(network.depth)
            + ",\n    \"width\": " + std::to_string(network.width);
    else
        text += ",\n    \"widths\": " + widths_text(network.widths);
    text += options_text(kind.options, network.options);
    text += ",\n    \"activation\": " + text_of(network.activation) + ",\n    \"weight\": " + text_of(network.weight)
        + ",\n    \"bias\": " + text_of(network.bias);
    text += !kind.layered ? ",\n    \"roles\": " + roles_text(network)
                              : ",\n    \"overrides\": " + overrides_text(network.overrides);
    text += "\n  },\n  \"input\": " + text_of(experiment.input, kind.takes_tokens);
    text += std::string(",\n  \"measure\": {\"gradient\": ") + text_of(experiment.measure.gradient)
        + ", \"weight_spectra\": " + text_of(experiment.measure.weight_spectra)
        + ", \"jacobian\": " + text_of(experiment.measure.jacobian)
        + ",\n              \"correlation\": " + text_of(experiment.measure.correlation) + ", \"correlation_angle\": "
        + json_number(experiment.measure.correlation_angle) + "},\n  \"seed\": " + std::to_string(experiment.seed)
        + ",\n  \"replicas\": " + std::to_string(experiment.replicas) + "\n}\n";
    return text;
}

}   // namespace stepzero
