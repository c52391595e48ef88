// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/entropy_curve.h"

#include <algorithm>
#include <cmath>

#include "core/theory/attention_theory.h"
#include "core/theory/softmax_table.h"

namespace stepzero {

namespace {

constexpr int most_queries = 64;

/// Numbers of keys that queries see, two at least, each for as many queries as its weight says.
struct Visible {
    int keys;
    double weight;
};

/// Close together where few keys are seen, since entropies change with the logarithm: every one up to `most_queries`,
/// else the middles of ranges that grow.
std::vector<Visible> visible_keys(const EntropyLaw& law)
{
    if (!law.causal)
        return {{law.tokens, 1}};
    std::vector<Visible> all;
    const double growth = std::pow(law.tokens / 2.0, 1.0 / (most_queries - 1));
    for (int from = 2; from <= law.tokens;) {
        const int to = std::min(law.tokens, std::max(from, int(from * growth)));
        all.push_back({(from + to) / 2, double(to - from + 1) / (law.tokens - 1)});
        from = to + 1;
    }
    return all;
}

}   // namespace

Curve entropy_curve(const EntropyLaw& law, double most, int points)
{
    Curve curve;
    if (law.tokens < 2)
        return curve;
    const std::vector<Visible> visible = visible_keys(law);
    const std::vector<QueryLength> lengths = query_lengths(law.head_width, law.normalized_queries);
    double seen = 0;   // mean of 1 − 1/n
    for (const Visible& v : visible)
        seen += v.weight * (1 - 1.0 / v.keys);
    const SoftmaxTable& table = SoftmaxTable::shared();
    for (int i = 0; i < points; ++i) {
        const double spread = most * i / (points - 1);   // over the keys that are seen
        double entropy = 0;
        for (const Visible& v : visible)
            for (const QueryLength& length : lengths)
                entropy
                    += v.weight * length.weight * table.at(v.keys, spread * std::sqrt(length.square / seen)).entropy;
        curve.x.push_back(spread);
        curve.y.push_back(entropy);
    }
    return curve;
}

}   // namespace stepzero
