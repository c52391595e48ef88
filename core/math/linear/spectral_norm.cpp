// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/linear/spectral_norm.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/linear/decompositions.h"
#include "core/math/random/stream.h"

namespace stepzero {

namespace {

constexpr Eigen::Index most = 24;   // largest number of steps
constexpr double settled = 1e-4;   // relative growth of the value in one step at which the iteration ends

/// Returns the last vector plus a small random part in every direction, so that new dominant directions are found too.
Eigen::VectorXf first_vector(const Eigen::VectorXf& last, Eigen::Index size)
{
    constexpr float mixed = 0.3F;
    Eigen::VectorXf v(size);
    fill_normal({}, 0, 0, v.data(), std::size_t(size));
    v.normalize();
    if (last.size() == size)
        v = last + mixed * v;
    return v.normalized();
}

struct SingularPair {
    double value;
    Eigen::VectorXd right;
};

/// Returns the largest singular value of B and its right vector, from BᵀB. Squaring loses accuracy only for the small
/// singular values.
SingularPair largest_of(const Eigen::MatrixXd& b)
{
    const SymmetricEigen squared = symmetric_eigen(b.transpose() * b);
    const Eigen::Index last = b.cols() - 1;
    return {std::sqrt(std::max(0.0, squared.values[last])), squared.vectors.col(last)};
}

}   // namespace

double spectral_norm(const Eigen::Ref<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>& a,
    Eigen::VectorXf& right, const Context& context)
{
    const Eigen::Index steps = std::min({most, a.rows() + 1, a.cols()}), fewest = right.size() == a.cols() ? 5 : 10;
    Eigen::MatrixXf v(a.cols(), steps);   // orthonormal
    Eigen::MatrixXd b = Eigen::MatrixXd::Zero(steps, steps);   // A V = U B, upper bidiagonal
    Eigen::VectorXf u;
    v.col(0) = first_vector(right, a.cols());
    double value = 0;
    Eigen::Index made = 0;
    while (made < steps) {
        context.check();
        const Eigen::Index k = made;
        Eigen::VectorXf next = a * v.col(k);
        if (k > 0)
            next -= float(b(k - 1, k)) * u;
        const double diagonal = double(next.norm());
        if (!std::isfinite(diagonal))
            return std::numeric_limits<double>::quiet_NaN();
        b(k, k) = diagonal;
        ++made;
        const double before = value;
        value = largest_of(b.topLeftCorner(made, made)).value;
        if (made == steps || !(diagonal > 0) || (made >= fewest && value - before < settled * value))
            break;
        u = next / float(diagonal);
        Eigen::VectorXf back = a.transpose() * u;
        for (int twice = 0; twice < 2; ++twice)   // B contains what the first pass removes
            back -= v.leftCols(made) * (v.leftCols(made).transpose() * back);
        const double above = double(back.norm());
        if (!(above > 1e-6 * value))   // V spans all that A acts on
            break;
        b(k, k + 1) = above;
        v.col(k + 1) = back / float(above);
    }
    right = v.leftCols(made) * largest_of(b.topLeftCorner(made, made)).right.cast<float>();
    return value;
}

}   // namespace stepzero
