// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/stream_walk.h"

#include <algorithm>

namespace stepzero {

Predicted predicted_rms(double log_square, double uncertainty) { return predicted_size(log_square / 2, uncertainty); }

void withhold_gradients(Prediction& prediction, const Text& remark)
{
    for (BlockPrediction& block : prediction.blocks) {
        for (SitePrediction& site : block.sites)
            std::erase_if(site.numbers, [](const auto& number) {
                return number.first == Quantity::gradient_rms || number.first == Quantity::branch_share;
            });
        std::erase_if(block.sites, [](const SitePrediction& site) { return site.numbers.empty() && !site.attention; });
    }
    prediction.path_length.reset();
    prediction.path_length_std.reset();
    prediction.remark = remark;
}

void widen_gradients(SitePrediction& site, double uncertainty)
{
    for (auto& [quantity, predicted] : site.numbers)
        if (quantity == Quantity::gradient_rms)
            predicted.uncertainty += uncertainty;
}

void widen_gradients(Prediction& prediction, double uncertainty)
{
    for (BlockPrediction& block : prediction.blocks)
        for (SitePrediction& site : block.sites)
            widen_gradients(site, uncertainty);
}

}   // namespace stepzero
