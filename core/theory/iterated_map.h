// SPDX-License-Identifier: GPL-3.0-or-later
// The length map and the correlation map as curves with the path of one signal through depth: a cobweb.
#pragma once

#include <vector>

#include "core/base/run/context.h"
#include "core/math/statistics/distribution.h"
#include "core/theory/mean_field.h"

namespace stepzero {

struct IteratedMap {
    Curve map;   ///< the next layer's value over this layer's, over the range that the figure shows
    std::vector<double> path;   ///< values at layer 1, 2, …; at most 200, and none after it has settled
    struct Point {
        double at;
        Stability stability;
    };
    std::vector<Point> fixed_points;   ///< within the range of the curve, rising
};

/// q_{l+1} = V(q_l) from q_1, over [0, a range that holds path and q*]; of lengths that grow without bound it
/// holds the first steps, and the path ends below 1e100.
IteratedMap length_map(const MeanField& theory, Variances variances, double q_1, int depth);

/// c_{l+1} over c_l at the fixed length q > 0 to 1, from c_1 (of FixedPoint::angles length and variances). c is
/// from −1 where the map is odd or the path goes there, and from 0 elsewhere. No fixed points where every c is one.
/// Throws Stopped.
IteratedMap correlation_map(
    const MeanField& theory, Variances variances, double q, double c_1, int depth, const Context& context);

}   // namespace stepzero
