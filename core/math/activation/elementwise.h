// SPDX-License-Identifier: GPL-3.0-or-later
// Builds a registry entry from scalar formulas, so that an activation is written once for all types. A struct `Phi<T>`
// is constructed from the parameters and has value(T) and derivative(T). `Phi<double>` also has limits(), saturation()
// and kinks().
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/math/activation/activation.h"

namespace stepzero {

/// Applies a formula in whole, aligned blocks, the last one padded with zeros. Every entry goes through the same vector
/// instructions, so its bits depend neither on n nor on its position. `in` and `out` may be the same array.
template <class T, class Formula>
void by_blocks(const T* in, T* out, std::ptrdiff_t n, const Formula& formula)
{
    constexpr std::ptrdiff_t size = 512 / sizeof(T);
    alignas(64) T z[size] = {};
    alignas(64) T x[size];
    for (std::ptrdiff_t first = 0; first < n; first += size) {
        const std::ptrdiff_t count = std::min(size, n - first);
        if (count < size)
            std::fill(z + count, z + size, T(0));
        std::copy_n(in + first, count, z);
        for (std::ptrdiff_t i = 0; i < size; ++i)
            x[i] = formula(z[i]);
        std::copy_n(x, count, out + first);
    }
}

template <template <class> class Phi, class T>
void elementwise_value(const Parameters& p, const T* z, T* x, std::ptrdiff_t n)
{
    const Phi<T> phi(p);
    by_blocks(z, x, n, [phi](T t) { return phi.value(t); });
}

template <template <class> class Phi, class T>
void elementwise_derivative(const Parameters& p, const T* z, T* d, std::ptrdiff_t n)
{
    const Phi<T> phi(p);
    by_blocks(z, d, n, [phi](T t) { return phi.derivative(t); });
}

template <template <class> class Phi>
ActivationInfo elementwise(
    std::string name, Text label, std::string formula, ActivationCode code, std::vector<ParameterInfo> parameters = {})
{
    return {.name = std::move(name),
        .label = std::move(label),
        .formula = std::move(formula),
        .parameters = std::move(parameters),
        .value_f = elementwise_value<Phi, float>,
        .value_d = elementwise_value<Phi, double>,
        .derivative_f = elementwise_derivative<Phi, float>,
        .derivative_d = elementwise_derivative<Phi, double>,
        .limits = [](const Parameters& p) { return Phi<double>(p).limits(); },
        .saturation = [](const Parameters& p) { return Phi<double>(p).saturation(); },
        .kinks = [](const Parameters& p) { return Phi<double>(p).kinks(); },
        .code = std::move(code)};
}

/// Adds PyTorch's gain, for activations whose gain is a constant.
inline ActivationInfo with_pytorch_gain(ActivationInfo info, double gain)
{
    info.pytorch_gain = [gain](const Parameters&) { return gain; };
    return info;
}

/// Defaults for most functions: no parameters, no saturation, no kinks.
struct Plain {
    Plain() = default;
    explicit Plain(const Parameters&) { }
    Saturation saturation() const { return {}; }
    std::vector<double> kinks() const { return {}; }
};

}   // namespace stepzero
