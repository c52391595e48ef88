// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/parametrization_file.h"

#include "core/base/json/json_fields.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

constexpr NumberRange power_range {-4, 4};

Powers read_powers(const JsonFields& fields, const char* key, Problems& problems)
{
    Powers read;
    const Json* object = fields.object(key);
    if (!object)
        return read;
    const JsonFields own(*object, fields.path(key), problems);
    own.known({"width", "depth"});
    for (const auto& [name, power] : {std::pair("width", &read.width), {"depth", &read.depth}}) {
        own.read(name, *power);
        if (!power_range.holds(*power))
            problems.push_back({own.path(name), range_message(power_range, *power)});
    }
    return read;
}

GrowthRule read_rule(const Json& json, const std::string& path, Problems& problems)
{
    const JsonFields fields(json, path, problems);
    fields.known({"initial", "multiplier", "sgd_rate", "adam_rate"});
    GrowthRule rule;
    if (fields.object("initial"))
        rule.initial = read_powers(fields, "initial", problems);
    rule.multiplier = read_powers(fields, "multiplier", problems);
    rule.sgd_rate = read_powers(fields, "sgd_rate", problems);
    rule.adam_rate = read_powers(fields, "adam_rate", problems);
    return rule;
}

Parametrization read_parametrization(const Json& root, Problems& problems)
{
    Parametrization read;
    const JsonFields fields(root, "", problems);
    if (!fields.format("stepzero-parametrization"))
        return read;
    std::vector<std::string> keys {"format", "version", "name", "label", "source", "branch", "attention"};
    for (int g = 0; g < growths; ++g)
        keys.emplace_back(word(Growth(g)));
    fields.known(keys);
    fields.required({"name"});
    fields.read("name", read.name);
    read.label = Text::whole(read.name);
    fields.read("label", read.label);
    fields.read("source", read.source);
    for (int g = 0; g < growths; ++g)
        if (const Json* rule = fields.object(word(Growth(g))))
            read.rules[g] = read_rule(*rule, fields.path(word(Growth(g))), problems);
    read.branch = read_powers(fields, "branch", problems);
    read.attention = read_powers(fields, "attention", problems);
    return read;
}

}   // namespace

std::variant<Parametrization, std::vector<Problem>> parse_parametrization(std::string_view text)
{
    return parse_object(text, tr("a parametrization, a JSON object"), read_parametrization);
}

}   // namespace stepzero
