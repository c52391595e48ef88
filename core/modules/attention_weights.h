// SPDX-License-Identifier: GPL-3.0-or-later
// The softmax weights of an attention, one tile of queries of one head at a time, and what is summed up over the tiles:
// statistics of each head, and its map.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/math/statistics/accumulate.h"
#include "core/modules/record.h"
#include "core/modules/signal.h"
#include "core/modules/soft_cap.h"

namespace stepzero {

/// The contribution of one task's queries to an AttentionHead.
struct HeadSum {
    Moments logits;
    double largest = -std::numeric_limits<double>::infinity();   // before a soft cap, in units of queries · keys
    double variance = 0, entropy = 0, log_visible = 0, queries = 0, lone_queries = 0;

    void join(const HeadSum& other);

    /// Converts logits in units of 2^exponent; before a soft cap their unit is 2^before.
    AttentionHead head(std::int64_t exponent, std::int64_t before) const;
};

/// Joins the sums of all sequences, [sequence, head]; exponents are those of HeadSum::head().
std::vector<AttentionHead> joined_heads(
    const std::vector<HeadSum>& sums, int heads, std::int64_t exponent, std::int64_t before);

/// Builds the map of one head from weights [keys, queries], one tile of queries after another.
class MapBuilder {
public:
    MapBuilder(int tokens, int most_cells)
        : tokens_(tokens), size_((tokens + most_cells - 1) / most_cells),
          map_(Tensor::Zero((tokens + size_ - 1) / size_, (tokens + size_ - 1) / size_))
    {
    }

    void add(const Tensor& p, int first)
    {
        for (int t = 0; t < int(p.cols()); ++t) {
            const int cell = (first + t) / size_, queries = std::min(size_, tokens_ - cell * size_);
            for (int k = 0; k * size_ < int(p.rows()); ++k) {
                const int keys = std::min(size_, int(p.rows()) - k * size_);
                map_(k, cell) += p.col(t).segment(k * size_, keys).sum() / float(queries);
            }
        }
    }
    Tensor take() { return std::move(map_); }

private:
    int tokens_, size_;
    Tensor map_;
};

/// Softmax weights [visible keys, queries] of a tile of queries of one head, 0 where masked. Queries start at `first`.
struct AttentionWeights {
    Tensor p;   // logits until softmax() is called, in units of 2^exponent
    std::int64_t exponent = 0;
    Tensor slope;   // slope of the soft cap, when it is active
    int visible_of(int query) const { return causal ? first + query + 1 : int(p.rows()); }
    void cap(const SoftCap& cap, bool slopes);
    double largest() const;   ///< the largest visible logit
    void softmax(HeadSum* sum);
    int first = 0;
    bool causal = false;
    const float* biases = nullptr;   // those of the head, by offset from 1 − tokens; null without biases by distance
    int tokens = 0;
};

}   // namespace stepzero
