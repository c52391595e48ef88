// SPDX-License-Identifier: GPL-3.0-or-later
// Exponential linear units: elu (Clevert et al. 2016), selu (Klambauer et al. 2017) and celu (Barron 2017). Each is
// scale·z on the right and scale·alpha·(e^(z/width) − 1) on the left.
#include "core/math/activation/activations.h"
#include "core/math/activation/elementary.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct Exponential {
    T value(T z) const
    {
        const T left = (scale * alpha) * elementary::expm1_negative<T>((z > 0 ? T(0) : z) / width);
        return z > 0 ? scale * z : left;
    }
    T derivative(T z) const
    {
        const T left = (scale * alpha / width) * elementary::exp<T>((z > 0 ? T(0) : z) / width);
        return z > 0 ? scale : left;
    }
    Limits limits() const { return {.slope_left = scale * alpha / width, .slope_right = scale, .growth_right = scale}; }
    Saturation saturation() const
    {
        if (alpha == 0)
            return {};
        return {.below = -0.97 * scale * alpha, .above = {}};
    }
    std::vector<double> kinks() const { return {0}; }   // kink of φ' or of φ''

    T scale = 1, alpha = 1, width = 1;
};

template <class T>
struct Elu : Exponential<T> {
    explicit Elu(const Parameters& p) { this->alpha = T(number(p, "alpha")); }
};

template <class T>
struct Selu : Exponential<T> {
    explicit Selu(const Parameters&)
    {
        this->scale = T(1.0507009873554805);
        this->alpha = T(1.6732632423543772);
    }
};

template <class T>
struct Celu : Exponential<T> {
    explicit Celu(const Parameters& p) { this->alpha = this->width = T(number(p, "alpha")); }
};

}   // namespace

ActivationInfo activation_elu()
{
    return elementwise<Elu>("elu", Text::name("ELU"), "z for z > 0, alpha·(e^z − 1) for z ≤ 0",
        ActivationCode {"nn.ELU(alpha={alpha})", "nn.elu(x, {alpha})", "lambda x: ops.elu(x, alpha={alpha})"},
        {{.name = "alpha", .label = Text::name("alpha"), .default_value = 1.0, .low = 0, .high = 1000}});
}

ActivationInfo activation_selu()
{
    ActivationInfo info
        = elementwise<Selu>("selu", Text::name("SELU"), "1.0507·z for z > 0, 1.0507·1.6733·(e^z − 1) for z ≤ 0",
            ActivationCode {"nn.SELU()", "nn.selu(x)", "ops.selu"});
    info.usual_scheme = "lecun_normal";
    return with_pytorch_gain(std::move(info), 0.75);
}

ActivationInfo activation_celu()
{
    return elementwise<Celu>("celu", Text::name("CELU"), "z for z > 0, alpha·(e^(z/alpha) − 1) for z ≤ 0",
        ActivationCode {"nn.CELU(alpha={alpha})", "nn.celu(x, {alpha})", "lambda x: ops.celu(x, alpha={alpha})"},
        {{.name = "alpha", .label = Text::name("alpha"), .default_value = 1.0, .low = 0.001, .high = 1000}});
}

}   // namespace stepzero
