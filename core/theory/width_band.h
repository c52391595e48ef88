// SPDX-License-Identifier: GPL-3.0-or-later
// Where numbers of networks of a finite width lie: the laws of finite_width.h as bands about a prediction.
#pragma once

#include <optional>

#include "core/theory/prediction.h"

namespace stepzero {

/// Ends of a band, as log10.
struct WidthBand {
    double low = 0, high = 0;
};

/// Within k standard deviations of ln of the number over networks. That is normal: of a size as Predicted says, of any
/// other number so that mean and standard deviation of the number itself are those predicted. Absent without a law,
/// and for a number that is not above 0.
std::optional<WidthBand> width_band(const Predicted& predicted, double sigmas);

}   // namespace stepzero
