// SPDX-License-Identifier: GPL-3.0-or-later
// The law of an entry as few nodes with weights, for expectations of smooth functions of it.
#pragma once

#include <vector>

#include "core/network/init/scheme.h"

namespace stepzero {

struct LawNode {
    double value, weight;
};

/// E[f] = Σ weight·f(value), weights summing to 1: atoms as they are, but neighbours together where there are more than
/// `most_atoms`, and the density by Gauss-Legendre rules of three nodes in so many panels within 7 σ of the mean.
std::vector<LawNode> law_rule(const Law& law, int panels, std::size_t most_atoms = 32);

/// At most three nodes with the mean, the variance and the fourth moment of the law; the third is that of a symmetric
/// one.
std::vector<LawNode> three_nodes(const Law& law);

}   // namespace stepzero
