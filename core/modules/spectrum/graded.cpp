// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/spectrum/graded.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "core/math/linear/qr.h"
#include "core/math/linear/tiles.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double none = -std::numeric_limits<double>::infinity();

/// The rows of diag(2^e)·T as unit columns a with logarithmic scales, sorted by decreasing scale.
struct Rows {
    VectorXd e;
    MatrixXd a;   // [n, r]
};

Rows sorted_units(VectorXd e, const MatrixXd& columns, const Context& context)
{
    const Index r = e.size();
    constexpr Index tile = 32;
    VectorXd norms(r);
    for_tiles(r, tile, 2.0 * double(columns.size()), context, [&](Index first, Index count) {
        norms.segment(first, count) = columns.middleCols(first, count).colwise().norm().transpose();
    });
    std::vector<Index> order(static_cast<std::size_t>(r));
    std::iota(order.begin(), order.end(), Index(0));
    for (Index i = 0; i < r; ++i)
        e(i) = norms(i) > 0 ? e(i) + std::log2(norms(i)) : none;
    std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return e(i) > e(j); });
    Rows rows {VectorXd(r), MatrixXd(columns.rows(), r)};
    for_tiles(r, tile, double(columns.size()), context, [&](Index first, Index count) {
        for (Index i = first; i < first + count; ++i) {
            const Index from = order[std::size_t(i)];
            rows.e(i) = e(from);
            rows.a.col(i) = columns.col(from) / (norms(from) > 0 ? norms(from) : 1.0);
        }
    });
    return rows;
}

/// Performs one step of QR iteration. M = D Aᵀ = (K) D with K = D Aᵀ D⁻¹ = Q R has the singular values of (R D)ᵀ = D
/// Rᵀ. A is upper triangular with sorted rows, so K has no large entry.
Rows iterate(const Rows& rows, const Context& context)
{
    const Index r = rows.e.size();
    constexpr double ln2 = 0.69314718055994530942;
    constexpr double lowest = -1e9;   // scale of a zero row, so that differences are finite
    const Eigen::ArrayXd logs = rows.e.array().max(lowest) * ln2;
    MatrixXd k = rows.a.transpose();
    for (Index j = 0; j < r; ++j) {
        context.check();
        k.col(j).array() *= (logs - logs(j)).min(600.0).exp();
    }
    return sorted_units(rows.e, householder_qr(std::move(k), context).r, context);
}

/// Makes two rows of scales 2^high ≥ 2^low orthogonal. With ρ = 2^(low − high) and τ = (tangent of the rotation)/ρ,
/// nothing over- or underflows, however far apart the scales are. Returns false when they already were orthogonal.
bool rotate(Eigen::Ref<VectorXd> a, Eigen::Ref<VectorXd> b, double& high, double& low)
{
    // A cosine g changes log σ by about g where the scales are equal, and by g²/(1 − ρ²) where they differ.
    constexpr double negligible = 1e-12;
    const double g = a.dot(b), size = std::abs(g);
    if (size <= negligible)
        return false;
    const double rho = std::exp2(low - high), difference = (1 - rho) * (1 + rho);
    if (g * g <= negligible * difference)
        return false;
    const double tau = 2 * g / (difference + std::sqrt(difference * difference + 4 * rho * rho * g * g));
    const double share = tau * rho * rho, cosine2 = 1 / (1 + tau * share);
    const double norm_a = std::sqrt(1 + share * (2 * g + share));
    const double p = 1 / norm_a;
    double norm_b2 = 0;
    for (Index i = 0; i < a.size(); ++i) {
        const double x = a(i), y = b(i), z = y - tau * x;
        a(i) = p * (x + share * y);
        b(i) = z;
        norm_b2 += z * z;
    }
    const double norm_b = std::sqrt(norm_b2);
    b *= norm_b > 0 ? 1 / norm_b : 1.0;
    high += std::log2(norm_a) + std::log2(cosine2) / 2;
    low = norm_b > 0 ? low + std::log2(norm_b) + std::log2(cosine2) / 2 : none;
    if (low > high) {
        a.swap(b);
        std::swap(high, low);
    }
    return true;
}

/// Sweeps until no pair needs a rotation. Blocks of rows meet in a round-robin tournament. The pairs of a round share
/// no row, so they can run concurrently.
void orthogonalize(Rows& rows, const Context& context)
{
    constexpr Index width = 32;
    const Index r = rows.e.size();
    const int blocks = int((r + width - 1) / width), seats = std::max(2, blocks + blocks % 2);
    std::atomic<bool> rotated;
    const auto meet = [&](Index i_first, Index j_first) {
        const Index i_end = std::min(r, i_first + width), j_end = std::min(r, j_first + width);
        for (Index i = i_first; i < i_end; ++i) {
            context.check();
            for (Index j = i_first == j_first ? i + 1 : j_first; j < j_end; ++j) {
                const Index p = rows.e(i) >= rows.e(j) ? i : j, q = i + j - p;
                if (rows.e(q) != none && rotate(rows.a.col(p), rows.a.col(q), rows.e(p), rows.e(q)))
                    rotated = true;
            }
        }
    };
    constexpr int most_sweeps = 60;   // ten are already many; the bound stops the loop for entries that are not finite
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        rotated = false;
        context.parallel(blocks, [&](int block) { meet(block * width, block * width); });
        for (int round = 0; round + 1 < seats; ++round)
            context.parallel(seats / 2, [&](int table) {
                // Seat 0 stays, the others move on by one.
                const auto at = [&](int seat) { return seat == 0 ? 0 : 1 + (seat - 1 + round) % (seats - 1); };
                const int one = at(table), other = at(seats - 1 - table);
                if (std::max(one, other) < blocks)
                    meet(std::min(one, other) * width, std::max(one, other) * width);
            });
        if (!rotated)
            return;
        rows = sorted_units(std::move(rows.e), rows.a, context);   // absorbs the rounding errors of the norms
    }
}

}   // namespace

std::vector<std::optional<double>> log2_singular_values(const VectorXd& e, const MatrixXd& t, const Context& context)
{
    constexpr int steps = 3;
    Rows rows = sorted_units(e, t.transpose(), context);
    rows = sorted_units(rows.e, householder_qr(std::move(rows.a), context).r, context);
    for (int i = 0; i < steps; ++i)
        rows = iterate(rows, context);
    orthogonalize(rows, context);

    std::vector<double> logs(rows.e.begin(), rows.e.end());
    std::sort(logs.begin(), logs.end(), std::greater<>());
    std::vector<std::optional<double>> result;
    for (const double x : logs)
        result.push_back(x == none ? std::nullopt : std::optional(x));
    return result;
}

}   // namespace stepzero
