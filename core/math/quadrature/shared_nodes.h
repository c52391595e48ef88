// SPDX-License-Identifier: GPL-3.0-or-later
// One set of nodes for Gaussians of one variance around many centers: φ is evaluated there once.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

class SharedNodes {
public:
    SharedNodes() = default;
    /// For centers in [−range, range]. Empty where each center's own nodes are less work.
    SharedNodes(const ActivationFunction& phi, const Roughness& roughness, double deviation, double range);

    bool empty() const { return ends_.empty(); }

    /// The nodes of N(center, deviation²) within `reach` standard deviations, to be valid till the next call.
    struct Window {
        Eigen::Ref<const Eigen::ArrayXd> nodes, weights, value, derivative;   ///< weights sum to 1
    };
    Window around(double center, double reach) const;

private:
    double deviation_ = 0;
    std::vector<double> ends_;   // of the panels
    Eigen::ArrayXd nodes_, lengths_, value_, derivative_;
};

}   // namespace stepzero
