// SPDX-License-Identifier: GPL-3.0-or-later
// Biases of attention logits that encode positions: each head adds a number that depends only on the distance from a
// query to a key. ALiBi has fixed slopes; T5 learns a table. Both are added after the scale and the soft cap.
#pragma once

#include <vector>

namespace stepzero {

/// Returns the slopes of ALiBi (Press, Smith, Lewis 2022): head i of h = 2^k, counted from 1, subtracts
/// 2^(−8i/h)·distance from its logits. Other numbers of heads have the slopes of the next smaller power of two, and
/// then every other slope of twice that power, as in the authors' code.
std::vector<double> alibi_slopes(int heads);

/// T5's buckets of distances (Raffel et al. 2020). The nearer half has one bucket for each distance. The others grow
/// logarithmically up to the largest distance, and the last one holds all beyond.
struct DistanceBuckets {
    int count = 32;   ///< at least 4; without a causal mask, half are for keys after the query
    int largest = 128;   ///< this distance and all beyond are in the last bucket
    bool causal = true;

    bool operator==(const DistanceBuckets&) const = default;

    int of_one_side() const { return causal ? count : count / 2; }
    /// Number of buckets of one distance each.
    int exact() const { return of_one_side() / 2; }
    /// Returns `largest`, or the smallest value above exact().
    int reach() const { return largest > exact() ? largest : exact() + 1; }
    /// `offset` is the position of the key relative to the query. It is negative for earlier keys.
    int bucket_of(int offset) const;
};

}   // namespace stepzero
