// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all activations. To add one, define activation_NAME() in a file in functions/ and add its name here, in
// menu order.
#pragma once

#include "core/math/activation/activation.h"

#define STEPZERO_ACTIVATIONS(activation)                                                                               \
    activation(relu) activation(leaky_relu) activation(prelu) activation(elu) activation(selu) activation(celu)        \
        activation(gelu) activation(silu) activation(mish) activation(softplus) activation(squared_relu)               \
            activation(tanh) activation(sigmoid) activation(erf) activation(softsign) activation(hardtanh)             \
                activation(hardsigmoid) activation(hardswish) activation(relu6) activation(sin) activation(linear)     \
                    activation(formula)

namespace stepzero {

#define STEPZERO_DECLARE(name) ActivationInfo activation_##name();
STEPZERO_ACTIVATIONS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
