// SPDX-License-Identifier: GPL-3.0-or-later
#include <Eigen/Householder>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/math/linear/product.h"
#include "core/math/linear/qr.h"
#include "core/math/linear/tiles.h"
#include "core/modules/spectrum/graded.h"
#include "core/modules/spectrum/singular_values.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Order = std::vector<Index>;

constexpr Index columns_of_a_tile = 64;   // tile width for copies

/// G·diag(2^e)·P = Q R' with R' = R·diag(2^e)·P. R is stored without the scales, which may be out of range.
struct Step {
    Order order;
    MatrixXd q, r;
};

/// QR of columns that were sorted by size beforehand, without further pivoting.
Step sorted_qr(const MatrixXd& g, const VectorXd& e, const Context& context)
{
    Step step {Order(static_cast<std::size_t>(g.cols())), {}, {}};
    std::iota(step.order.begin(), step.order.end(), Index(0));
    std::stable_sort(step.order.begin(), step.order.end(), [&](Index i, Index j) { return e(i) > e(j); });
    MatrixXd sorted(g.rows(), g.cols());
    for_tiles(g.cols(), columns_of_a_tile, double(g.size()), context, [&](Index first, Index count) {
        for (Index j = first; j < first + count; ++j)
            sorted.col(j) = g.col(step.order[std::size_t(j)]);
    });
    Qr<double> qr = householder_qr(std::move(sorted), context);
    step.q = std::move(qr.q);
    step.r = std::move(qr.r);
    return step;
}

/// QR that takes the largest remaining column at each step and ends where only rounding errors are left. R then has as
/// many rows as the rank of G. It is slower; use it for factors that are rank deficient or nearly so.
Step pivoted_qr(const MatrixXd& g, const VectorXd& e, const Context& context)
{
    const double rounding = double(std::max(g.rows(), g.cols())) * std::numeric_limits<double>::epsilon();
    const VectorXd norms = g.colwise().norm();
    const Index n = g.cols(), most = std::min(g.rows(), n);
    Step step {Order(static_cast<std::size_t>(n)), MatrixXd::Identity(g.rows(), most), g};
    std::iota(step.order.begin(), step.order.end(), Index(0));
    MatrixXd& r = step.r;
    VectorXd taus(most), scratch(std::max(g.rows(), n));
    Index rank = 0;
    for (; rank < most; ++rank) {
        context.check();
        Index best = -1;
        double best_size = 0;
        for (Index j = rank; j < n; ++j) {
            const Index from = step.order[std::size_t(j)];
            const double rest = r.col(j).tail(r.rows() - rank).norm();
            const double size = e(from) + std::log2(rest);
            if (rest > rounding * norms(from) && (best < 0 || size > best_size)) {
                best = j;
                best_size = size;
            }
        }
        if (best < 0)
            break;
        std::swap(step.order[std::size_t(best)], step.order[std::size_t(rank)]);
        r.col(best).swap(r.col(rank));
        const Index rows = r.rows() - rank;
        double beta;
        r.col(rank).tail(rows).makeHouseholderInPlace(taus(rank), beta);
        r(rank, rank) = beta;
        r.block(rank, rank + 1, rows, n - rank - 1)
            .applyHouseholderOnTheLeft(r.col(rank).tail(rows - 1), taus(rank), scratch.data());
    }
    for (Index i = rank - 1; i >= 0; --i) {
        context.check();
        const Index rows = r.rows() - i;
        step.q.block(i, i, rows, most - i).applyHouseholderOnTheLeft(r.col(i).tail(rows - 1), taus(i), scratch.data());
    }
    step.q.conservativeResize(Eigen::NoChange, rank);
    r.conservativeResize(rank, Eigen::NoChange);
    r.triangularView<Eigen::StrictlyLower>().setZero();
    return step;
}

/// Returns whether a pivot is so much smaller than its column that sorting by size was not sufficient.
bool needs_pivoting(const MatrixXd& r)
{
    constexpr double small = 1e-4;
    for (Index i = 0; i < r.rows(); ++i)
        if (std::abs(r(i, i)) < small * r.col(i).norm())
            return true;
    return false;
}

}   // namespace

LongProduct::LongProduct(int n) : columns_(n), rows_(n) { }

void LongProduct::multiply(const MatrixXd& factor, double exponent, const Context& context)
{
    rows_ = int(factor.rows());
    MatrixXd g;
    if (begun_)
        g = product(factor, u_, context);
    else if (rows_ > 0 && rows_ < columns_)
        // F = (Q R)ᵀ has the singular values of Rᵀ, and so does every product with it. No matrix therefore grows to the
        // square of a wide input.
        g = householder_qr(MatrixXd(factor.transpose()), context).r.transpose();
    else
        g = factor;
    if (!begun_) {
        log2d_ = VectorXd::Zero(g.cols());
        t_ = MatrixXd::Identity(g.cols(), g.cols());
        begun_ = true;
    }

    // Scales columns to norm 1 and drops those that vanish.
    VectorXd e(g.cols());
    Order kept;
    for (Index j = 0; j < g.cols(); ++j) {
        context.check();
        const double norm = g.rows() > 0 ? g.col(j).stableNorm() : 0.0;
        if (norm == 0)
            continue;
        const Index to = Index(kept.size());
        g.col(to) = g.col(j) / norm;
        e(to) = log2d_(j) + exponent + std::log2(norm);
        kept.push_back(j);
    }
    g.conservativeResize(Eigen::NoChange, Index(kept.size()));
    e.conservativeResize(g.cols());

    Step step = sorted_qr(g, e, context);
    if (needs_pivoting(step.r))
        step = pivoted_qr(g, e, context);
    MatrixXd& r = step.r;
    const Index rank = r.rows();

    constexpr double ln2 = 0.69314718055994530942;
    // D = |diag R'| and T ← D⁻¹ R' Pᵀ T.
    log2d_.resize(rank);
    for (Index i = 0; i < rank; ++i)
        log2d_(i) = e(step.order[std::size_t(i)]) + std::log2(std::abs(r(i, i)));
    Order rows;
    for (Index j = 0; j < r.cols(); ++j) {
        context.check();
        const Index from = step.order[std::size_t(j)];
        const Index filled = std::min(j + 1, rank);
        r.col(j).head(filled).array() *= ((e(from) - log2d_.head(filled).array()) * ln2).exp();
        rows.push_back(kept[std::size_t(from)]);
    }
    MatrixXd t(r.cols(), t_.cols());
    for_tiles(t.cols(), columns_of_a_tile, double(t.size()), context,
        [&](Index first, Index count) { t.middleCols(first, count) = t_(rows, Eigen::seqN(first, count)); });
    t_ = upper_product(r, t, context);
    u_ = std::move(step.q);
}

std::vector<std::optional<double>> LongProduct::log10_singular_values(const Context& context) const
{
    constexpr double log10_2 = 0.30102999566398119521;
    std::vector<std::optional<double>> values(std::size_t(columns_), 0);
    if (begun_)
        values = log2_singular_values(log2d_, t_, context);
    for (std::optional<double>& value : values)
        if (value)
            *value *= log10_2;
    values.resize(std::size_t(std::min(rows_, columns_)));
    return values;
}

}   // namespace stepzero
