// SPDX-License-Identifier: GPL-3.0-or-later
// Mean products of two tokens of a sequence, E[x_t · x_t']/width, as theory follows them through a transformer.
// They change smoothly with both positions but for their jump at t = t', so that a long sequence needs few of them:
// positions are gathered in cells that grow in length, and one in each stands for its cell.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/network/rotary.h"

namespace stepzero {

/// The positions of a sequence in at most so many cells: one each where there are no more.
struct TokenCells {
    TokenCells(int tokens, int most, bool causal);
    /// Of so many positions each, that see all others: of tokens whose order counts for nothing.
    explicit TokenCells(const std::vector<int>& sizes);

    int tokens;
    Eigen::ArrayXd size;   ///< positions in a cell
    Eigen::ArrayXd position;   ///< that stands for the cell, from 0
    Eigen::ArrayXd visible;   ///< keys that the query there sees
    Eigen::MatrixXd keys;   ///< [query, key's cell]: how many of the cell's keys the query sees
    Eigen::MatrixXd queries;   ///< [key, query's cell]: how many of the cell's queries see the key

    Eigen::Index count() const { return size.size(); }
    double mean(const Eigen::ArrayXd& of_tokens) const { return (size * of_tokens).sum() / tokens; }

private:
    void fill(const std::vector<int>& ends, bool causal);   // first positions, and the end
};

/// `own` is at t = t'. `across` is of two different tokens, at its diagonal of two of the same cell.
struct TokenGram {
    Eigen::ArrayXd own;
    Eigen::ArrayXXd across;

    TokenGram& operator*=(double factor);
    TokenGram& operator+=(double constant);
    TokenGram& operator+=(const TokenGram& other);
    /// Tokens multiplied by numbers of their own.
    TokenGram scaled(const Eigen::ArrayXd& factor) const;
    /// across/√(own own'), 0 with a token that is 0, or whose square is below 1e-300.
    Eigen::ArrayXXd cosines() const;
};

/// E[y·y]/width of the mean y of all tokens.
double square_of_mean(const TokenCells& cells, const TokenGram& gram);
/// Mean cosine of two different tokens; absent for a sequence of one.
std::optional<double> mean_similarity(const TokenCells& cells, const TokenGram& gram);

/// Of the pairs of different tokens that an entry of `across` stands for, the part that follow one another.
Eigen::ArrayXXd share_of_neighbours(const TokenCells& cells);

/// Σ over the keys that two queries see, each the keys of its own: [query, query].
Eigen::ArrayXXd sum_over_keys(const TokenCells& cells, const TokenGram& gram);
/// Σ over the queries that see two keys: [key, key].
Eigen::ArrayXXd sum_over_queries(const TokenCells& cells, const TokenGram& gram);

/// Of the keys that a query sees: the mean of `own`, and by how much it is above that of `across`, 0 for one key.
struct VisibleMeans {
    Eigen::ArrayXd own, above;
};
VisibleMeans visible_means(const TokenCells& cells, const TokenGram& gram);

/// Rotary positions: mean cosine of the angle by which two tokens are turned against each other, that is the factor
/// on a product of two keys, or two queries, of a head.
Eigen::ArrayXXd rotary_turn(const TokenCells& cells, const Rotary& rotary, int head_width);

}   // namespace stepzero
