// SPDX-License-Identifier: GPL-3.0-or-later
// The length map and the correlation map as curves with the path of one signal through depth: a cobweb.
#pragma once

#include <vector>

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

/// q_{l+1} = V(q_l) from q_1, over [0, a range that holds path and q*].
IteratedMap length_map(const MeanField& theory, Variances variances, double q_1, int depth);

/// c_{l+1} over c_l at the fixed length q (q* or, where there is none, that of the layer), c from −1 or 0
/// (where the map is odd or not) to 1, from c_1.
IteratedMap correlation_map(const MeanField& theory, Variances variances, double q, double c_1, int depth);

}   // namespace stepzero
