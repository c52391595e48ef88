// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/linear/bidiagonal.h"

#include <Eigen/Householder>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/math/linear/block_reflector.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index bandwidth = 32;   // superdiagonals after the first stage
constexpr double to_band = 0.75;   // fraction of the time, for matrices with at least a thousand rows
const Text stage = tr("singular values");

/// An upper band matrix with room for the bulges that chase() makes: entry (r, c) with −b < c − r < 2b.
class Band {
public:
    using Block = Eigen::Map<MatrixXd, 0, Eigen::OuterStride<>>;

    /// Copies the band of A's first columns() rows.
    explicit Band(const MatrixXd& a) : stored_(MatrixXd::Zero(3 * bandwidth, a.cols()))
    {
        for (Index c = 0; c < a.cols(); ++c) {
            const Index first = std::max<Index>(0, c - bandwidth);
            block(first, c, c - first + 1, 1) = a.col(c).segment(first, c - first + 1);
        }
    }

    Index columns() const { return stored_.cols(); }
    double& at(Index r, Index c) { return stored_(r - c + 2 * bandwidth, c); }

    /// Returns a plain view of a block. One column further right is one row higher in the storage.
    Block block(Index r, Index c, Index rows, Index cols)
    {
        return Block(&at(r, c), rows, cols, Eigen::OuterStride<>(stored_.rows() - 1));
    }

private:
    MatrixXd stored_;
};

/// Applies left and right block reflections in turn, until only the diagonal and `bandwidth` superdiagonals are left.
Band reduce_to_band(MatrixXd a, const Context& context)
{
    using Reflector = BlockReflector<double>;
    const Index m = a.rows(), n = a.cols();
    for (Index j = 0; j < n; j += bandwidth) {
        const Index b = std::min(bandwidth, n - j), rest = n - j - b;
        context.check();
        context.progress(to_band * (1 - std::pow(1 - double(j) / double(n), 3)), stage);
        Reflector::factor(a.block(j, j, m - j, b)).apply_transposed(a.block(j, j + b, m - j, rest), context);
        if (rest > 0) {
            MatrixXd rows = a.block(j, j + b, b, rest).transpose();
            const Reflector right = Reflector::factor(rows);
            a.block(j, j + b, b, rest) = rows.transpose();
            right.apply_right(a.block(j + b, j + b, m - j - b, rest), context);
        }
    }
    return Band(a);
}

/// Row by row, reflects away the entries right of the superdiagonal. The bulge that this makes is pushed down along the
/// band; only the part that the next row's bulge covers is left.
Bidiagonal chase(Band band, const Context& context)
{
    const Index n = band.columns();
    VectorXd v(bandwidth), projected(2 * bandwidth);
    double tau, beta;
    for (Index i = 0; i + 1 < n; ++i) {
        context.check();
        if (i % bandwidth == 0)
            context.progress(to_band + (1 - to_band) * (1 - std::pow(1 - double(i) / double(n), 2)), stage);
        Index row = i;   // the row whose tail is reflected into its first entry …
        Index p = i + 1;   // … which is in this column
        while (p < n) {
            const Index len = std::min(bandwidth, n - p);
            auto tail = band.block(row, p, 1, len);
            v.head(len) = tail.transpose();
            v.head(len).makeHouseholderInPlace(tau, beta);
            tail.setZero();
            tail(0, 0) = beta;
            v(0) = 1;
            if (tau != 0) {
                auto below = band.block(row + 1, p, p + len - row - 1, len);
                auto w = projected.head(below.rows());
                w.noalias() = tau * (below * v.head(len));
                below.noalias() -= w * v.head(len).transpose();
            }

            auto column = band.block(p, p, len, 1);
            v.head(len) = column;
            v.head(len).makeHouseholderInPlace(tau, beta);
            column.setZero();
            column(0, 0) = beta;
            v(0) = 1;
            if (tau != 0) {
                auto right = band.block(p, p + 1, len, std::min(len - 1 + bandwidth, n - p - 1));
                auto w = projected.head(right.cols());
                w.noalias() = tau * (right.transpose() * v.head(len));
                right.noalias() -= v.head(len) * w.transpose();
            }
            row = p;
            p += bandwidth;
        }
    }
    Bidiagonal result {VectorXd(n), VectorXd(std::max<Index>(0, n - 1))};
    for (Index i = 0; i < n; ++i) {
        result.diagonal(i) = band.at(i, i);
        if (i + 1 < n)
            result.above(i) = band.at(i, i + 1);
    }
    return result;
}

