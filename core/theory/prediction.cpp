// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/prediction.h"

#include <cmath>
#include <numbers>

namespace stepzero {

std::optional<double> Predicted::log10() const { return ln ? std::optional(*ln / std::numbers::ln10) : std::nullopt; }

Predicted predicted_size(double ln, double uncertainty)
{
    return {.value = std::exp(ln), .ln = ln, .uncertainty = uncertainty};
}

const Predicted* SitePrediction::find(Quantity quantity) const
{
    for (const auto& [which, predicted] : numbers)
        if (which == quantity)
            return &predicted;
    return nullptr;
}

Predicted& SitePrediction::at(Quantity quantity)
{
    for (auto& [which, predicted] : numbers)
        if (which == quantity)
            return predicted;
    return numbers.emplace_back(quantity, Predicted()).second;
}

const SitePrediction* BlockPrediction::find(std::string_view role) const
{
    for (const SitePrediction& site : sites)
        if (site.role == role)
            return &site;
    return nullptr;
}

SitePrediction& BlockPrediction::at(std::string_view role)
{
    for (SitePrediction& site : sites)
        if (site.role == role)
            return site;
    return sites.emplace_back(SitePrediction {.role = std::string(role)});
}

const Predicted* BlockPrediction::find(std::string_view role, Quantity quantity) const
{
    const SitePrediction* site = find(role);
    return site ? site->find(quantity) : nullptr;
}

std::optional<double> BlockPrediction::number(std::string_view role, Quantity quantity) const
{
    const Predicted* found = find(role, quantity);
    return found ? std::optional(found->value) : std::nullopt;
}

std::optional<double> BlockPrediction::shown(std::string_view role, Quantity quantity) const
{
    const Predicted* found = find(role, quantity);
    return !found ? std::nullopt : found->ln ? found->log10() : found->value;
}

std::optional<double> Prediction::number(int number, Quantity quantity) const
{
    if (const auto found = block(number).number(reading.output, quantity))
        return found;
    return block(number).number(reading.preactivation, quantity);
}

Prediction silent_prediction(const Reading& reading, int blocks, Text remark)
{
    return {.reading = reading,
        .blocks = std::vector<BlockPrediction>(std::size_t(blocks) + 1),
        .remark = std::move(remark)};
}

Prediction silent_prediction(const NetworkPlan& plan, Text remark)
{
    return silent_prediction(plan.reading, plan.depth(), std::move(remark));
}

}   // namespace stepzero
