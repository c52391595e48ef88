// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/law_rule.h"

#include <algorithm>
#include <cmath>

#include "core/math/quadrature/gauss_rules.h"

namespace stepzero {

std::vector<LawNode> law_rule(const Law& law, int panels, std::size_t most_atoms)
{
    std::vector<LawNode> nodes;
    const std::size_t together = (law.atoms.size() + most_atoms - 1) / most_atoms;
    for (std::size_t first = 0; first < law.atoms.size(); first += together) {
        LawNode node {0, 0};
        for (std::size_t i = first; i < std::min(first + together, law.atoms.size()); ++i) {
            node.weight += law.atoms[i].probability;
            node.value += law.atoms[i].probability * law.atoms[i].value;
        }
        node.value /= node.weight;
        nodes.push_back(node);
    }
    if (law.density) {
        constexpr double reach = 7;
        static const GaussRule gauss = gauss_legendre(3);
        const double far = reach * std::sqrt(law.variance), low = std::max(law.low, law.mean - far),
                     half = (std::min(law.high, law.mean + far) - low) / (2 * panels);
        for (int panel = 0; panel < panels; ++panel)
            for (std::size_t i = 0; i < gauss.nodes.size(); ++i) {
                const double value = low + half * (2 * panel + 1 + gauss.nodes[i]);
                nodes.push_back({value, half * gauss.weights[i] * law.density(value)});
            }
    }
    double sum = 0;
    for (const LawNode& node : nodes)
        sum += node.weight;
    for (LawNode& node : nodes)
        node.weight /= sum;
    return nodes;
}

std::vector<LawNode> three_nodes(const Law& law)
{
    if (law.variance == 0)
        return {{law.mean, 1}};
    double fourth = 0;
    for (const LawNode& node : law_rule(law, 100, 1 << 20))
        fourth += node.weight * std::pow(node.value - law.mean, 4);
    const double kurtosis = std::max(1.0, fourth / (law.variance * law.variance)),
                 away = std::sqrt(kurtosis * law.variance), outer = 1 / (2 * kurtosis);
    std::vector<LawNode> nodes {{law.mean - away, outer}, {law.mean + away, outer}};
    if (outer < 0.5)
        nodes.push_back({law.mean, 1 - 2 * outer});
    return nodes;
}

}   // namespace stepzero
