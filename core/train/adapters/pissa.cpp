// SPDX-License-Identifier: GPL-3.0-or-later
// PiSSA: the factors start from the largest singular values of W, and W₀ is the rest: s B A + W₀ = W. Meng, Wang,
// Zhang: PiSSA: principal singular values and singular vectors adaptation of large language models. NeurIPS 2024.
#include <algorithm>
#include <cmath>

#include "core/math/linear/decompositions.h"
#include "core/math/linear/product.h"
#include "core/train/adapter.h"

namespace stepzero {

namespace {

/// Computes the singular values from their squares in double. Those that are large enough to be chosen are exact to
/// float32.
AdapterFactors make(const AdapterRequest& request, WeightMatrix& base, const Context& context)
{
    const bool wide = base.cols() >= base.rows();
    // The singular vectors on the shorter side are the eigenvectors of M Mᵀ.
    const Eigen::MatrixXd m
        = wide ? Eigen::MatrixXd(base.cast<double>()) : Eigen::MatrixXd(base.cast<double>().transpose());
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(m.rows(), m.rows());
    TiledProduct<double>::add_outer(m, m, gram, context);
    context.check();
    const SymmetricEigen solved = symmetric_eigen(gram);
    context.check();
    const auto rank = std::min<Eigen::Index>(Eigen::Index(number(request.parameters, "rank")), m.rows());
    const double scale = adapter_scale(request.parameters);
    Eigen::MatrixXd near = solved.vectors.rightCols(rank).rowwise().reverse();   // [shorter side, rank]
    Eigen::MatrixXd far = product(m.transpose(), near, context);   // σ times the singular vectors on the longer side
    for (Eigen::Index i = 0; i < rank; ++i) {
        const double root = std::sqrt(far.col(i).norm() / scale);   // √(σ/s)
        near.col(i) *= root;
        far.col(i) *= root > 0 ? 1 / (root * scale) : 0;
    }
    AdapterFactors factors {wide ? far.transpose().cast<float>() : near.transpose().cast<float>(),
        wide ? near.cast<float>() : far.cast<float>()};
    base -= (scale * (wide ? product(near, far.transpose(), context) : product(far, near.transpose(), context)))
                .cast<float>();
    return factors;
}

}   // namespace

const AdapterInfo& adapter_pissa()
{
    static const AdapterInfo info {.name = "pissa",
        .label = Text::name("PiSSA"),
        .note = tr("LoRA whose factors start from W's largest singular values; W₀ is the rest."),
        .parameters = rank_parameters(8),
        .make = make,
        .pytorch_factors
        = PythonLines {"u, s, vh = torch.linalg.svd(w, full_matrices=False)", "root = (s[:RANK] / SCALE).sqrt()",
            "self.A = nn.Parameter(root[:, None] * vh[:RANK])", "self.B = nn.Parameter(u[:, :RANK] * root)"}};
    return info;
}

}   // namespace stepzero
