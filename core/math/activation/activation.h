// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions φ and their derivatives φ', for single numbers and arrays of float or double. Layers apply them
// to signals, and theory integrates them over Gaussians.
//
// Conventions: at a kink, the derivative is PyTorch's one-sided one (ReLU: φ'(0) = 0); that of a formula is the left
// one. Derivatives keep their relative accuracy where φ saturates (1 − tanh² is never formed). A gradient that is
// merely small is therefore not reported as zero. Values are accurate to a few units in the last place of the scalar
// type. φ(±0) keeps exact zeros exact, and NaN propagates. Bits do not depend on n or alignment; z and x may be the
// same array.
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

/// Asymptotic behavior of φ, used to follow a signal beyond the range of float32. `left` is z < 0.
struct Limits {
    bool zero_at_zero = true;   ///< φ(0) = 0
    double slope_left = 0, slope_right = 0;   ///< φ(z)/z as z → 0∓ (when zero_at_zero)
    bool bounded = false;   ///< true when bounded on both sides
    double growth_left = 0, growth_right = 0;   ///< φ(z)/|z|^degree·sign as z → ∓∞; 0 on a bounded side
    int degree = 1;   ///< growth exponent for large |z|: 2 for squared_relu
    bool homogeneous = false;   ///< φ(cz) = c^degree φ(z) for every c > 0
    // The next three describe functions that oscillate around a straight line forever, as sin does; 0 for all others.
    double wave_panel = 0;   ///< 16-node Gauss quadrature over this length is exact for φ²
    double wave_reach = 0;   ///< minimum √q of a Gaussian for which the mean of the wave does not depend on q
    double wave_period = 0;   ///< period including the kinks
};

/// Outputs beyond these thresholds count as saturated. They mark the outer 1.5% of a two-sided range (so |tanh| >
/// 0.97), or the outer 3% towards a one-sided bound. Absent: no output saturates. The flat zero of a ReLU counts as
/// zero, not as saturated.
struct Saturation {
    std::optional<double> below, above;
};

/// An interval where φ changes fast: 16-node Gauss quadrature over `length` is exact for φ² from low to high.
struct Stretch {
    double low, high, length;
};

/// Name of the activation that the user types (formula.h), and of its parameter.
inline constexpr std::string_view formula_name = "formula";

/// Code for the activation in each framework, as templates for python_text() (core/base/words/python_text.h).
struct ActivationCode {
    std::string pytorch;   ///< a module: "nn.ELU(alpha={alpha})"
    std::string jax;   ///< an expression in x
    std::string keras;   ///< `activation` argument of a Dense layer
    std::string pytorch_value {};   ///< forward(x), when torch.nn has no such module: "torch.sin(x)"
    std::string function {};   ///< function name, when all three frameworks have it: "sin"
};

class ActivationFunction;

struct ActivationInfo {
    std::string name;   ///< registry and file name; PyTorch's when it has one
    Text label;   ///< display name: "Leaky ReLU"
    std::string formula;   ///< plain text: "max(0, z)"
    std::vector<ParameterInfo> parameters;
    /// p: values of all parameters, in the order of `parameters`.
    std::function<void(const Parameters& p, const float* z, float* x, std::ptrdiff_t n)> value_f;
    std::function<void(const Parameters& p, const double* z, double* x, std::ptrdiff_t n)> value_d;
    std::function<void(const Parameters& p, const float* z, float* d, std::ptrdiff_t n)> derivative_f;
    std::function<void(const Parameters& p, const double* z, double* d, std::ptrdiff_t n)> derivative_d;
    std::function<Limits(const Parameters& p)> limits;
    std::function<Saturation(const Parameters& p)> saturation;
    /// Points where φ, φ' or φ'' jumps; quadrature panels end there. For a periodic wave, only those near 0.
    std::function<std::vector<double>(const Parameters& p)> kinks;
    std::function<std::vector<Stretch>(const Parameters& p)> stretches = {};   ///< empty: none needed
    ActivationCode code = {};
    std::function<double(const Parameters& p)> pytorch_gain
        = {};   ///< torch.nn.init.calculate_gain; empty: not supported there
    std::string usual_scheme = {};   ///< for its weights; empty: Xavier if φ is bounded, else He
    std::string fixed = {};   ///< set when the parameters are learned: the equivalent activation with fixed parameters
};

/// Returns all activations, in menu order.
const std::vector<ActivationInfo>& activations();
const ActivationInfo* find_activation(std::string_view name);   ///< returns nullptr when not found
/// Returns whether φ(z) = z.
bool is_identity(const ActivationFunction& phi);
/// Returns `given` with all omitted parameters at their defaults. An unknown name is returned unchanged.
Activation completed(const Activation& given);

/// An activation with given parameter values.
class ActivationFunction {
public:
    /// Throws std::invalid_argument for an unknown name.
    explicit ActivationFunction(const Activation& activation);
    /// Makes an activation that is not in the registry (formula.h), with default parameters.
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
