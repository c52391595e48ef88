// SPDX-License-Identifier: GPL-3.0-or-later
// How outputs or gradients change with depth, for any architecture. Modules of one role in all blocks are a series, and
// so are the linear layers and convolutions of a model without blocks, in the order of execution. A line is fitted
// robustly (Theil–Sen: the median slope of all pairs), so that single layers of another size do not bend it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/capture/finding.h"

namespace stepzero {

struct DepthSeries {
    struct Point {
        const CapturedModule* module;
        double depth;   ///< number of the block, or position in the series
        double ln;   ///< ln RMS or ln norm
    };
    bool blocks = false;   ///< whether depth counts blocks
    std::vector<Point> points;
};

/// ln RMS of outputs, and ln norm of gradients. Those that are 0 are left out, such as outputs of branches that start
/// at 0. Of several calls, the largest counts.
std::vector<DepthSeries> signal_series(const Capture& capture);
std::vector<DepthSeries> gradient_series(const Capture& capture);

struct DepthTrend {
    double slope = 0;   ///< ln of the factor per block or layer
    double drift = 0;   ///< slope times the depth, last against first
    double without_jump = 0;   ///< total change without its largest steps along and against the slope
};
/// Returns nothing for fewer than capture_limits::least_points points.
std::optional<DepthTrend> trend_of(const DepthSeries& series);

/// Returns the series that change by more than e^limit in the direction of `sign`, if they are most of all.
std::vector<const DepthSeries*> drifting(const std::vector<DepthSeries>& all, double limit, int sign);

/// Returns the series with the median slope, which summarizes all; null when none has a trend.
const DepthSeries* median_series(const std::vector<DepthSeries>& all);

}   // namespace stepzero
