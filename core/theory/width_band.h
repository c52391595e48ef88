// SPDX-License-Identifier: GPL-3.0-or-later
// Bands around a prediction that contain the numbers of networks of finite width. They come from the deviations of
// finite_width.h; a measurement outside its band deserves attention.
#pragma once

#include <optional>

#include "core/theory/prediction.h"

namespace stepzero {

/// Ends of a band, as log10.
struct WidthBand {
    double low = 0, high = 0;
};

/// Returns the band within k standard deviations of ln of the number over networks. ln is taken as normal: for a size
/// as described at Predicted, for another number with the predicted mean and standard deviation of the number itself.
/// Absent without a known deviation, and for a number that is not positive.
std::optional<WidthBand> width_band(const Predicted& predicted, double sigmas);

}   // namespace stepzero
