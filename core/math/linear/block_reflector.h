// SPDX-License-Identifier: GPL-3.0-or-later
// Products of Householder reflections in compact form, H = H_1 … H_b = I − V T Vᵀ, and their application to
// a matrix in tiles of fixed size, so that a stop is seen between tiles and no bit depends on the threads.
// Schreiber, Van Loan: A storage-efficient WY representation for products of Householder transformations. 1989.
#pragma once

#include <Eigen/Core>

#include "core/math/linear/product.h"

namespace stepzero {

template <class Scalar>
struct BlockReflector {
    using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    using View = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

    Matrix v;   ///< [m, b], unit lower trapezoidal, its zeros and ones written out
    Matrix t;   ///< [b, b], upper triangular

    /// Factors panel = H R, panel [m, n]; b = min(m, n). R takes the place of the panel, zeros included.
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
