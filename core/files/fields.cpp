// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/fields.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

/// The fields of one kind, with indices for lookup.
struct KnownFields {
    explicit KnownFields(const NetworkKind* kind) : all(described_fields(kind))
    {
        for (const Field& field : all) {
            by_path[field.path] = &field;
            std::span<const Field>& part = parts[field.part()];
            part = {part.empty() ? &field : part.data(), part.size() + 1};
        }
        parts.erase("");   // fields without a part are separate
    }
    KnownFields(const KnownFields&) = delete;
    std::vector<Field> all;
    std::map<std::string_view, const Field*> by_path;
    std::map<std::string_view, std::span<const Field>> parts;
};

const KnownFields& known_fields(const Network& network)
{
    static const auto known = [] {
        std::map<std::string, KnownFields, std::less<>> each;
        for (const NetworkKind& kind : kinds())
            each.try_emplace(kind.name, &kind);
        return each;
    }();
    static const KnownFields of_any(nullptr);
    const auto found = known.find(network.kind);
    return found == known.end() ? of_any : found->second;
}

bool is_default(const Field& field, const Experiment& experiment)
{
    return std::visit([&](const auto& place) { return place(experiment) == place(usual_experiment()); }, field.place);
}

}   // namespace

std::string_view Field::key() const { return std::string_view(path).substr(path.rfind('.') + 1); }

std::string_view Field::part() const
{
    const std::size_t dot = path.rfind('.');
    return dot == std::string::npos ? std::string_view() : std::string_view(path).substr(0, dot);
}

const std::vector<Field>& fields_of(const Network& network) { return known_fields(network).all; }

std::span<const Field> fields_of(const Network& network, std::string_view part)
{
    return known_fields(network).parts.at(part);
}

const Field* find_field(const Network& network, std::string_view path)
{
    const auto& known = known_fields(network).by_path;
    const auto found = known.find(path);
    return found == known.end() ? nullptr : found->second;
}

const Field* find_field(const Network& network, const FieldPlace& place)
{
    const auto& all = fields_of(network);
    const auto found = std::ranges::find(all, place, &Field::place);
    return found == all.end() ? nullptr : &*found;
}

const Field& field_of(std::string_view path)
{
    for (const NetworkKind& kind : kinds())
        if (const Field* found = find_field(kind.network, path))
            return *found;
    throw std::out_of_range(std::string(path));
}

const Experiment& usual_experiment()
{
    static const Experiment usual = [] {
        Experiment plain;
        plain.train.emplace();
        return plain;
    }();
    return usual;
}

bool applies(const Field& field, const Experiment& experiment) { return !field.applies || field.applies(experiment); }

bool is_told(const Field& field, const Experiment& experiment)
{
    return applies(field, experiment) && (!field.quiet || !is_default(field, experiment))
        && (field.only_with.empty() || !is_default(field, experiment)
            || is_told(field_of(field.only_with), experiment));
}

bool is_whole(const Field& field)
{
    return std::holds_alternative<Place<int>>(field.place) || std::holds_alternative<Place<std::uint64_t>>(field.place);
}

double number_of(const Field& field, const Experiment& experiment)
{
    if (const auto* place = std::get_if<Place<int>>(&field.place))
        return (*place)(experiment);
    if (const auto* place = std::get_if<Place<std::uint64_t>>(&field.place))
        return double((*place)(experiment));
    return std::get<Place<double>>(field.place)(experiment);
}

void set_number(const Field& field, Experiment& experiment, double number)
{
    if (const auto* place = std::get_if<Place<int>>(&field.place))
        (*place)(experiment) = int(number);
    else if (const auto* whole = std::get_if<Place<std::uint64_t>>(&field.place))
        (*whole)(experiment) = std::uint64_t(number);
    else
        std::get<Place<double>>(field.place)(experiment) = number;
}

}   // namespace stepzero
