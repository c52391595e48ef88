// SPDX-License-Identifier: GPL-3.0-or-later
// Mean products of two tokens of a sequence, E[x_t · x_t']/width, which theory follows through a transformer. They
// change smoothly with both positions except for their jump at t = t', so a long sequence needs few of them. Positions
// are grouped in cells of growing length, and one position represents its cell.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/network/rotary.h"

namespace stepzero {

/// Groups the positions of a sequence in at most `most` cells, with one position per cell when there are no more.
struct TokenCells {
    TokenCells(int tokens, int most, bool causal);
    /// Makes cells of these sizes, in which every position sees all others; for tokens whose order does not matter.
    explicit TokenCells(const std::vector<int>& sizes);

    int tokens;
    Eigen::ArrayXd size;   ///< positions in a cell
    Eigen::ArrayXd position;   ///< the position that represents the cell, counted from 0
    Eigen::ArrayXd visible;   ///< number of keys that the query at that position sees
    Eigen::MatrixXd keys;   ///< [query, key's cell]: number of the cell's keys that the query sees
    Eigen::MatrixXd queries;   ///< [key, query's cell]: number of the cell's queries that see the key

    Eigen::Index count() const { return size.size(); }
    double mean(const Eigen::ArrayXd& of_tokens) const { return (size * of_tokens).sum() / tokens; }

private:
    void fill(const std::vector<int>& ends, bool causal);   // first positions, and the end
};

/// `own` is at t = t'. `across` is for two different tokens; its diagonal is for two tokens of the same cell.
struct TokenGram {
    Eigen::ArrayXd own;
    Eigen::ArrayXXd across;

    TokenGram& operator*=(double factor);
    TokenGram& operator*=(const TokenGram& other);   ///< entry by entry
    friend TokenGram operator*(TokenGram a, const TokenGram& b) { return a *= b; }
    TokenGram& operator+=(double constant);
    TokenGram& operator+=(const TokenGram& other);
    /// Returns the products of tokens multiplied by separate factors.
    TokenGram scaled(const Eigen::ArrayXd& factor) const;
    /// Returns across/√(own own'), and 0 for a token that is 0 or has a square below 1e-300.
    Eigen::ArrayXXd cosines() const;
};

/// Returns E[y·y]/width for the mean y of all tokens.
double square_of_mean(const TokenCells& cells, const TokenGram& gram);
/// Returns the mean cosine of two different tokens; absent for a sequence of one.
std::optional<double> mean_similarity(const TokenCells& cells, const TokenGram& gram);

/// Returns, for each entry of `across`, the fraction of its pairs of different tokens that are neighbours.
Eigen::ArrayXXd share_of_neighbours(const TokenCells& cells);

/// Returns Σ over the keys that two queries see, each its own keys: [query, query].
Eigen::ArrayXXd sum_over_keys(const TokenCells& cells, const TokenGram& gram);
/// Returns Σ over the queries that see two keys: [key, key].
Eigen::ArrayXXd sum_over_queries(const TokenCells& cells, const TokenGram& gram);

/// Means over the keys that a query sees: of `own`, and its excess over that of `across`, which is 0 for one key.
struct VisibleMeans {
    Eigen::ArrayXd own, above;
};
VisibleMeans visible_means(const TokenCells& cells, const TokenGram& gram);

/// Returns the effect of rotary positions: the mean cosine of the angle between two tokens. It is the factor on a
/// product of two keys, or two queries, of a head.
Eigen::ArrayXXd rotary_turn(const TokenCells& cells, const Rotary& rotary, int head_width);

}   // namespace stepzero
