// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/exchange/result.h"
#include "core/words/words.h"
#include "core/grid/grid_json.h"
#include "core/grid/grid_result.h"
#include "core/json/json_fields.h"
#include "core/json/json_values.h"

namespace stepzero {

namespace {

constexpr const char* format_name = "stepzero-study-result";
using OptionalNumber = std::optional<double> CellPrediction::*;
constexpr std::pair<const char*, OptionalNumber> predicted_numbers[] = {{"weight_std", &CellPrediction::weight_std},
    {"preactivation_rms", &CellPrediction::preactivation_rms}, {"activation_mean", &CellPrediction::activation_mean},
    {"activation_std", &CellPrediction::activation_std}, {"activation_rms", &CellPrediction::activation_rms},
    {"gradient_rms", &CellPrediction::gradient_rms},
    {"log10_preactivation_rms", &CellPrediction::log10_preactivation_rms},
    {"log10_activation_std", &CellPrediction::log10_activation_std},
    {"log10_activation_rms", &CellPrediction::log10_activation_rms},
    {"log10_gradient_rms", &CellPrediction::log10_gradient_rms},
    {"preactivation_spread", &CellPrediction::preactivation_spread},
    {"activation_std_spread", &CellPrediction::activation_std_spread},
    {"activation_spread", &CellPrediction::activation_spread}, {"gradient_spread", &CellPrediction::gradient_spread},
    {"zero_fraction", &CellPrediction::zero_fraction}, {"saturated_fraction", &CellPrediction::saturated_fraction}};
constexpr std::pair<const char*, double CellMoments::*> moment_numbers[]
    = {{"mean", &CellMoments::mean}, {"std", &CellMoments::std}, {"rms", &CellMoments::rms}};

// ---- writing -----------------------------------------------------------------------------------------------

template <class Item>
Json list_of(const std::vector<Item>& items)
{
    Json list = json_list();
    for (const Item& item : items)
        list.items.push_back(json_of(item));
    return list;
}

Json tree(const std::optional<double>& number) { return number ? json_of(*number) : Json(); }

Json tree(const CellNumbers& numbers)
{
    Json json = json_object();
    for (const auto& [name, number] : moment_numbers) {
        member(json, name) = json_of(numbers.value.*number);
        if (numbers.sd)
            member(json, std::string(name) + "_sd") = json_of((*numbers.sd).*number);
    }
    if (numbers.value.log10_rms)
        member(json, "log10_rms") = json_of(*numbers.value.log10_rms);
    return json;
}

Json tree(const CellQuantiles& quantiles) { return list_of(std::vector(quantiles.begin(), quantiles.end())); }

Json tree(const CellLayer& layer, std::size_t index)
{
    Json json = json_object();
    member(json, "layer") = json_of(double(index + 1));
    member(json, "weight") = tree(layer.weight);
    member(json, "preactivation") = tree(layer.preactivation);
    member(json, "activation_output") = tree(layer.output);
    member(json, "preactivation_quantiles") = tree(layer.preactivation_quantiles);
    member(json, "activation_output_quantiles") = tree(layer.output_quantiles);
    if (layer.zero_fraction)
        member(json, "zero_fraction") = json_of(*layer.zero_fraction);
    if (layer.saturated_fraction)
        member(json, "saturated_fraction") = json_of(*layer.saturated_fraction);
    if (layer.gradient)
        member(json, "gradient") = tree(*layer.gradient);
    Json& prediction = member(json, "prediction") = json_object();
    for (const auto& [name, number] : predicted_numbers)
        member(prediction, name) = tree(layer.prediction.*number);
    return json;
}

Json tree(const CellWeights& weights)
{
    Json json = json_object();
    member(json, "layer") = json_of(1.0);
    member(json, "low") = json_of(weights.low);
    member(json, "high") = json_of(weights.high);
    member(json, "counts") = list_of(weights.counts);
    Json& density = member(json, "density") = json_object();
    member(density, "low") = json_of(weights.density_low);
    member(density, "high") = json_of(weights.density_high);
    member(density, "values") = list_of(weights.density);
    member(json, "quantiles") = tree(weights.quantiles);
    return json;
}

Json tree(const CellResult& cell)
{
    Json json = json_object();
    member(json, "cell") = json_of(double(cell.index));
    member(json, "labels") = list_of(cell.labels);
    member(json, "stability") = json_of(stability(last_std(cell)));
    member(json, "last_std") = json_of(last_std(cell));
    member(json, "min_layer_std") = json_of(least_layer_std(cell));
    member(json, "max_layer_std") = json_of(most_layer_std(cell));
    const auto ratio = log10_gradient_ratio(cell);
    member(json, "gradient_ratio") = tree(ratio ? std::optional(std::pow(10.0, *ratio)) : ratio);
    member(json, "log10_gradient_ratio") = tree(ratio);
    Json& layers = member(json, "layers") = json_list();
    for (std::size_t i = 0; i < cell.layers.size(); ++i)
        layers.items.push_back(tree(cell.layers[i], i));
    member(json, "weights") = tree(cell.weights);
    Json& remarks = member(json, "remarks") = json_list();
    for (const Remark& remark : cell.remarks) {
        Json& item = remarks.items.emplace_back(json_object());
        member(item, "layer") = json_of(double(remark.layer));
        member(item, "message") = json_of(remark.text);
    }
    return json;
}

// ---- reading -----------------------------------------------------------------------------------------------

std::optional<double> read_optional(const JsonFields& fields, const char* key)
{
    const Json* found = fields.any(key);
    return found && found->kind != Json::Kind::null ? std::optional(fields.number(key)) : std::nullopt;
}

CellNumbers read_numbers(const JsonFields& layer, const char* key, Problems& problems)
{
    CellNumbers numbers;
    const Json* json = layer.object(key);
    if (!json)
        return numbers;
    const JsonFields fields(*json, layer.path(key), problems);
    fields.known({"mean", "mean_sd", "std", "std_sd", "rms", "rms_sd", "log10_rms"});
    if (fields.has("mean_sd"))
        numbers.sd.emplace();
    for (const auto& [name, number] : moment_numbers) {
        numbers.value.*number = fields.number(name);
        if (numbers.sd)
            (*numbers.sd).*number = fields.number(std::string(name) + "_sd");
    }
    if (fields.has("log10_rms"))
        numbers.value.log10_rms = fields.number("log10_rms");
    return numbers;
}

CellQuantiles read_quantiles(const JsonFields& fields, const char* key, Problems& problems)
{
    CellQuantiles quantiles {};
    const std::vector<double> numbers = fields.numbers(key);
    if (numbers.size() == quantiles.size())
        std::copy(numbers.begin(), numbers.end(), quantiles.begin());
    else
        problems.push_back({fields.path(key), "must have 5 entries, got " + std::to_string(numbers.size())});
    return quantiles;
}

CellLayer read_layer(const Json& json, const std::string& path, Problems& problems)
{
    CellLayer layer;
    const JsonFields fields(json, path, problems);
    fields.known({"layer", "weight", "preactivation", "activation_output", "preactivation_quantiles",
        "activation_output_quantiles", "zero_fraction", "saturated_fraction", "gradient", "prediction"});
    layer.weight = read_numbers(fields, "weight", problems);
    layer.preactivation = read_numbers(fields, "preactivation", problems);
    layer.output = read_numbers(fields, "activation_output", problems);
    layer.preactivation_quantiles = read_quantiles(fields, "preactivation_quantiles", problems);
    layer.output_quantiles = read_quantiles(fields, "activation_output_quantiles", problems);
    if (fields.has("zero_fraction"))
        layer.zero_fraction = fields.number("zero_fraction");
    if (fields.has("saturated_fraction"))
        layer.saturated_fraction = fields.number("saturated_fraction");
    if (fields.has("gradient"))
        layer.gradient = read_numbers(fields, "gradient", problems);
    if (const Json* prediction = fields.object("prediction")) {
        const JsonFields predicted(*prediction, fields.path("prediction"), problems);
        std::vector<std::string> known;
        for (const auto& entry : predicted_numbers)
            known.emplace_back(entry.first);
        predicted.known(known);
        for (const auto& [name, number] : predicted_numbers)
            layer.prediction.*number = read_optional(predicted, name);
    }
    return layer;
}

CellWeights read_weights(const Json& json, const std::string& path, Problems& problems)
{
    const JsonFields fields(json, path, problems);
    fields.known({"layer", "low", "high", "counts", "density", "quantiles"});
    CellWeights weights {fields.number("low"), fields.number("high"), fields.numbers("counts"), 0, 0, {}};
    weights.quantiles = read_quantiles(fields, "quantiles", problems);
    if (const Json* density = fields.object("density")) {
        const JsonFields curve(*density, fields.path("density"), problems);
        curve.known({"low", "high", "values"});
        weights.density_low = curve.number("low");
        weights.density_high = curve.number("high");
        weights.density = curve.numbers("values");
    }
    return weights;
}

/// What follows from the layers is worked out again.
CellResult read_cell(const Json& json, const std::string& path, const Grid& grid, Problems& problems)
{
    CellResult cell;
    const JsonFields fields(json, path, problems);
    fields.known({"cell", "labels", "stability", "last_std", "min_layer_std", "max_layer_std", "gradient_ratio",
        "log10_gradient_ratio", "layers", "weights", "remarks"});
    const std::size_t before = problems.size();
    cell.index = std::size_t(fields.whole("cell", 0, int(cell_count(grid)) - 1));
    cell.labels = fields.texts("labels");
    if (problems.size() == before && cell.labels != cell_labels(grid, cell.index))
        problems.push_back({fields.path("labels"),
            "must be those of cell " + std::to_string(cell.index) + ", " + list_text(cell_labels(grid, cell.index))
                + ", got " + list_text(cell.labels)});
    if (const Json* layers = fields.list("layers")) {
        if (layers->items.empty())
            problems.push_back({fields.path("layers"), "must have at least one entry, got none"});
        for (std::size_t i = 0; i < layers->items.size(); ++i)
            cell.layers.push_back(read_layer(layers->items[i], item_path(fields.path("layers"), i), problems));
    }
    if (const Json* weights = fields.object("weights"))
        cell.weights = read_weights(*weights, fields.path("weights"), problems);
    if (const Json* remarks = fields.list("remarks"))
        for (std::size_t i = 0; i < remarks->items.size(); ++i) {
            const JsonFields remark(remarks->items[i], item_path(fields.path("remarks"), i), problems);
            remark.known({"layer", "message"});
            cell.remarks.push_back({remark.whole("layer", 0, int(ranges::depth.high)), remark.text("message")});
        }
    return cell;
}

GridResult read_result(const Json& root, const Grid* known, Problems& problems)
{
    GridResult result;
    const JsonFields fields(root, "", problems);
    if (!fields.format(format_name))
        return result;
    fields.known({"format", "version", "complete", "study", "cells"});
    const Json* study = fields.object("study");
    const Json* cells = fields.list("cells");
    if (!study || !cells)
        return result;
    const bool same = known && json_line(*study) == json_line(grid_tree(*known));
    result.grid = same ? *known : read_grid(*study, "study", problems);
    if (!problems.empty())
        return result;
    for (std::size_t i = 0; i < cells->items.size(); ++i) {
        const std::string path = item_path("cells", i);
        result.cells.push_back(read_cell(cells->items[i], path, result.grid, problems));
        if (i > 0 && result.cells[i].index <= result.cells[i - 1].index)
            problems.push_back({path, "must stand behind the cells of a lower number, each once"});
    }
    return result;
}

}   // namespace

std::string format_grid_result(const GridResult& result)
{
    std::string text = "{\n  \"format\": " + json_text(format_name)
        + ",\n  \"version\": 1,\n  \"complete\": " + (result.complete() ? "true" : "false")
        + ",\n  \"study\": " + json_lines(grid_tree(result.grid), 2) + ",\n  \"cells\": [";
    for (std::size_t i = 0; i < result.cells.size(); ++i)
        text += (i == 0 ? "\n    " : ",\n    ") + json_lines(tree(result.cells[i]), 4);
    return text + (result.cells.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

std::variant<GridResult, std::vector<Problem>> parse_grid_result(std::string_view text, const Grid* known)
{
    JsonReading reading = read_json(text);
    Problems problems = std::move(reading.problems);
    GridResult result;
    if (reading.complete && problems.empty())
        result = read_result(reading.root, known, problems);
    if (problems.empty())
        return result;
    cut_short(problems);
    return problems;
}

}   // namespace stepzero
