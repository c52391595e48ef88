// SPDX-License-Identifier: GPL-3.0-or-later
// Approximates the distribution of an entry by a few nodes with weights. Expectations of smooth functions then become
// short sums.
#pragma once

#include <vector>

#include "core/network/init/scheme.h"

namespace stepzero {

struct LawNode {
    double value, weight;
};

/// Returns nodes with E[f] = Σ weight·f(value) and weights that sum to 1. Atoms are used as they are; with more than
/// `most_atoms`, neighbours are merged. The density is integrated by three-node Gauss-Legendre rules in `panels`
/// panels, within 7 σ of the mean.
std::vector<LawNode> law_rule(const Law& law, int panels, std::size_t most_atoms = 32);

/// Returns at most three nodes with the mean, the variance and the fourth moment of the distribution; the third moment
/// is that of a symmetric one.
std::vector<LawNode> three_nodes(const Law& law);

}   // namespace stepzero
