// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments in which a field has an effect, and values that it may have. Tests check properties of all fields of all
// kinds with them.
#pragma once

#include <cmath>
#include <variant>
#include <vector>

#include "core/base/json/json_path.h"
#include "core/base/json/write_json.h"
#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/fields.h"
#include "core/kinds/kinds.h"
#include "core/train/default_training.h"

namespace stepzero {

/// Returns the experiment with another value of the field, or the problems that prevent it.
inline std::variant<Experiment, Problems> with(const Experiment& e, const Field& field, const Json& value)
{
    Json json = json_of(e);
    put_value(json, field.path, value);
    auto read = parse_experiment(json_line(json));
    if (std::holds_alternative<Problems>(read)
        && field.path == "train.adapters") {   // a recurrent network has no blocks
        put_value(json, "train.adapted", json_of("all"));
        return parse_experiment(json_line(json));
    }
    return read;
}

/// Returns the JSON of a choice in a file.
inline Json choice(const Field& field, const FieldChoice& one)
{
    return std::holds_alternative<Place<Selection>>(field.place) ? json_object({{"name", json_of(one.name)}})
                                                                 : json_of(one.name);
}

/// Returns a trained network in which the field has an effect.
inline Experiment experiment_with(const NetworkKind& kind, const Field& field)
{
    Experiment e;
    e.network = kind.network;
    e.input = kind.input;
    e.train = default_training(e.network);
    if (!field.only_with.empty()) {
        const Field& other = field_of(field.only_with);
        return std::get<Experiment>(with(e, other, choice(other, other.choices.back())));
    }
    if (!applies(field, e))
        (field.part() == "weights" ? e.weights.file : e.input.file) = "a.npy";
    return with_completed_parameters(e);
}

/// Returns values within the field's range, which may be invalid in combination with others.
inline std::vector<Json> allowed(const Field& field, const Experiment& e)
{
    std::vector<Json> values;
    for (const FieldChoice& one : field.choices)
        values.push_back(choice(field, one));
    if (const auto* flag = std::get_if<Place<bool>>(&field.place))
        return {json_of(!(*flag)(e))};
    if (std::holds_alternative<Place<std::string>>(field.place) && values.empty())
        return {json_of("all"), json_of("hidden"), json_of("b.npy")};
    if (values.empty())
        for (const double factor : {2.0, 0.5, 4.0, 0.0})
            for (const double more : {0, 1})
                if (const double number = number_of(field, e) * factor + more; field.range.holds(number))
                    values.push_back(json_of(is_whole(field) ? std::floor(number) : number));
    return values;
}

}   // namespace stepzero
