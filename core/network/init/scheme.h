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

namespace stepzero {

enum class Role { weight, bias };

/// weight = scale·base + shift, in float32, and rounded to the nearest number of `format`.
struct Draw {
    std::shared_ptr<const Base> base = base_constant();
    double scale = 1, shift = 0;
    FloatFormat format = FloatFormat::float32;   ///< of which all numbers are

    /// Every entry is the same number.
    bool is_constant() const { return base->dependence == Dependence::constant || scale == 0; }
    bool operator==(const Draw& other) const
    {
        return *base == *other.base && scale == other.scale && shift == other.shift && format == other.format;
    }
};

/// The variance of a scheme's entries as its rule gives it: value/(times·fan). What truncation takes is not in it.
struct FanVariance {
    double value = 0;
    std::string text;   ///< the value's formula, as in a program: "gain^2"
    std::string fan {};   ///< fan_in | fan_out | fan_avg | fan_geo_avg; larger: the larger of both; empty: none
    double times = 1;
};

/// How torch.nn.init has a scheme: statements that fill a tensor, or what it lacks for these parameters.
struct PytorchCall {
    PythonLines lines;
    std::string missing {};
};

struct Scheme {
    std::string name;   ///< registry and file name, as PyTorch's where it has one
    Text label;   ///< for people: "He (Kaiming) normal"
    std::string source {};   ///< the paper, "He et al. 2015", or the libraries that have it; empty: none
    std::vector<ParameterInfo> parameters;
    Draw (*rule)(const Parameters& completed, Shape shape, Role role);
    bool for_bias = true;   ///< may fill a bias
    bool needs_convolution = false;   ///< has no meaning for a dense layer's two-dimensional weight
    bool needs_matrix = false;   ///< has none for a kernel
    bool exact = false;   ///< its entries are 0 and 1, in any format
    std::string of_role {};   ///< the only role that it may fill; empty: any
    FanVariance (*variance)(const Parameters& completed, Role role) = nullptr;   ///< null: no such rule
    bool fits_activation = false;   ///< its scale is meant to fit an activation
    std::string jax_namesake {},
        keras_namesake {};   ///< theirs of this name, which is truncated at 2 σ and made up for it
    std::string person {};   ///< whom it is named after
    std::string everywhere {};   ///< what all entries are: "0", "1" or, in braces, a parameter; empty: they differ
    bool identical_units = false;   ///< units of a matrix begin with the same weights: all, or two
    std::string deviation {};   ///< the parameter that is the standard deviation, where the scheme has a mean too
    std::string untruncated {};   ///< the scheme that it is without its bounds; empty: its parameters can say so
    std::string mean_field_variance {};   ///< the parameter that is σ_w² of a weight and σ_b² of a bias
    bool pytorch_default = false;   ///< what PyTorch's layers do where they are not told otherwise
    /// Null: torch.nn.init has none of this name. Of weights that are not truncated.
    PytorchCall (*pytorch)(const Parameters& completed, Shape shape, const std::string& tensor) = nullptr;
    /// Why it cannot fill a kernel: a sentence, mostly empty. Null: it can fill any.
    Text (*problem)(const Parameters& completed, Shape shape, int groups) = nullptr;
};

/// Whether a scheme may fill a weight or a bias of plain layers, or of convolutions; or those of a role.
bool fills(const Scheme& scheme, Role role, bool kernels, std::string_view name = {});

/// Every scheme of the program, in the order of the menus.
const std::vector<Scheme>& schemes();
const Scheme* find_scheme(std::string_view name);   ///< nullptr when there is none
/// What its rule gives at the defaults: "Var(W) = gain²/fan_in = 2/fan_in"; empty where there is no such rule.
std::string variance_formula(const Scheme& scheme, Role role);
/// With every parameter that it leaves out at its default; one of an unknown name as it is.
Initializer completed(const Initializer& given);

/// The draw of an initializer. Throws std::invalid_argument on an unknown name.
Draw draw_of(const Initializer& initializer, Shape shape, Role role);

Law law_of(const Draw& draw, Shape shape, Role role);
/// Whether rounding is in the law of a random draw, number by number.
bool on_coarse_grid(const Draw& draw, const Law& law);

/// PyTorch's calculate_gain, and 1/√E[φ²] for activations of the registry that PyTorch has no gain for.
/// `negative_slope` is used by leaky_relu only. Throws std::invalid_argument on an unknown name.
double gain(std::string_view nonlinearity, double negative_slope);
bool has_pytorch_gain(std::string_view nonlinearity);   ///< whether calculate_gain knows this word

/// The words that `nonlinearity` may be.
std::vector<std::string> nonlinearities();

}   // namespace stepzero
