// SPDX-License-Identifier: GPL-3.0-or-later
// A shared set of nodes for Gaussians of one variance around many centers. φ is evaluated only once per node, which
// makes expectations over two correlated inputs affordable.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

class SharedNodes {
public:
    SharedNodes() = default;
    /// Prepares centers in [−range, range]. Stays empty when separate nodes for each center take less work.
    SharedNodes(const ActivationFunction& phi, const Roughness& roughness, double deviation, double range);

    bool empty() const { return ends_.empty(); }

    /// The nodes of N(center, deviation²) within `reach` standard deviations. They are valid until the next call.
    struct Window {
        Eigen::Ref<const Eigen::ArrayXd> nodes, weights, value, derivative;   ///< the weights sum to 1
    };
    Window around(double center, double reach) const;

private:
    double deviation_ = 0;
    std::vector<double> ends_;   // ends of the panels
    Eigen::ArrayXd nodes_, lengths_, value_, derivative_;
};

}   // namespace stepzero
