// SPDX-License-Identifier: GPL-3.0-or-later
// Products of Householder reflections in compact form, H = H_1 … H_b = I − V T Vᵀ, and their application to a matrix.
// The matrix is processed in tiles of fixed size: a stop request takes effect between tiles, and no bit depends on the
// number of threads.
// Schreiber, Van Loan: A storage-efficient WY representation for products of Householder transformations. 1989.
#pragma once

#include <Eigen/Core>

#include "core/math/linear/product.h"

namespace stepzero {

template <class Scalar>
struct BlockReflector {
    using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    using View = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

    Matrix v;   ///< [m, b], unit lower trapezoidal, with zeros and ones stored explicitly
    Matrix t;   ///< [b, b], upper triangular

    /// Factors panel = H R, panel [m, n]; b = min(m, n). R overwrites the panel, including the zeros below it.
    static BlockReflector factor(View panel);

    void apply(View c, const Context& context) const { apply(Left::plain, c, context); }   ///< C ← H C
    void apply_transposed(View c, const Context& context) const { apply(Left::transposed, c, context); }   ///< C ← Hᵀ C
    void apply_right(View c, const Context& context) const;   ///< C ← C H

private:
    using Product = TiledProduct<Scalar>;
    void apply(Left of_t, View c, const Context& context) const;
};

extern template struct BlockReflector<float>;
extern template struct BlockReflector<double>;

}   // namespace stepzero