struct Rotation {
    double c, s, r;   // c·f + s·g = r, −s·f + c·g = 0
};

Rotation rotation(double f, double g)
{
    const double r = std::sqrt(f * f + g * g);
    if (r == 0)
        return {1, 0, f};
    const double inverse = 1 / r;
    return {f * inverse, g * inverse, r};
}

/// Returns the smaller singular value of ((f, g), (0, h)).
double smaller_value(double f, double g, double h)
{
    const double a = std::hypot(std::abs(f) + std::abs(h), g), b = std::hypot(std::abs(f) - std::abs(h), g);
    const double larger = (a + b) / 2;
    return larger == 0 ? 0 : std::abs(f) * (std::abs(h) / larger);
}

/// Performs one QR sweep over rows low … high with a shift.
void shifted_sweep(VectorXd& d, VectorXd& e, Index low, Index high, double shift)
{
    double f = (std::abs(d(low)) - shift) * (std::copysign(1.0, d(low)) + shift / d(low));
    double g = e(low);
    for (Index i = low; i < high; ++i) {
        const Rotation right = rotation(f, g);
        if (i > low)
            e(i - 1) = right.r;
        f = right.c * d(i) + right.s * e(i);
        e(i) = right.c * e(i) - right.s * d(i);
        g = right.s * d(i + 1);
        d(i + 1) *= right.c;
        const Rotation left = rotation(f, g);
        d(i) = left.r;
        f = left.c * e(i) + left.s * d(i + 1);
        d(i + 1) = left.c * d(i + 1) - left.s * e(i);
        if (i + 1 < high) {
            g = left.s * e(i + 1);
            e(i + 1) *= left.c;
        }
    }
    e(high - 1) = f;
}

/// Performs one QR sweep without shift. A zero on the diagonal ends up at the bottom, cut off from the rest.
void plain_sweep(VectorXd& d, VectorXd& e, Index low, Index high)
{
    double c = 1, old_c = 1, old_s = 0;
    for (Index i = low; i < high; ++i) {
        const Rotation right = rotation(d(i) * c, e(i));
        c = right.c;
        if (i > low)
            e(i - 1) = old_s * right.r;
        const Rotation left = rotation(old_c * right.r, d(i + 1) * right.s);
        old_c = left.c;
        old_s = left.s;
        d(i) = left.r;
    }
    const double h = d(high) * c;
    d(high) = h * old_c;
    e(high - 1) = h * old_s;
}

}   // namespace

Bidiagonal bidiagonalize(MatrixXd a, const Context& context)
{
    return chase(reduce_to_band(std::move(a), context), context);
}

VectorXd singular_values(Bidiagonal b, const Context& context)
{
    VectorXd &d = b.diagonal, &e = b.above;
    const Index n = d.size();
    if (n == 0)
        return d;
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    const double norm = std::max(d.cwiseAbs().maxCoeff(), n > 1 ? e.cwiseAbs().maxCoeff() : 0.0);
    // A smaller threshold would be below the rounding error of a superdiagonal between equal values, which would then
    // never vanish.
    const double negligible = 4 * epsilon * norm;

    Index high = n - 1, block_low = -1, block_high = -1;
    // Two sweeps per value are typical; the bound stops the loop for entries that are not finite.
    for (Index sweep = 0; high > 0 && sweep < 60 * n; ++sweep) {
        context.check();
        Index low = high;
        while (low > 0 && !(std::abs(e(low - 1)) <= negligible))
            --low;
        if (low > 0)
            e(low - 1) = 0;
        if (low == high) {
            --high;
            continue;
        }
        if (low != block_low || high > block_high) {   // a new block: reverse it if its small end is at the top
            block_low = low;
            if (std::abs(d(low)) < std::abs(d(high))) {
                d.segment(low, high - low + 1).reverseInPlace();
                e.segment(low, high - low).reverseInPlace();
            }
        }
        block_high = high;
        const double shift = smaller_value(d(high - 1), e(high - 1), d(high));
        const bool singular = d.segment(low, high - low + 1).cwiseAbs().minCoeff() <= negligible;
        if (singular || shift * shift <= epsilon * d(low) * d(low))
            plain_sweep(d, e, low, high);
        else
            shifted_sweep(d, e, low, high, shift);
    }
    if (high > 0)
        d.setConstant(std::numeric_limits<double>::quiet_NaN());
    return d.cwiseAbs();
}

}   // namespace stepzero
