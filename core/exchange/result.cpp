// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/result.h"

#include "core/exchange/layer_numbers.h"
#include "core/exchange/result_parts.h"
#include "core/exchange/theory_json.h"
#include "core/json/write_json.h"

namespace stepzero {

namespace {

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
        text += json_text(number.name) + ": " + json_line(json_of(number.value));
        if (const LayerNumber* deviation = deviation_of(number))
            text += ", " + json_text(std::string(number.name) + "_sd") + ": " + json_line(json_of(deviation->value));
    }
    return text + "}";
}

std::string layer_text(const LayerPlan& plan, const LayerMeasurement& layer, const LayerMeasurement* spread,
    const std::optional<LayerPrediction>& prediction, const SpectrumStatistics* spectrum)
{
    std::string text = "\n    {\n      \"layer\": " + std::to_string(plan.layer)
        + ", \"fan_in\": " + std::to_string(plan.fan_in) + ", \"fan_out\": " + std::to_string(plan.fan_out)
        + ", \"activation\": " + json_text(plan.activation.name) + "," + groups_text(layer, spread);
    if (spectrum)
        text += ",\n      " + spectrum_text("weight_singular_values", *spectrum);
    return text + ",\n      \"prediction\": " + json_line(json_of(prediction)) + "\n    }";
}

}   // namespace

std::string format_result(const Experiment& experiment, const std::vector<LayerPlan>& plan,
    const Measurement& measurement, const Prediction& prediction, const std::vector<SpectrumStatistics>* weight_spectra,
    const JacobianResult* jacobian, const std::vector<Finding>& findings)
{
    std::string text = result_head(experiment) + "  \"layers\": [";
    for (std::size_t i = 0; i < plan.size(); ++i) {
        const LayerMeasurement* spread = measurement.spread.empty() ? nullptr : &measurement.spread.at(i);
        text += (i == 0 ? "" : ",")
            + layer_text(plan[i], measurement.layers.at(i), spread, prediction.layers.at(i),
                weight_spectra ? &weight_spectra->at(i) : nullptr);
    }
    text += "\n  ],\n";
    if (jacobian)
        text += "  \"jacobian\": {" + spectrum_text("log10_singular_values", jacobian->measured)
            + ",\n    \"prediction\": " + json_line(json_of(jacobian->predicted)) + "},\n";
    text += "  \"fixed_point\": " + nested(json_lines(json_of(prediction.fixed_point))) + ",\n";
    return text + result_tail(measurement, findings);
}

}   // namespace stepzero
