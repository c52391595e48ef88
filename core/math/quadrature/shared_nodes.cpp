// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/quadrature/shared_nodes.h"

#include <algorithm>

#include "core/math/quadrature/panels.h"

namespace stepzero {

SharedNodes::SharedNodes(const ActivationFunction& phi, const Roughness& roughness, double deviation, double range)
    : deviation_(deviation)
{
    // Narrow Gaussians use only a small part of the range's nodes, unless φ itself needs panels as short.
    constexpr double few_panels = 100, most_panels = 5000;
    const double end = range + gaussian_reach * deviation, needed = 2 * end / (gaussian_panel * deviation);
    if (!(needed <= most_panels))
        return;
    panel_ends(roughness, -end, end, gaussian_panel * deviation, ends_);
    if (needed > few_panels && double(ends_.size()) < 1.5 * needed) {
        ends_.clear();
        return;
    }
    Panels panels(ends_);
    nodes_ = std::move(panels.nodes);
    lengths_ = std::move(panels.weights);
    value_.resize(nodes_.size());
    derivative_.resize(nodes_.size());
    phi.value(nodes_.data(), value_.data(), nodes_.size());
    phi.derivative(nodes_.data(), derivative_.data(), nodes_.size());
}

SharedNodes::Window SharedNodes::around(double center, double reach) const
{
    const auto first = std::upper_bound(ends_.begin() + 1, ends_.end() - 1, center - reach * deviation_);
    const auto last = std::lower_bound(first, ends_.end() - 1, center + reach * deviation_);
    const Eigen::Index from = (first - 1 - ends_.begin()) * panel_order, size = (last - first + 1) * panel_order;
    thread_local Eigen::ArrayXd weights;
    weights = lengths_.segment(from, size)
        * (-0.5 * ((nodes_.segment(from, size) - center) * (1 / deviation_)).square()).exp();
    weights /= weights.sum();
    return {nodes_.segment(from, size), weights, value_.segment(from, size), derivative_.segment(from, size)};
}

}   // namespace stepzero
