// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/grid_json.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/json/json_fields.h"
#include "core/base/json/json_path.h"
#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/math/activation/expression_names.h"
#include "core/study/grid/cell_source.h"

namespace stepzero {

namespace {

constexpr const char* format_name = "stepzero-study";
constexpr std::size_t most_axes = 8;

// ---- reading -----------------------------------------------------------------------------------------------

std::vector<std::string> default_labels(const std::vector<Json>& values)
{
    std::vector<std::string> labels;
    for (const Json& value : values)
        labels.push_back(default_label(value));
    if (std::set<std::string>(labels.begin(), labels.end()).size() < labels.size())
        for (std::size_t i = 0; i < values.size(); ++i)
            labels[i] = json_line(values[i]);
    return labels;
}

/// Values and labels must be unique, so that cells can be distinguished.
void check_different(const std::vector<std::string>& texts, const std::string& path, Problems& problems)
{
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (const auto [first, added] = seen.emplace(texts[i], i); !added)
            problems.push_back({item_path(path, i), tr("is the same as entry [%1] before it", first->second)});
}

/// Checks that an expression contains c, and that the values which replace it are numbers.
void check_expression(const GridAxis& axis, const JsonFields& fields, Problems& problems)
{
    if (!contains_name(axis.expression, expression_constant))
        problems.push_back({fields.path("expression"),
            tr("must contain c, which stands for the values, got %1", quote(axis.expression))});
    for (std::size_t i = 0; i < axis.values.size(); ++i)
        if (axis.values[i].kind != Json::Kind::number)
            problems.push_back({item_path(fields.path("values"), i),
                tr("must be a number, which takes the place of c, got %1", json_line(axis.values[i]))});
}

GridAxis read_axis(const Json& json, const std::string& path, Problems& problems)
{
    GridAxis axis;
    const std::size_t before = problems.size();
    const JsonFields fields(json, path, problems);
    fields.known({"path", "values", "expression", "labels"});
    fields.required({"path", "values"});
    fields.read("path", axis.path);
    const Json* values = fields.list("values");
    if (problems.size() > before || !values)
        return axis;
    if (!is_path(axis.path))
        problems.push_back({fields.path("path"),
            tr("must be a path in an experiment file such as %1, got %2", "\"network.activation\"", quote(axis.path))});
    else if (lies_in(axis.path, "format") || lies_in(axis.path, "version"))
        problems.push_back({fields.path("path"), tr("must be a path in the experiment, got %1", quote(axis.path))});
    if (values->items.empty())
        problems.push_back({fields.path("values"), tr("must have at least one entry, got none")});
    axis.values = values->items;
    std::vector<std::string> lines;
    for (const Json& value : axis.values)
        lines.push_back(json_line(value));
    check_different(lines, fields.path("values"), problems);
    if (fields.find("expression")) {
        fields.read("expression", axis.expression);
        check_expression(axis, fields, problems);
        if (problems.size() > before)
            return axis;
    }
    if (!fields.find("labels")) {
        std::vector<Json> set;
        for (std::size_t i = 0; i < axis.values.size(); ++i)
            set.push_back(set_value(axis, i));
        axis.labels = default_labels(set);
        return axis;
    }
    axis.labels = fields.texts("labels");
    if (axis.labels.size() != axis.values.size())
        problems.push_back({fields.path("labels"),
            tr("must have as many entries as values, %1, got %2", axis.values.size(), axis.labels.size())});
    for (std::size_t i = 0; i < axis.labels.size(); ++i)
        if (axis.labels[i].empty())
            problems.push_back({item_path(fields.path("labels"), i), tr("must not be empty")});
    check_different(axis.labels, fields.path("labels"), problems);
    return axis;
}

/// A value must not overwrite another one.
void check_paths(const std::vector<GridAxis>& axes, const std::string& path, Problems& problems)
{
    for (std::size_t a = 0; a < axes.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const std::string where = item_path(path, a) + ".path";
            if (axes[a].path == axes[b].path)
                problems.push_back({where, tr("is already the path of vary[%1]", b)});
            else if (lies_in(axes[b].path, axes[a].path))
                problems.push_back(
                    {where, tr("would replace what vary[%1] sets at %2: place it before that list", b, axes[b].path)});
        }
}

void check_count(const Grid& grid, const std::string& path, std::size_t most, Problems& problems)
{
    double cells = 1;   // the product of eight long lists exceeds an integer
    for (const GridAxis& axis : grid.axes)
        cells *= double(axis.values.size());
    if (cells > double(most_cells))
        problems.push_back({path, tr("must make at most %1 cells together, got more", most_cells)});
    else if (cells > double(most))
        problems.push_back({path,
            tr("must make at most %1 cells together to be drawn, got %2 (stepzero run accepts more)", most,
                number_text(cells))});
}

/// Returns whether a list may change the value at a path, or part of it.
bool is_varied(const Grid& grid, const std::string& path)
{
    return std::any_of(grid.axes.begin(), grid.axes.end(),
        [&](const GridAxis& axis) { return lies_in(axis.path, path) || lies_in(path, axis.path); });
}

/// Returns `given` with the members of `all` added or replaced, in the order of `all`. Members in `left`, and those
/// that a list may change, are omitted.
Json completed_object(const Grid& grid, const std::string& path, const Json& given, const Json& all,
    const std::vector<std::string>& left = {})
{
    Json object = json_object();
    for (std::size_t i = 0; i < all.keys.size(); ++i) {
        const std::string& key = all.keys[i];
        const bool keep
            = std::find(left.begin(), left.end(), key) != left.end() || is_varied(grid, member_path(path, key));
        if (!keep)
            member(object, key) = all.items[i];
        else if (const Json* own = given.find(key))
            member(object, key) = *own;
    }
    for (std::size_t i = 0; i < given.keys.size(); ++i)
        if (!object.find(given.keys[i]))
            member(object, given.keys[i]) = given.items[i];
    return object;
}

/// Returns the base with all values that are the same in all cells. Values that depend on others stay as in the file:
/// widths that follow others, roles that follow the weights, members of an input.
Json completed_base(const Grid& grid)
{
    const Json all = read_json(format_experiment(cell_experiment(grid, 0))).root;
    const bool one_kind = !is_varied(grid, "network.kind");
    std::vector<std::string> following {"input_width", "widths", "roles"};
    if (is_varied(grid, "network.widths"))
        following.insert(following.end(), {"depth", "width"});
    Json objects = json_object();   // objects whose members are completed, as in the file
    if (one_kind)
        member(objects, "network") = json_object();
    if (one_kind && !is_varied(grid, "input.file"))
        member(objects, "input") = json_object();
    member(objects, "measure") = json_object();
    for (std::size_t i = 0; i < objects.keys.size(); ++i) {
        const Json* given = grid.base.find(objects.keys[i]);
        objects.items[i] = completed_object(grid, objects.keys[i], given ? *given : json_object(),
            *all.find(objects.keys[i]), objects.keys[i] == "network" ? following : std::vector<std::string>());
    }
    Json base = json_object();
    for (std::size_t i = 0; i < all.keys.size(); ++i) {
        const std::string& key = all.keys[i];
        const bool shared = (key == "seed" || key == "replicas") && !is_varied(grid, key);
        const Json* value = shared ? &all.items[i] : objects.find(key) ? objects.find(key) : grid.base.find(key);
        if (value)
            member(base, key) = *value;
    }
    return base;
}

}   // namespace

std::string default_label(const Json& value)
{
    switch (value.kind) {
    case Json::Kind::text:
        return value.text.empty() ? "\"\"" : value.text;
    case Json::Kind::list: {
        std::string label;
        for (const Json& item : value.items) {
            if (item.holds_others())
                return json_line(value);
            label += (label.empty() ? "" : "-") + default_label(item);
        }
        return label.empty() ? "[]" : label;
    }
    case Json::Kind::object: {
        std::string label;
        for (std::size_t i = 0; i < value.keys.size(); ++i) {
            if (value.items[i].holds_others())
                return json_line(value);
            const bool is_name = value.keys[i] == "scheme" || value.keys[i] == "name";
            label += (label.empty() ? "" : ", ") + (is_name ? "" : value.keys[i] + " ") + default_label(value.items[i]);
        }
        return label.empty() ? "{}" : label;
    }
    default:
        return json_line(value);
    }
}

Grid read_grid(const Json& root, const std::string& path, std::size_t most, Problems& problems)
{
    Grid grid;
    const std::size_t before = problems.size();
    const JsonFields fields(root, path, problems);
    if (!fields.format(format_name))
        return grid;
    fields.known({"format", "version", "title", "experiment", "vary"});
    fields.required({"experiment", "vary"});
    fields.read("title", grid.title);
    if (const Json* experiment = fields.object("experiment")) {
        grid.base = *experiment;
        for (const char* key : {"format", "version"})
            if (grid.base.find(key))
                problems.push_back({member_path(fields.path("experiment"), key), tr("is only for an experiment file")});
    }
    const std::string vary = fields.path("vary");
    if (const Json* axes = fields.list("vary")) {
        if (!NumberRange {1, double(most_axes)}.holds(double(axes->items.size())))
            problems.push_back({vary, tr("must have 1 to %1 entries, got %2", most_axes, axes->items.size())});
        else
            for (std::size_t a = 0; a < axes->items.size(); ++a)
                grid.axes.push_back(read_axis(axes->items[a], item_path(vary, a), problems));
    }
    if (problems.size() > before)
        return grid;
    check_paths(grid.axes, vary, problems);
    check_count(grid, vary, most, problems);
    if (problems.size() > before)
        return grid;
    check_cells(grid, path, problems);
    if (problems.size() == before)
        grid.base = completed_base(grid);
    return grid;
}

std::variant<Grid, std::vector<Problem>> parse_grid(std::string_view text, std::size_t most)
{
    JsonReading reading = read_json(text);
    Problems problems = std::move(reading.problems);
    Grid grid;
    if (reading.complete && problems.empty())
        grid = read_grid(reading.root, "", most, problems);
    if (problems.empty())
        return grid;
    cut_short(problems);
    return problems;
}

Json json_of(const GridAxis& axis)
{
    Json json = json_object({{"path", json_of(axis.path)}, {"values", json_list(axis.values)}});
    if (!axis.expression.empty())
        json.add("expression", json_of(axis.expression));
    if (!axis.labels.empty())   // already complete
        json.add("labels", json_of(axis.labels));
    return json;
}

Json json_of(const Grid& grid)
{
    return json_object({{"format", json_of(format_name)}, {"version", json_of(1)}, {"title", json_of(grid.title)},
        {"experiment", grid.base}, {"vary", json_of(grid.axes)}});
}

std::string format_grid(const Grid& grid) { return json_lines(json_of(grid)) + "\n"; }

Text title_of(const Grid& grid)
{
    const Preset* preset = find_title(study_presets(), grid.title);
    if (!preset)
        return grid.title.empty() ? Text() : Text::name(grid.title);
    const auto parsed = parse_grid(preset->text);
    const auto* original = std::get_if<Grid>(&parsed);
    return original && format_grid(*original) == format_grid(grid) ? preset->title : Text();
}

bool is_grid(std::string_view text)
{
    const Json root = read_json(text).root;
    const Json* format = root.find("format");
    return format && format->text == format_name;
}

}   // namespace stepzero
