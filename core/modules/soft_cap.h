// SPDX-License-Identifier: GPL-3.0-or-later
// The soft cap c·tanh(l/c), which keeps the magnitude of logits below c (Gemma 2: 50 in attention, 30 at the end).
#pragma once

#include "core/math/activation/activation.h"
#include "core/modules/scaled.h"

namespace stepzero {

class SoftCap {
public:
    /// 0: no soft cap.
    explicit SoftCap(double cap) : cap_(float(cap)), tanh_(Activation {"tanh", {}}) { }

    bool on() const { return cap_ > 0; }
    /// Returns whether logits are changed. Logits so small that they have their own units are left unchanged; others
    /// have plain units afterwards.
    bool bends(std::int64_t exponent) const { return on() && exponent >= 0; }

    /// Applies the cap to n logits in units of 2^exponent, in place. Precondition: bends(exponent).
    void apply(float* logits, std::ptrdiff_t n, std::int64_t exponent) const
    {
        Eigen::Map<Eigen::ArrayXf> l(logits, n);
        l /= cap_;
        const ScaledActivation<float> phi(tanh_, exponent);
        phi.value(logits, logits, n);
        l *= cap_;
    }
    /// Returns the slope at capped logits: 1 − tanh².
    template <class Capped>
    auto slope(const Capped& capped) const
    {
        return 1 - (capped.array() / cap_).square();
    }

private:
    float cap_;
    ActivationFunction tanh_;
};

}   // namespace stepzero
