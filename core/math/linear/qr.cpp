// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/linear/qr.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/math/linear/block_reflector.h"
#include "core/math/linear/tiles.h"

namespace stepzero {

namespace {

template <class Scalar>
Qr<Scalar> factor(typename Qr<Scalar>::Matrix a, const Context& context)
{
    using Eigen::Index;
    constexpr Index panel = 32;
    const Index m = a.rows(), n = a.cols(), k = std::min(m, n);

    std::vector<BlockReflector<Scalar>> reflectors;
    for (Index j = 0; j < k; j += panel) {
        const Index b = std::min(panel, k - j);
        context.check();
        reflectors.push_back(BlockReflector<Scalar>::factor(a.block(j, j, m - j, b)));
        reflectors.back().apply_transposed(a.block(j, j + b, m - j, n - j - b), context);
    }

    Qr<Scalar> result;
    result.q.resize(m, k);
    for_tiles(k, panel, double(m) * double(k), context, [&](Index first, Index count) {
        result.q.middleCols(first, count).setZero();
        result.q.block(first, first, count, count).setIdentity();
    });
    for (Index i = Index(reflectors.size()) - 1; i >= 0; --i) {
        const Index j = i * panel;   // columns before j are still those of the identity, and zero from row j on
        reflectors[std::size_t(i)].apply(result.q.block(j, j, m - j, k - j), context);
    }
    a.conservativeResize(k, n);
    result.r = std::move(a);
    return result;
}

}   // namespace

Qr<float> householder_qr(Eigen::MatrixXf a, const Context& context) { return factor<float>(std::move(a), context); }
Qr<double> householder_qr(Eigen::MatrixXd a, const Context& context) { return factor<double>(std::move(a), context); }

}   // namespace stepzero
