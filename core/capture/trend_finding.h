// SPDX-License-Identifier: GPL-3.0-or-later
// The finding of a size that changes with depth.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/capture/depth_trend.h"

namespace stepzero {

/// Reports the series with the largest drift, from the first block to the last, or `backward`; `size` of a module is
/// what is fitted, and `quantity` is its name. Beyond e^grave it is an error. Precondition: `series` has at least one,
/// and each has a trend.
CaptureFinding trend_finding(const Capture& capture, const std::string& id,
    const std::vector<const DepthSeries*>& series, double grave, const Text& quantity,
    const std::function<double(const CapturedModule&)>& size, bool backward, const Text& cause, const Text& fix);

}   // namespace stepzero
