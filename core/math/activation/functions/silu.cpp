// SPDX-License-Identifier: GPL-3.0-or-later
// SiLU: z·sigmoid(z), also called Swish. Elfwing, Uchibe, Doya 2018.
#include "core/math/activation/activations.h"
#include "core/math/activation/elementary.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct Silu : Plain {
    using Plain::Plain;
    T value(T z) const { return z * elementary::sigmoid<T>(z); }
    T derivative(T z) const
    {
        T slope;
        const T share = elementary::sigmoid<T>(z, slope);
        return share + z * slope;
    }
    Limits limits() const { return {.slope_left = 0.5, .slope_right = 0.5, .growth_right = 1}; }
};

}   // namespace

ActivationInfo activation_silu()
{
    return elementwise<Silu>(
        "silu", Text::name("SiLU (Swish)"), "z·sigmoid(z)", ActivationCode {"nn.SiLU()", "nn.silu(x)", "ops.silu"});
}

}   // namespace stepzero
