// SPDX-License-Identifier: GPL-3.0-or-later
// Initialization schemes. A scheme is a rule that turns (parameters, shape) into a Draw: a base, a scale and a shift.
// The distribution of the entries follows from the Draw in the same way for all schemes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/choices.h"
#include "core/math/statistics/float_format.h"
#include "core/network/init/base.h"
#include "core/network/init/fan.h"

namespace stepzero {

enum class Role { weight, bias };

/// weight = scale·base + shift, in float32, and rounded to the nearest number of `format`.
struct Draw {
    std::shared_ptr<const Base> base = base_constant();
    double scale = 1, shift = 0;
    FloatFormat format = FloatFormat::float32;   ///< the format of all entries

    /// Returns whether every entry is the same number.
    bool is_constant() const { return base->dependence == Dependence::constant || scale == 0; }
    bool operator==(const Draw& other) const
    {
        return *base == *other.base && scale == other.scale && shift == other.shift && format == other.format;
    }
};

/// The variance of a scheme's entries by its rule: value/(times·fan). Truncation is not included.
struct FanVariance {
    double value = 0;
    std::string text;   ///< formula of the value, as code: "gain^2"
    Fan fan = Fan::none;
    double times = 1;
};

/// The equivalent in torch.nn.init: statements that fill a tensor, or what is missing for these parameters.
struct PytorchCall {
    PythonLines lines;
    std::string missing {};
};

struct Scheme {
    std::string name;   ///< registry and file name; PyTorch's when it has one
    Text label;   ///< display name: "He (Kaiming) normal"
    std::string source {};   ///< paper, "He et al. 2015", or libraries that have it; empty: none
    std::vector<ParameterInfo> parameters;
    Draw (*rule)(const Parameters& completed, Shape shape, Role role);
    bool for_bias = true;   ///< allowed for a bias
    bool needs_convolution = false;   ///< meaningless for a dense layer's two-dimensional weight
    bool needs_matrix = false;   ///< meaningless for a kernel
    bool exact = false;   ///< entries are 0 and 1, exact in any format
    std::string of_role {};   ///< the only allowed role; empty: any
    FanVariance (*variance)(const Parameters& completed, Role role) = nullptr;   ///< null: no such rule
    bool fits_activation = false;   ///< its scale is designed for an activation
    std::string jax_namesake {},
        keras_namesake {};   ///< their initializer of this name, which is truncated at 2 σ and compensated
    std::string person {};   ///< person after whom it is named
    std::string everywhere {};   ///< value of all entries: "0", "1" or, in braces, a parameter; empty: they differ
    bool is_zero() const { return everywhere == "0"; }
    bool identical_units = false;   ///< all units of a matrix, or two of them, start with the same weights
    std::string deviation {};   ///< the parameter that is the standard deviation, if the scheme also has a mean
    std::string untruncated {};   ///< the equivalent scheme without bounds; empty: its parameters can express that
    std::string mean_field_variance {};   ///< the parameter that is σ_w² for a weight and σ_b² for a bias
    /// Returns whether the scheme counts the weights that an output sums (Shape::terms), and no fan is their number.
    bool counts_terms(Shape shape) const { return shape.transposed() && !mean_field_variance.empty(); }
    bool pytorch_default = false;   ///< the default of PyTorch's layers
    /// For weights that are not truncated. Null: torch.nn.init has no such initializer.
    PytorchCall (*pytorch)(const Parameters& completed, Shape shape, const std::string& tensor) = nullptr;
    /// Returns the reason why it cannot initialize a kernel, usually empty. Null: no restrictions.
    Text (*problem)(const Parameters& completed, Shape shape, int groups) = nullptr;
};

/// Returns whether a scheme may initialize a weight or a bias of plain layers, or of convolutions; `name` restricts it
/// to a role.
bool fills(const Scheme& scheme, Role role, bool kernels, std::string_view name = {});

/// Returns all schemes, in menu order.
const std::vector<Scheme>& schemes();
const Scheme* find_scheme(std::string_view name);   ///< returns nullptr when not found
/// Returns the rule at default parameters: "Var(W) = gain²/fan_in = 2/fan_in"; empty when there is no rule.
std::string variance_formula(const Scheme& scheme, Role role);
/// Returns `given` with all omitted parameters at their defaults. An unknown name is returned unchanged.
Initializer completed(const Initializer& given);

/// Returns the draw of an initializer. Throws std::invalid_argument for an unknown name. Plans have evaluated typed
/// numbers (typed_law.h); otherwise those that depend on more than the shape count as defaults.
Draw draw_of(const Initializer& initializer, Shape shape, Role role);

Law law_of(const Draw& draw, Shape shape, Role role);
/// Returns whether the distribution of a random draw includes rounding to individual numbers.
bool on_coarse_grid(const Draw& draw, const Law& law);

/// Returns PyTorch's calculate_gain, or 1/√E[φ²] for activations without a gain in PyTorch. Only leaky_relu uses
/// `negative_slope`. Throws std::invalid_argument for an unknown name.
double gain(std::string_view nonlinearity, double negative_slope);
bool has_pytorch_gain(std::string_view nonlinearity);   ///< returns whether calculate_gain knows this word

/// Returns the valid words for `nonlinearity`.
std::vector<std::string> nonlinearities();

}   // namespace stepzero
