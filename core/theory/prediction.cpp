// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/prediction.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

Predicted predicted_size(double log10, double uncertainty)
{
    return {.value = std::pow(10.0, log10), .log10 = log10, .uncertainty = uncertainty};
}

const Predicted* SitePrediction::find(Quantity quantity) const
{
    for (const auto& [which, predicted] : numbers)
        if (which == quantity)
            return &predicted;
    return nullptr;
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

bool Prediction::covers_all() const
{
    return std::none_of(blocks.begin() + 1, blocks.end(), [](const BlockPrediction& b) { return b.sites.empty(); });
}

}   // namespace stepzero
