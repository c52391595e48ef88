// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions φ with their derivatives φ', for one float or double or many at a time.
//
// Conventions: at a kink the derivative is PyTorch's, that of one side (ReLU: φ'(0) = 0); a formula's is the left one.
// Derivatives keep their relative accuracy where φ saturates (1 − tanh² is never formed), so a gradient
// that is merely small is not reported as zero. Values are right to a few units in the last place of the
// scalar type; φ(±0) keeps exact zeros exact, and a NaN stays one. Bits do not depend on n or alignment;
// z and x may be the same array.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/choices.h"

namespace stepzero {

/// How φ behaves where float32 ends, so that a signal can be followed beyond it. `left` is z < 0.
struct Limits {
    bool zero_at_zero = true;   ///< φ(0) = 0
    double slope_left = 0, slope_right = 0;   ///< φ(z)/z as z → 0∓ (when zero_at_zero)
    bool bounded = false;   ///< on both sides
    double growth_left = 0, growth_right = 0;   ///< φ(z)/|z|^degree·sign as z → ∓∞; 0 on a bounded side
    int degree = 1;   ///< growth exponent for large |z|: 2 for squared_relu
    bool homogeneous = false;   ///< φ(cz) = c^degree φ(z) for every c > 0
    // Of what goes on as a wave around a straight line, as sin does; 0 for others.
    double wave_panel = 0;   ///< 16 nodes of Gauss over this length are exact for φ²
    double wave_reach = 0;   ///< over a Gaussian of this or a larger √q the wave has the same mean
    double wave_period = 0;   ///< after which it repeats, kinks and all; 0: not known
};

/// Outputs beyond these count as saturated: the outer 1.5 % of a two-sided range (so |tanh| > 0.97), the
/// outer 3 % towards a one-sided bound. Absent: never. The flat zero of a ReLU counts as zero, not here.
struct Saturation {
    std::optional<double> below, above;
};

/// Where φ changes fast: 16 nodes of Gauss over `length` are exact for φ² from low to high.
struct Stretch {
    double low, high, length;
};

/// Of the activation that is typed (formula.h), and of its parameter.
inline constexpr std::string_view formula_name = "formula";

/// How the frameworks write it, as texts of python_text() (core/base/words/python_text.h).
struct ActivationCode {
    std::string pytorch;   ///< a module: "nn.ELU(alpha={alpha})"
    std::string jax;   ///< an expression in x
    std::string keras;   ///< what a Dense layer takes for one
    std::string pytorch_value {};   ///< forward(x), where torch.nn has no such module: "torch.sin(x)"
    std::string function {};   ///< in the modules of all three, where they have it: "sin"
};

class ActivationFunction;

struct ActivationInfo {
    std::string name;   ///< registry and file name, as PyTorch's where it has one
    Text label;   ///< for people: "Leaky ReLU"
    std::string formula;   ///< plain text: "max(0, z)"
    std::vector<ParameterInfo> parameters;
    /// p: parameter values in the order of `parameters`, completed.
    std::function<void(const Parameters& p, const float* z, float* x, std::ptrdiff_t n)> value_f;
    std::function<void(const Parameters& p, const double* z, double* x, std::ptrdiff_t n)> value_d;
    std::function<void(const Parameters& p, const float* z, float* d, std::ptrdiff_t n)> derivative_f;
    std::function<void(const Parameters& p, const double* z, double* d, std::ptrdiff_t n)> derivative_d;
    std::function<Limits(const Parameters& p)> limits;
    std::function<Saturation(const Parameters& p)> saturation;
    /// Points where φ, φ' or φ'' jumps: quadrature panels end there. Of a wave with a period, those near 0.
    std::function<std::vector<double>(const Parameters& p)> kinks;
    std::function<std::vector<Stretch>(const Parameters& p)> stretches = {};   ///< empty: what 0 tells is enough
    ActivationCode code = {};
    std::function<double(const Parameters& p)> pytorch_gain
        = {};   ///< torch.nn.init.calculate_gain; empty: it has none
    std::string usual_scheme = {};   ///< for its weights; empty: Xavier's where φ is bounded, else He's
    std::string fixed
        = {};   ///< where its parameters are learned: the activation that has the same ones as plain numbers
};

/// Every activation of the program, in the order of the menus.
const std::vector<ActivationInfo>& activations();
const ActivationInfo* find_activation(std::string_view name);   ///< nullptr when there is none
/// Whether φ(z) = z.
bool is_identity(const ActivationFunction& phi);
/// With every parameter that it leaves out at its default; one of an unknown name as it is.
Activation completed(const Activation& given);

/// An activation with its parameters put in.
class ActivationFunction {
public:
    /// Throws std::invalid_argument on an unknown name.
    explicit ActivationFunction(const Activation& activation);
    /// One that is not in the registry (formula.h). Its parameters are at their defaults.
    explicit ActivationFunction(std::shared_ptr<const ActivationInfo> info);

    const ActivationInfo& info() const { return *info_; }
    const Limits& limits() const { return limits_; }
    const Saturation& saturation() const { return saturation_; }
    std::vector<double> kinks() const { return info_->kinks(parameters_); }
    std::vector<Stretch> stretches() const
    {
        return info_->stretches ? info_->stretches(parameters_) : std::vector<Stretch> {};
    }

    void value(const float* z, float* x, std::ptrdiff_t n) const { info_->value_f(parameters_, z, x, n); }
    void value(const double* z, double* x, std::ptrdiff_t n) const { info_->value_d(parameters_, z, x, n); }
    void derivative(const float* z, float* d, std::ptrdiff_t n) const { info_->derivative_f(parameters_, z, d, n); }
    void derivative(const double* z, double* d, std::ptrdiff_t n) const { info_->derivative_d(parameters_, z, d, n); }
    double value(double z) const
    {
        double x;
        value(&z, &x, 1);
        return x;
    }
    double derivative(double z) const
    {
        double d;
        derivative(&z, &d, 1);
        return d;
    }

private:
    ActivationFunction(std::shared_ptr<const ActivationInfo> info, const Parameters& given);

    std::shared_ptr<const ActivationInfo> info_;
    Parameters parameters_;
    Limits limits_;
    Saturation saturation_;
};

}   // namespace stepzero
