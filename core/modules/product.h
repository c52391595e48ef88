// SPDX-License-Identifier: GPL-3.0-or-later
// Products with the weight matrices of a pass, in tiles that depend only on shapes. The bias and the moments of the
// result are handled in the same tiles, while the numbers are in the cache.
#pragma once

#include "core/math/linear/product.h"
#include "core/modules/signal.h"
#include "core/network/init/parameter.h"

namespace stepzero {

/// Computes y = 2^-w.exponent (W x + b) and the moments of y, tile by tile, on any threads. The bias may be empty.
class DrawnProduct {
public:
    /// Left::plain multiplies by Wᵀ, since weights are stored row by row. All arguments must outlive the product; y
    /// must not overlap x.
    DrawnProduct(Left left, const ScaledMatrix& w, const Eigen::Ref<const Tensor>& x, Eigen::VectorXf bias,
        Eigen::Ref<Tensor> y);

    int tiles() const { return product_.tiles(); }
    /// Throws Stopped.
    void tile(int i, const Context& context);
    /// Precondition: all tiles are done.
    Moments moments() const { return joined_moments(parts_); }

    /// Computes all tiles and returns the moments. Throws Stopped.
    Moments run(const Context& context);

private:
    void finish(int i, const Block& block);

    TiledProduct<float> product_;
    Eigen::Ref<Tensor> y_;
    Eigen::VectorXf bias_;
    Eigen::RowVectorXf sums_;   // contribution of the shift to each column; empty: none
    std::vector<Moments> parts_;
};

/// The terms of W x + b in the units of the result.
struct SumTerms {
    ScaledMatrix weight;
    Eigen::VectorXf bias;   ///< empty: no bias
    std::int64_t exponent = 0;   ///< the result is in units of 2^exponent
};
/// Returns the terms for x in units of 2^exponent; b may be empty.
SumTerms sum_terms(const ScaledMatrix& w, std::int64_t exponent, const Eigen::VectorXf& bias);

/// Returns W x + b; b may be empty. Throws Stopped.
Signal product(const ScaledMatrix& w, const Signal& x, const Eigen::VectorXf& bias, const PassContext& context);
/// Returns Wᵀ g. Throws Stopped.
Signal transposed_product(const ScaledMatrix& w, const Signal& g, const PassContext& context);

}   // namespace stepzero
