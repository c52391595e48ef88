// SPDX-License-Identifier: GPL-3.0-or-later
// Panels of Gauss-Legendre nodes over a range. They are internal to the quadrature.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

inline constexpr double gaussian_reach = 9;   ///< standard deviations; the weight beyond is 1e-18
inline constexpr double gaussian_panel = 4.5;   ///< standard deviations; the longest panel over a Gaussian
inline constexpr int panel_order = 16;   ///< nodes per panel

/// Writes the ends of the panels over [low, high], none longer than `longest`.
void panel_ends(const Roughness& roughness, double low, double high, double longest, std::vector<double>& ends);

/// The nodes of all panels, and their weights for an integral over the panels.
struct Panels {
    explicit Panels(const std::vector<double>& ends);
    Eigen::ArrayXd nodes, weights;
};

}   // namespace stepzero
