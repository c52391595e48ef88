// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/token_gram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepzero {

namespace {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

/// Below this, a product of two inverses leaves the range of double, and ∞·0 is NaN.
constexpr double least_square = 1e-300;

/// Returns the first positions of the cells, and the end: single positions first, then geometrically growing cells.
std::vector<int> cell_ends(int tokens, int most)
{
    std::vector<int> ends {0};
    const int cells = std::min(tokens, most), single = tokens <= most ? cells : cells / 4;
    for (int k = 1; k <= cells; ++k) {
        const double grown = k <= single
            ? k
            : single * std::pow(double(tokens) / single, double(k - single) / std::max(1, cells - single));
        ends.push_back(std::max(ends.back() + 1, int(std::lround(grown))));
    }
    ends.back() = tokens;
    return ends;
}

/// Returns Σ_ij n_ki n_lj g_ij. The jump at i = j is counted for the keys or queries that both see.
ArrayXXd pair_sums(const Eigen::MatrixXd& seen, const TokenGram& gram, bool both_is_the_later)
{
    const Eigen::MatrixXd half = seen * gram.across.matrix();
    ArrayXXd sums = (half * seen.transpose()).array();
    const ArrayXd jump = (seen * (gram.own - gram.across.matrix().diagonal().array()).matrix()).array();
    for (Index l = 0; l < sums.cols(); ++l)
        for (Index k = 0; k < sums.rows(); ++k)
            sums(k, l) += jump[both_is_the_later ? std::max(k, l) : std::min(k, l)];
    return sums;
}

}   // namespace

TokenCells::TokenCells(int count_of_tokens, int most, bool causal) : tokens(count_of_tokens)
{
    fill(cell_ends(tokens, most), causal);
}

TokenCells::TokenCells(const std::vector<int>& sizes) : tokens(std::accumulate(sizes.begin(), sizes.end(), 0))
{
    std::vector<int> ends {0};
    for (const int n : sizes)
        ends.push_back(ends.back() + n);
    fill(ends, false);
}

void TokenCells::fill(const std::vector<int>& ends, bool causal)
{
    const Index n = Index(ends.size()) - 1;
    size.resize(n);
    position.resize(n);
    visible.resize(n);
    for (Index k = 0; k < n; ++k) {
        const int first = ends[std::size_t(k)], end = ends[std::size_t(k) + 1];
        size[k] = end - first;
        const int middle = first + (end - first - 1) / 2;
        position[k] = middle;
        visible[k] = causal ? middle + 1 : tokens;
    }
    keys = Eigen::VectorXd::Ones(n) * size.matrix().transpose();
    queries = keys;
    if (!causal)
        return;
    for (Index k = 0; k < n; ++k) {
        const double before = position[k] - ends[std::size_t(k)];
        keys(k, k) = before + 1;
        queries(k, k) = size[k] - before;
        keys.row(k).tail(n - k - 1).setZero();
        queries.row(k).head(k).setZero();
    }
}

TokenGram& TokenGram::operator*=(double factor)
{
    own *= factor;
    across *= factor;
    return *this;
}

TokenGram& TokenGram::operator*=(const TokenGram& other)
{
    own *= other.own;
    across *= other.across;
    return *this;
}

TokenGram& TokenGram::operator+=(double constant)
{
    own += constant;
    across += constant;
    return *this;
}

TokenGram& TokenGram::operator+=(const TokenGram& other)
{
    own += other.own;
    across += other.across;
    return *this;
}

TokenGram TokenGram::scaled(const ArrayXd& factor) const
{
    return {own * factor.square(), (factor.matrix() * factor.matrix().transpose()).array() * across};
}

ArrayXXd TokenGram::cosines() const
{
    const ArrayXd inverse = (own > least_square).select(own.sqrt().inverse(), 0);
    return (inverse.matrix() * inverse.matrix().transpose()).array() * across;
}

namespace {

/// Returns Σ over pairs of different tokens.
double sum_of_pairs(const TokenCells& cells, const ArrayXXd& across)
{
    const double all = cells.size.matrix().dot(across.matrix() * cells.size.matrix());
    return all - (cells.size * across.matrix().diagonal().array()).sum();
}

}   // namespace

double square_of_mean(const TokenCells& cells, const TokenGram& gram)
{
    const double n = cells.tokens;
    return ((cells.size * gram.own).sum() + sum_of_pairs(cells, gram.across)) / (n * n);
}

std::optional<double> mean_similarity(const TokenCells& cells, const TokenGram& gram)
{
    if (cells.tokens < 2)
        return {};
    return sum_of_pairs(cells, gram.cosines()) / (cells.tokens * (cells.tokens - 1.0));
}

ArrayXXd share_of_neighbours(const TokenCells& cells)
{
    const Index n = cells.count();
    ArrayXXd share = ArrayXXd::Zero(n, n);
    for (Index k = 0; k < n; ++k) {
        if (cells.size[k] > 1)
            share(k, k) = 2 / cells.size[k];
        if (k + 1 < n)
            share(k, k + 1) = share(k + 1, k) = 1 / (cells.size[k] * cells.size[k + 1]);
    }
    return share;
}

ArrayXXd sum_over_keys(const TokenCells& cells, const TokenGram& gram) { return pair_sums(cells.keys, gram, false); }

ArrayXXd sum_over_queries(const TokenCells& cells, const TokenGram& gram)
{
    return pair_sums(cells.queries, gram, true);
}

VisibleMeans visible_means(const TokenCells& cells, const TokenGram& gram)
{
    const ArrayXd n = cells.visible;
    const ArrayXd own = (cells.keys * gram.own.matrix()).array();
    const ArrayXd same = (cells.keys * gram.across.matrix().diagonal()).array();
    const ArrayXd all = (cells.keys * gram.across.matrix()).cwiseProduct(cells.keys).rowwise().sum().array();
    VisibleMeans means {own / n, ArrayXd::Zero(n.size())};
    means.above = (n > 1).select(means.own - (all - same) / (n * (n - 1).max(1)), 0).max(0);
    return means;
}

ArrayXXd rotary_turn(const TokenCells& cells, const Rotary& rotary, int head_width)
{
    // Sums of the cosines up to each distance, and of the cosines times the distance.
    std::vector<double> sums {0}, moments {0};
    const std::vector<double> speeds = rotary_speeds(rotary, head_width);
    const double pair = 2.0 / head_width, at_rest = 1 - pair * double(speeds.size());
    for (int distance = 1; distance < cells.tokens; ++distance) {
        double cosine = at_rest;
        for (const double speed : speeds)
            cosine += std::cos(distance * speed) * pair;
        sums.push_back(sums.back() + cosine);
        moments.push_back(moments.back() + distance * cosine);
    }
    const Index n = cells.count();
    ArrayXXd turn = ArrayXXd::Ones(n, n);
    for (Index l = 0; l < n; ++l)
        for (Index k = 0; k < n; ++k) {
            if (k == l) {   // distance d occurs in size − d pairs
                const double size = cells.size[k];
                const auto last = std::size_t(size - 1);
                if (size > 1)
                    turn(k, k) = (size * sums[last] - moments[last]) / (size * (size - 1) / 2);
                continue;
            }
            const double distance = std::abs(cells.position[k] - cells.position[l]);
            const double half = std::min((std::max(cells.size[k], cells.size[l]) - 1) / 2, distance - 1);
            const auto from = std::size_t(distance - std::floor(half));
            const auto to = std::min(std::size_t(distance + std::floor(half)), sums.size() - 1);
            turn(k, l) = (sums[to] - sums[from - 1]) / double(to - from + 1);
        }
    return turn;
}

}   // namespace stepzero
