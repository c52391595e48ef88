// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/exchange/layer_numbers.h"
#include "core/exchange/result.h"
#include "core/experiment/words.h"

namespace stepzero {

namespace {
using Column = std::pair<std::string_view, std::string_view>;   // group, name

/// The columns of all layers together: a layer may have some that others lack (log10_rms).
std::vector<Column> columns_of(const Measurement& measurement)
{
    std::vector<Column> columns;
    for (const LayerMeasurement& layer : measurement.layers) {
        auto place = columns.begin();
        for (const LayerNumber& number : layer_numbers(layer)) {
            const Column column(number.group, number.name);
            const auto known = std::find(columns.begin(), columns.end(), column);
            place = known == columns.end() ? columns.insert(place, column) : known;
            ++place;
        }
    }
    return columns;
}

std::string cell(const std::vector<LayerNumber>& numbers, const Column& column)
{
    for (const LayerNumber& number : numbers)
        if (number.group == column.first && number.name == column.second)
            return number_text(number.value);
    return {};
}
}   // namespace

std::string format_layers_csv(const std::vector<LayerPlan>& plan, const Measurement& measurement)
{
    const std::vector<Column> columns = columns_of(measurement);
    const bool spread = !measurement.spread.empty();
    std::string text = "layer,fan_in,fan_out,activation";
    for (const auto& [group, name] : columns) {
        const std::string title = std::string(group) + "_" + std::string(name);
        text += "," + title + (spread ? "," + title + "_sd" : "");
    }
    text += "\r\n";
    // Nothing here needs quotation marks: names are registry words, numbers have no comma.
    for (std::size_t i = 0; i < plan.size(); ++i) {
        text += std::to_string(plan[i].layer) + "," + std::to_string(plan[i].fan_in) + ","
            + std::to_string(plan[i].fan_out) + "," + plan[i].activation.name;
        const std::vector<LayerNumber> numbers = layer_numbers(measurement.layers.at(i));
        const std::vector<LayerNumber> deviations
            = spread ? layer_deviations(measurement.spread.at(i)) : std::vector<LayerNumber>();
        for (const Column& column : columns)
            text += "," + cell(numbers, column) + (spread ? "," + cell(deviations, column) : "");
        text += "\r\n";
    }
    return text;
}

}   // namespace stepzero
