// SPDX-License-Identifier: GPL-3.0-or-later
// Products with drawn matrices, in tiles that depend on shapes alone.
#pragma once

#include "core/math/linear/product.h"
#include "core/modules/signal.h"
#include "core/network/init/parameter.h"

namespace stepzero {

/// y = 2^-w.exponent (W x + b), tile by tile for whoever runs them, with the moments of y. The bias may be empty.
class DrawnProduct {
public:
    /// Left::plain takes Wᵀ for W, as the weights lie row by row. All must live as long; y does not overlap x.
    DrawnProduct(Left left, const ScaledMatrix& w, const Eigen::Ref<const Tensor>& x, Eigen::VectorXf bias,
        Eigen::Ref<Tensor> y);

    int tiles() const { return product_.tiles(); }
    /// Throws Stopped.
    void tile(int i, const Context& context);
    /// When every tile is done.
    Moments moments() const { return joined_moments(parts_); }

    /// All tiles. Throws Stopped.
    Moments run(const Context& context);

private:
    void finish(int i, const Block& block);

    TiledProduct<float> product_;
    Eigen::Ref<Tensor> y_;
    Eigen::VectorXf bias_;
    Eigen::RowVectorXf sums_;   // what the shift adds to each column; empty: nothing
    std::vector<Moments> parts_;
};

/// What W x + b is of, in the units of the result.
struct SumTerms {
    ScaledMatrix weight;
    Eigen::VectorXf bias;   ///< empty: none
    std::int64_t exponent = 0;   ///< the units
};
/// For x in units of 2^exponent; b may be empty.
SumTerms sum_terms(const ScaledMatrix& w, std::int64_t exponent, const Eigen::VectorXf& bias);

/// W x + b; b may be empty. Throws Stopped.
Signal product(const ScaledMatrix& w, const Signal& x, const Eigen::VectorXf& bias, const PassContext& context);
/// Wᵀ g. Throws Stopped.
Signal transposed_product(const ScaledMatrix& w, const Signal& g, const PassContext& context);

}   // namespace stepzero
