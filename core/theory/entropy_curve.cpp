// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/entropy_curve.h"

#include <algorithm>
#include <cmath>

#include "core/theory/attention_theory.h"
#include "core/theory/softmax_table.h"

namespace stepzero {

namespace {

constexpr int most_queries = 64;

/// A number of keys, and the fraction of queries that it represents.
struct Visible {
    int keys;
    double weight;
};

/// Returns the numbers of keys for the queries that see at least two keys. Up to most_queries queries are taken one by
/// one. Otherwise they are assigned to growing steps, since entropies change with the logarithm.
std::vector<Visible> visible_keys(const EntropyLaw& law)
{
    if (!law.causal)
        return {{law.tokens, 1}};
    const double growth = law.tokens > most_queries ? std::pow(law.tokens / 2.0, 1.0 / (most_queries - 1)) : 1;
    const double query = 1.0 / (law.tokens - 1);
    std::vector<Visible> all {{2, query}};
    while (all.back().keys < law.tokens) {
        const int from = all.back().keys, to = std::min(law.tokens, std::max(from + 1, int(from * growth)));
        // Splits the queries up to `to` between both ends: n − from of (to − from) parts go to `to`.
        const double upper = (to - from + 1) / 2.0;
        all.back().weight += (to - from - upper) * query;
        all.push_back({to, upper * query});
    }
    return all;
}

}   // namespace

Curve entropy_curve(const EntropyLaw& law, const std::vector<double>& spreads)
{
    Curve curve;
    if (law.tokens < 2)
        return curve;
    const std::vector<Visible> visible = visible_keys(law);
    const std::vector<VectorLength> lengths = query_lengths(law.head_width, law.normalized_queries);
    double seen = 0;   // mean of 1 − 1/n
    for (const Visible& v : visible)
        seen += v.weight * (1 - 1.0 / v.keys);
    const SoftmaxTable& table = SoftmaxTable::shared();
    for (const double spread : spreads) {   // over the visible keys
        double entropy = 0;
        for (const Visible& v : visible)
            for (const VectorLength& length : lengths)
                entropy
                    += v.weight * length.weight * table.at(v.keys, spread * std::sqrt(length.square / seen)).entropy;
        curve.x.push_back(spread);
        curve.y.push_back(entropy);
    }
    return curve;
}

}   // namespace stepzero
