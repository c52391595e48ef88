// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/cell_json.h"

#include <algorithm>
#include <cmath>

#include "core/base/json/json_fields.h"
#include "core/base/words/ranges.h"
#include "core/base/words/words.h"
#include "core/exchange/result.h"

namespace stepzero {

namespace {

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

Json tree(const CellNumbers& numbers)
{
    Json json = json_object();
    for (const auto& [name, number] : moment_numbers) {
        json.add(name, json_of(numbers.value.*number));
        if (numbers.sd)
            json.add(std::string(name) + "_sd", json_of((*numbers.sd).*number));
    }
    if (numbers.value.log10_rms)
        json.add("log10_rms", json_of(*numbers.value.log10_rms));
    return json;
}

Json tree(const CellQuantiles& quantiles) { return json_of(std::vector(quantiles.begin(), quantiles.end())); }

Json tree(const CellPrediction& prediction)
{
    Json json = json_object();
    for (const auto& [name, number] : predicted_numbers)
        json.add(name, json_of(prediction.*number));
    return json;
}

Json tree(const CellLayer& layer, int number)
{
    Json json = json_object(
        {{"layer", json_of(number)}, {"weight", tree(layer.weight)}, {"preactivation", tree(layer.preactivation)},
            {"activation_output", tree(layer.output)}, {"preactivation_quantiles", tree(layer.preactivation_quantiles)},
            {"activation_output_quantiles", tree(layer.output_quantiles)}});
    if (layer.zero_fraction)
        json.add("zero_fraction", json_of(*layer.zero_fraction));
    if (layer.saturated_fraction)
        json.add("saturated_fraction", json_of(*layer.saturated_fraction));
    if (layer.gradient)
        json.add("gradient", tree(*layer.gradient));
    json.add("prediction", tree(layer.prediction));
    return json;
}

Json tree(const CellWeights& weights)
{
    return json_object({{"layer", json_of(1)}, {"low", json_of(weights.low)}, {"high", json_of(weights.high)},
        {"counts", json_of(weights.counts)},
        {"density",
            json_object({{"low", json_of(weights.density_low)}, {"high", json_of(weights.density_high)},
                {"values", json_of(weights.density)}})},
        {"quantiles", tree(weights.quantiles)}});
}

Json tree(const CellTraining& training)
{
    Json json = json_object({{"log10_first_loss", json_of(training.log10_first_loss)}});
    if (!training.diverged)
        json.add("log10_last_loss", json_of(training.log10_last_loss));
    if (training.last_loss_sd)
        json.add("log10_last_loss_sd", json_of(*training.last_loss_sd));
    if (training.right)
        json.add("right", json_of(*training.right));
    json.add("diverged", json_of(training.diverged));
    return json;
}

// ---- reading -----------------------------------------------------------------------------------------------

CellNumbers read_numbers(const JsonFields& layer, const char* key, Problems& problems)
{
    CellNumbers numbers;
    const Json* json = layer.object(key);
    if (!json)
        return numbers;
    const JsonFields fields(*json, layer.path(key), problems);
    fields.known({"mean", "mean_sd", "std", "std_sd", "rms", "rms_sd", "log10_rms"});
    if (fields.find("mean_sd"))
        numbers.sd.emplace();
    for (const auto& [name, number] : moment_numbers) {
        fields.required({name});
        fields.read_any(name, numbers.value.*number);
        if (!numbers.sd)
            continue;
        const std::string deviation = std::string(name) + "_sd";
        fields.required({deviation});
        fields.read_any(deviation, (*numbers.sd).*number);
    }
    if (fields.find("log10_rms"))
        fields.read_any("log10_rms", numbers.value.log10_rms.emplace());
    return numbers;
}

CellQuantiles read_quantiles(const JsonFields& fields, const char* key, Problems& problems)
{
    CellQuantiles quantiles {};
    const std::vector<double> numbers = fields.numbers(key);
    if (numbers.size() == quantiles.size())
        std::copy(numbers.begin(), numbers.end(), quantiles.begin());
    else
        problems.push_back({fields.path(key), tr("must have 5 entries, got %1", numbers.size())});
    return quantiles;
}

CellPrediction read_prediction(const Json& json, const std::string& path, Problems& problems)
{
    CellPrediction prediction;
    const JsonFields fields(json, path, problems);
    std::vector<std::string> names;
    for (const auto& entry : predicted_numbers)
        names.emplace_back(entry.first);
    fields.known(names);
    fields.required(names);
    for (const auto& [name, number] : predicted_numbers)
        if (const Json* found = fields.find(name); found && found->kind != Json::Kind::null)
            fields.read_any(name, (prediction.*number).emplace());
    return prediction;
}

CellLayer read_layer(const Json& json, const std::string& path, Problems& problems)
{
    CellLayer layer;
    const JsonFields fields(json, path, problems);
    fields.known({"layer", "weight", "preactivation", "activation_output", "preactivation_quantiles",
        "activation_output_quantiles", "zero_fraction", "saturated_fraction", "gradient", "prediction"});
    fields.required({"weight", "preactivation", "activation_output", "prediction"});
    layer.weight = read_numbers(fields, "weight", problems);
    layer.preactivation = read_numbers(fields, "preactivation", problems);
    layer.output = read_numbers(fields, "activation_output", problems);
    layer.preactivation_quantiles = read_quantiles(fields, "preactivation_quantiles", problems);
    layer.output_quantiles = read_quantiles(fields, "activation_output_quantiles", problems);
    if (fields.find("zero_fraction"))
        fields.read_any("zero_fraction", layer.zero_fraction.emplace());
    if (fields.find("saturated_fraction"))
        fields.read_any("saturated_fraction", layer.saturated_fraction.emplace());
    if (fields.find("gradient"))
        layer.gradient = read_numbers(fields, "gradient", problems);
    if (const Json* prediction = fields.object("prediction"))
        layer.prediction = read_prediction(*prediction, fields.path("prediction"), problems);
    return layer;
}

CellWeights read_weights(const Json& json, const std::string& path, Problems& problems)
{
    const JsonFields fields(json, path, problems);
    fields.known({"layer", "low", "high", "counts", "density", "quantiles"});
    fields.required({"low", "high", "counts", "density"});
    CellWeights weights;
    fields.read_any("low", weights.low);
    fields.read_any("high", weights.high);
    weights.counts = fields.numbers("counts");
    weights.quantiles = read_quantiles(fields, "quantiles", problems);
    if (const Json* density = fields.object("density")) {
        const JsonFields curve(*density, fields.path("density"), problems);
        curve.known({"low", "high", "values"});
        curve.required({"low", "high", "values"});
        curve.read_any("low", weights.density_low);
        curve.read_any("high", weights.density_high);
        weights.density = curve.numbers("values");
    }
    return weights;
}

CellTraining read_training(const JsonFields& cell, Problems& problems)
{
    CellTraining training;
    const Json* json = cell.object("training");
    if (!json)
        return training;
    const JsonFields fields(*json, cell.path("training"), problems);
    fields.known({"log10_first_loss", "log10_last_loss", "log10_last_loss_sd", "right", "diverged"});
    fields.required({"log10_first_loss", "diverged"});
    fields.read_any("log10_first_loss", training.log10_first_loss);
    fields.read("diverged", training.diverged);
    if (!training.diverged) {
        fields.required({"log10_last_loss"});
        fields.read_any("log10_last_loss", training.log10_last_loss);
    }
    if (fields.find("log10_last_loss_sd"))
        fields.read_any("log10_last_loss_sd", training.last_loss_sd.emplace());
    if (fields.find("right"))
        fields.read_any("right", training.right.emplace());
    return training;
}

}   // namespace

Json json_of(const CellResult& cell)
{
    const auto ratio = log10_gradient_ratio(cell);
    Json layers = json_list(), remarks = json_list();
    for (const CellLayer& layer : cell.layers)
        layers.add(tree(layer, int(layers.items.size()) + 1));
    for (const Remark& remark : cell.remarks)
        remarks.add(json_object({{"layer", json_of(remark.layer)}, {"message", json_of(remark.text)}}));
    Json json = json_object({{"cell", json_of(cell.index)}, {"labels", json_of(cell.labels)},
        {"stability", json_of(stability(last_std(cell)))}, {"last_std", json_of(last_std(cell))},
        {"min_layer_std", json_of(least_layer_std(cell))}, {"max_layer_std", json_of(most_layer_std(cell))},
        {"gradient_ratio", json_of(ratio ? std::optional(std::pow(10.0, *ratio)) : ratio)},
        {"log10_gradient_ratio", json_of(ratio)}, {"layers", std::move(layers)}, {"weights", tree(cell.weights)},
        {"remarks", std::move(remarks)}});
    if (cell.training)
        json.add("training", tree(*cell.training));
    return json;
}

CellResult read_cell(const Json& json, const std::string& path, const Grid& grid, Problems& problems)
{
    CellResult cell;
    const JsonFields fields(json, path, problems);
    fields.known({"cell", "labels", "stability", "last_std", "min_layer_std", "max_layer_std", "gradient_ratio",
        "log10_gradient_ratio", "layers", "weights", "training", "remarks"});
    const std::size_t before = problems.size();
    fields.required({"cell", "labels", "layers", "weights", "remarks"});
    fields.read("cell", {0, double(cell_count(grid)) - 1}, cell.index);
    cell.labels = fields.texts("labels");
    if (problems.size() == before && cell.labels != cell_labels(grid, cell.index))
        problems.push_back({fields.path("labels"),
            tr("must be those of cell %1, %2, got %3", cell.index, list_text(cell_labels(grid, cell.index)),
                list_text(cell.labels))});
    if (const Json* layers = fields.list("layers")) {
        if (layers->items.empty())
            problems.push_back({fields.path("layers"), tr("must have at least one entry, got none")});
        for (std::size_t i = 0; i < layers->items.size(); ++i)
            cell.layers.push_back(read_layer(layers->items[i], item_path(fields.path("layers"), i), problems));
    }
    if (const Json* weights = fields.object("weights"))
        cell.weights = read_weights(*weights, fields.path("weights"), problems);
    if (fields.find("training"))
        cell.training = read_training(fields, problems);
    if (const Json* remarks = fields.list("remarks"))
        for (std::size_t i = 0; i < remarks->items.size(); ++i) {
            const JsonFields remark(remarks->items[i], item_path(fields.path("remarks"), i), problems);
            remark.known({"layer", "message"});
            remark.required({"layer", "message"});
            Remark& read = cell.remarks.emplace_back();
            remark.read("layer", {0, ranges::depth.high}, read.layer);
            remark.read("message", read.text);
        }
    return cell;
}

}   // namespace stepzero
