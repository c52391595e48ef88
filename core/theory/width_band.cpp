// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/width_band.h"

#include <cmath>
#include <numbers>

namespace stepzero {

std::optional<WidthBand> width_band(const Predicted& predicted, double sigmas)
{
    if ((!predicted.spread && predicted.uncertainty == 0)
        || !(predicted.ln ? std::isfinite(*predicted.ln) : predicted.value > 0))
        return std::nullopt;
    double middle = 0, spread = predicted.spread.value_or(0);   // mean and std of the natural logarithm
    if (predicted.ln) {
        middle = *predicted.ln + predicted.shift - spread * spread;
    } else {
        const double variance = std::log1p(std::pow(spread / predicted.value, 2));
        middle = std::log(predicted.value) - variance / 2;
        spread = std::sqrt(variance);
    }
    const double away = sigmas * spread + predicted.uncertainty;
    return WidthBand {(middle - away) / std::numbers::ln10, (middle + away) / std::numbers::ln10};
}

}   // namespace stepzero
