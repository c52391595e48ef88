// SPDX-License-Identifier: GPL-3.0-or-later
// Squared ReLU: max(0, z)². So et al.: Primer: searching for efficient transformers. NeurIPS 2021.
#include "core/math/activation/activations.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct SquaredRelu : Plain {
    using Plain::Plain;
    T value(T z) const
    {
        const T positive = z <= 0 ? T(0) : z;
        return positive * positive;
    }
    T derivative(T z) const { return 2 * (z <= 0 ? T(0) : z); }
    Limits limits() const { return {.growth_right = 1, .degree = 2, .homogeneous = true}; }
    std::vector<double> kinks() const { return {0}; }
};

}   // namespace

ActivationInfo activation_squared_relu()
{
    return elementwise<SquaredRelu>("squared_relu", tr("Squared ReLU"), "max(0, z)²",
        ActivationCode {.pytorch = "SquaredReLU()",
            .jax = "jnp.square(nn.relu(x))",
            .keras = "lambda x: ops.square(ops.relu(x))",
            .pytorch_value = "torch.relu(x).square()"});
}

}   // namespace stepzero
