// SPDX-License-Identifier: GPL-3.0-or-later
// The length map and the correlation map as curves, with the path of one signal through depth (a cobweb plot). The
// curves show where a signal settles and how fast.
#pragma once

#include <vector>

#include "core/base/run/context.h"
#include "core/math/statistics/distribution.h"
#include "core/theory/mean_field.h"

namespace stepzero {

struct IteratedMap {
    Curve map;   ///< the next layer's value as a function of this layer's, over the range of the figure
    std::vector<double> path;   ///< values at layer 1, 2, …; at most 200, ending when it has settled
    struct Point {
        double at;
        Stability stability;
    };
    std::vector<Point> fixed_points;   ///< within the range of the curve, increasing
};

/// Returns the map q_{l+1} = V(q_l) with the path from q_1, over [0, an end that includes path and q*]. For lengths
/// that grow without bound, the range includes the first steps, and the path ends below 1e100.
IteratedMap length_map(const MeanField& theory, Variances variances, double q_1, int depth);

/// Returns the map from c_l to c_{l+1} at the fixed length q > 0, with the path from c_1. `variances` and `q` are those
/// of FixedPoint::angles. c starts at −1 when the map is odd or the path becomes negative, otherwise at 0. There are no
/// fixed points when every c is one. Throws Stopped.
IteratedMap correlation_map(
    const MeanField& theory, Variances variances, double q, double c_1, int depth, const Context& context);

}   // namespace stepzero
