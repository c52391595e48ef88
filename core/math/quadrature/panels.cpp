// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/quadrature/panels.h"

#include <algorithm>

#include "core/math/quadrature/gauss_rules.h"

namespace stepzero {

namespace {

/// Returns the length of the longest panel that may begin at z; it grows with the distance of its far end from every
/// center.
double panel_at(const Roughness& roughness, double z, double longest)
{
    double length = std::min(longest, roughness.longest_panel);
    for (const auto& center : roughness.centers) {
        const double away = z < center.low ? (center.low - z) / 2 : center.distance(z);
        length = std::min(length, std::max(center.length, away));
    }
    return length;
}

}   // namespace

void panel_ends(const Roughness& roughness, double low, double high, double longest, std::vector<double>& ends)
{
    ends.assign(1, low);
    const auto advance = [&](double to) {
        while (ends.back() < to) {
            const double z = ends.back(), length = panel_at(roughness, z, longest);
            // Avoids slivers: a last piece only slightly longer than allowed becomes one panel.
            ends.push_back(z + 1.25 * length >= to || z + length <= z ? to : z + length);
        }
    };
    for (const auto& center : roughness.centers)
        if (center.is_point() && center.low > low && center.low < high)
            advance(center.low);
    advance(high);
}

Panels::Panels(const std::vector<double>& ends)
    : nodes((Eigen::Index(ends.size()) - 1) * panel_order), weights(nodes.size())
{
    static const GaussRule panel = gauss_legendre(panel_order);
    for (std::size_t p = 0; p + 1 < ends.size(); ++p) {
        const double low = ends[p], high = ends[p + 1];
        const double half = (high - low) / 2, middle = (high + low) / 2;
        for (int i = 0; i < panel_order; ++i) {
            nodes[Eigen::Index(p) * panel_order + i] = middle + half * panel.nodes[std::size_t(i)];
            weights[Eigen::Index(p) * panel_order + i] = half * panel.weights[std::size_t(i)];
        }
    }
}

}   // namespace stepzero
