// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/csv_table.h"
#include "core/exchange/layer_numbers.h"
#include "core/exchange/result.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

std::string deviation_of(const LayerNumber& number, const std::vector<LayerNumber>& deviations)
{
    for (const LayerNumber& deviation : deviations)
        if (deviation.group == number.group && deviation.name == number.name)
            return number_text(deviation.value);
    return {};
}

}   // namespace

std::string format_layers_csv(const std::vector<LayerPlan>& plan, const Measurement& measurement)
{
    const bool spread = !measurement.spread.empty();
    std::vector<std::vector<CsvCell>> rows;
    for (std::size_t i = 0; i < plan.size(); ++i) {
        std::vector<CsvCell> row {{"layer", std::to_string(plan[i].layer)}, {"fan_in", std::to_string(plan[i].fan_in)},
            {"fan_out", std::to_string(plan[i].fan_out)}, {"activation", plan[i].activation.name}};
        const std::vector<LayerNumber> deviations
            = spread ? layer_deviations(measurement.spread.at(i)) : std::vector<LayerNumber>();
        for (const LayerNumber& number : layer_numbers(measurement.layers.at(i))) {
            const std::string title = std::string(number.group) + "_" + std::string(number.name);
            row.push_back({title, number_text(number.value)});
            if (spread)
                row.push_back({title + "_sd", deviation_of(number, deviations)});
        }
        rows.push_back(std::move(row));
    }
    return csv_table(rows);
}

}   // namespace stepzero
