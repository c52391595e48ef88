// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/result.h"

#include "core/exchange/json_tree.h"
#include "core/exchange/layer_numbers.h"
#include "core/exchange/theory_json.h"
#include "core/experiment/experiment_json.h"

namespace stepzero {

namespace {

/// `text`, an object of its own, as a member two levels of spaces further in.
std::string indented(std::string_view text)
{
    std::string moved;
    while (!text.empty() && text.back() == '\n')
        text.remove_suffix(1);
    for (const char c : text) {
        moved += c;
        if (c == '\n')
            moved += "  ";
    }
    return moved;
}

/// `"weight": {"mean": 0, …},` and so on for every group of numbers.
std::string groups_text(const LayerMeasurement& layer, const LayerMeasurement* spread)
{
    const std::vector<LayerNumber> numbers = layer_numbers(layer);
    const std::vector<LayerNumber> deviations = spread ? layer_deviations(*spread) : std::vector<LayerNumber>();
    const auto deviation_of = [&](const LayerNumber& number) -> const LayerNumber* {
        for (const LayerNumber& deviation : deviations)
            if (deviation.group == number.group && deviation.name == number.name)
                return &deviation;
        return nullptr;
    };
    std::string text;
    std::string_view group;
    for (const LayerNumber& number : numbers) {
        if (number.group == group)
            text += ", ";
        else
            text += (group.empty() ? "\n      " : "},\n      ") + json_text(number.group) + ": {";
        group = number.group;
        text += json_text(number.name) + ": " + json_number(number.value);
        if (const LayerNumber* deviation = deviation_of(number))
            text += ", " + json_text(std::string(number.name) + "_sd") + ": " + json_number(deviation->value);
    }
    return text + "}";
}

std::string list_of(const LogSpectrum& values)
{
    std::string text;
    for (const auto& value : values)
        text += (text.empty() ? "" : ", ") + (value ? json_number(*value) : "null");
    return "[" + text + "]";
}

/// `"name": […]`, and `, "name_sd": […]` of several replicas.
std::string spectrum_text(const std::string& name, const SpectrumStatistics& spectrum)
{
    return json_text(name) + ": " + list_of(spectrum.mean)
        + (spectrum.sd.empty() ? "" : ", " + json_text(name + "_sd") + ": " + list_of(spectrum.sd));
}

std::string layer_text(const LayerPlan& plan, const LayerMeasurement& layer, const LayerMeasurement* spread,
    const std::optional<LayerPrediction>& prediction, const SpectrumStatistics* spectrum)
{
    std::string text = "\n    {\n      \"layer\": " + std::to_string(plan.layer)
        + ", \"fan_in\": " + std::to_string(plan.fan_in) + ", \"fan_out\": " + std::to_string(plan.fan_out)
        + ", \"activation\": " + json_text(plan.activation.name) + "," + groups_text(layer, spread);
    if (spectrum)
        text += ",\n      " + spectrum_text("weight_singular_values", *spectrum);
    return text + ",\n      \"prediction\": " + prediction_text(prediction) + "\n    }";
}

std::string remarks_text(const std::vector<Remark>& remarks)
{
    std::string text;
    for (const Remark& remark : remarks)
        text += (text.empty() ? "" : ", ") + ("{\"layer\": " + std::to_string(remark.layer))
            + ", \"message\": " + json_text(remark.text) + "}";
    return "[" + text + "]";
}

}   // namespace

std::string_view stability(double last_std)
{
    if (last_std >= 0.5 && last_std <= 2)
        return "high";
    return last_std > 0.1 ? "medium" : "low";
}

std::string format_result(const Experiment& experiment, const std::vector<LayerPlan>& plan,
    const Measurement& measurement, const Prediction& prediction, const std::vector<SpectrumStatistics>* weight_spectra,
    const JacobianResult* jacobian)
{
    std::string text = "{\n  \"format\": \"stepzero-result\",\n  \"version\": 1,\n  \"experiment\": "
        + indented(format_experiment(experiment)) + ",\n  \"layers\": [";
    for (std::size_t i = 0; i < plan.size(); ++i) {
        const LayerMeasurement* spread = measurement.spread.empty() ? nullptr : &measurement.spread.at(i);
        text += (i == 0 ? "" : ",")
            + layer_text(plan[i], measurement.layers.at(i), spread, prediction.layers.at(i),
                weight_spectra ? &weight_spectra->at(i) : nullptr);
    }
    text += "\n  ],\n";
    if (jacobian)
        text += "  \"jacobian\": {" + spectrum_text("log10_singular_values", jacobian->measured)
            + ",\n    \"prediction\": " + spectrum_law_text(jacobian->predicted) + "},\n";
    text += "  \"fixed_point\": "
        + (prediction.fixed_point ? indented(fixed_point_text(*prediction.fixed_point)) : "null") + ",\n";
    const Distribution& last = measurement.layers.back().output;
    text += "  \"remarks\": " + remarks_text(measurement.remarks)
        + ",\n  \"findings\": [],\n  \"stability\": " + json_text(stability(last.plain(last.std))) + "\n}\n";
    return text;
}

}   // namespace stepzero
