// SPDX-License-Identifier: GPL-3.0-or-later
// Panels of Gauss-Legendre nodes over a range. Internal to the quadrature.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

inline constexpr double gaussian_reach = 9;   ///< standard deviations; beyond lie 1e-18 of the weight
inline constexpr double gaussian_panel = 4.5;   ///< standard deviations: no panel over a Gaussian is longer
inline constexpr int panel_order = 16;   ///< nodes of each

/// Ends of the panels over [low, high], none longer than `longest`.
void panel_ends(const Roughness& roughness, double low, double high, double longest, std::vector<double>& ends);

/// Nodes of all panels, and weights of an integral over them.
struct Panels {
    explicit Panels(const std::vector<double>& ends);
    Eigen::ArrayXd nodes, weights;
};

}   // namespace stepzero
