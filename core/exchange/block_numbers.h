// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a recording by name, for every format that lists them. Internal to core/exchange.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/modules/recorder.h"

namespace stepzero {

struct NamedNumber {
    std::string_view name;
    double value = 0;
};
using NamedNumbers = std::vector<NamedNumber>;

/// Which numbers of a distribution are told.
enum class Told { signal, gradient, weight };

/// A signal beyond the range of double brings log10_rms along with its infinite or vanished rms.
NamedNumbers numbers_of(const Distribution& distribution, Told told);
NamedNumbers numbers_of(const AttentionHead& head);
/// "correlation", "gradient_correlation", "similarity", "cross_entropy", as far as the site has them.
NamedNumbers scalars_of(const Recording& recording, const Site& site);
/// The number of this name; null when there is none.
const double* find(const NamedNumbers& numbers, std::string_view name);

/// The sites of a block (0: outside the blocks) that were reached, in the order of the network.
std::vector<Site> sites_of(const Recording& recording, const Network& network, int block);

}   // namespace stepzero
