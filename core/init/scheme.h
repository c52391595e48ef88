// SPDX-License-Identifier: GPL-3.0-or-later
// Initialization schemes. A scheme is a rule that turns (parameters, shape) into a Draw: base noise, scale
// and shift. Schemes that differ only by scale therefore share their draws, a slider that changes a scale
// draws nothing anew, and the law of the entries follows from the Draw for all schemes alike.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/float_format.h"
#include "core/words/choices.h"

namespace stepzero {

/// A dense weight is [fan_out, fan_in], as in PyTorch; a kernel is [units, fan_in], flattened to
/// [units, channels of a group × kernel^dimensions], and counts its fans as PyTorch does: those of its receptive field,
/// fan_out not divided by groups. A bias is a vector of as many entries as there are units that knows the fans of its
/// weight.
struct Shape {
    int fan_out = 1, fan_in = 1;
    int kernel = 1, dimensions = 0;   ///< positions along each dimension that a unit sees; a matrix has none

    int receptive() const { return dimensions == 2 ? kernel * kernel : kernel; }
    int rows() const { return fan_out / receptive(); }   ///< units
    int columns() const { return fan_in; }
    bool operator==(const Shape&) const = default;
};

enum class Role { weight, bias };

enum class Base {
    constant,   ///< 1 everywhere
    normal,   ///< N(0, 1)
    uniform,   ///< U(−1, 1)
    truncated_normal,   ///< N(0, 1) given low < x < high
    orthogonal,   ///< Haar: orthonormal rows or columns, whichever are fewer
    identity,   ///< 1 on the diagonal
    sparse_normal,   ///< N(0, 1) with ceil(sparsity·rows) zeros in each column
    unit_rows,   ///< of length 1, in directions that are uniform and independent
    unit_columns,
    twins,   ///< N(0, 1), where unit 2 is unit 1 with `noise`: rows 1 and 2, and columns 1 and 2
    log_ordinal,   ///< ln 1, ln 2, … along each row
    softplus_inverse,   ///< ln(e^Δ − 1), Δ log-uniform between low and high, and at least `floor`
};

/// weight = scale·base + shift, in float32, and rounded to the nearest number of `format`.
struct Draw {
    Base base = Base::constant;
    double scale = 1, shift = 0;
    double low = -std::numeric_limits<double>::infinity();   ///< truncated_normal, in units of the base; of Δ
    double high = std::numeric_limits<double>::infinity();
    double floor = 0;   ///< of Δ
    double sparsity = 0;   ///< sparse_normal
    double noise = 0;   ///< twins
    // Of kernels, where orthogonal and identity stand at one position and the rest is 0 (delta):
    int receptive = 1;   ///< columns that a channel has; 1: none is left out
    int centre = 0;   ///< which of them
    int groups = 1;   ///< identity: of as many units each
    FloatFormat format = FloatFormat::float32;   ///< of which all numbers are
    bool operator==(const Draw&) const = default;
};

/// The variance of a scheme's entries as its rule gives it: value/(times·fan). What truncation takes is not in it.
struct FanVariance {
    double value = 0;
    std::string text;   ///< the value's formula, as in a program: "gain^2"
    std::string fan {};   ///< fan_in | fan_out | fan_avg | fan_geo_avg; larger: the larger of both; empty: none
    double times = 1;
};

struct Scheme {
    std::string name;   ///< registry and file name, as PyTorch's where it has one
    std::string label;   ///< for people: "He (Kaiming) normal"
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
};

/// Whether a scheme may fill a weight or a bias of plain layers, or of convolutions; or those of a role.
bool fills(const Scheme& scheme, Role role, bool kernels, std::string_view name = {});

/// Every scheme of the program, in the order of the menus.
const std::vector<Scheme>& schemes();
const Scheme* find_scheme(std::string_view name);   ///< nullptr when there is none
/// With every parameter that it leaves out at its default; one of an unknown name as it is.
Initializer completed(const Initializer& given);

/// The draw of an initializer. Throws std::invalid_argument on an unknown name.
Draw draw_of(const Initializer& initializer, Shape shape, Role role);

/// How many zeros sparse_normal puts in each column: ceil(sparsity·rows).
int sparse_zeros(double sparsity, int rows);

/// The law of one entry, in closed form. Rounding to a format is in it, number by number, where no more than 1024 of
/// them lie within 9σ; else it changes the variance by less than 3e-5 of it, and is left out.
struct Law {
    struct Atom {
        double value, probability;
    };
    double mean = 0, variance = 0;
    double low = 0, high = 0;   ///< support, may be infinite
    std::vector<Atom> atoms;   ///< point masses
    std::function<double(double)> density;   ///< of the continuous part, integrating to 1 − Σ atoms; may be empty
};

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
