// SPDX-License-Identifier: GPL-3.0-or-later
// An Experiment describes a network and what to study about it, as a plain value. Editors produce Experiments and
// nothing else. Simulation, prediction and export are functions of an Experiment. For the JSON form, see
// experiment_json.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/network/experiment/training.h"
#include "core/network/init/scheme.h"
#include "core/network/init/typed_law.h"
#include "core/network/init/window.h"

namespace stepzero {

/// Differences of one layer from the rest of its network.
struct LayerOverride {
    int layer = 1;   ///< counts from 1
    std::optional<Activation> activation;
    std::optional<Initializer> weight;
    std::optional<Initializer> bias;
    std::optional<int> kernel {}, stride {};   ///< for convolutions only, as the next one
    std::optional<bool> transposed {};
    std::optional<std::string> norm {};   ///< a name in unit_norm_names, for kinds whose layers may have a norm
    bool has_window() const { return kernel || stride || transposed; }
    bool empty() const { return !activation && !weight && !bias && !has_window() && !norm; }
    bool operator==(const LayerOverride&) const = default;
};

using OwnNumber = std::optional<int> LayerOverride::*;
using OwnFlag = std::optional<bool> LayerOverride::*;
using OwnWord = std::optional<std::string> LayerOverride::*;
/// An option of a network that a layer may override.
struct OptionOverride {
    const char* name;   ///< key in files, and the option of the network that it overrides
    std::variant<OwnNumber, OwnFlag, OwnWord> own;
};
inline constexpr OptionOverride option_overrides[] {{"kernel", &LayerOverride::kernel},
    {"stride", &LayerOverride::stride}, {"transposed", &LayerOverride::transposed}, {"norm", &LayerOverride::norm}};

struct Network {
    std::string kind = "dense";   ///< name in the registry of kinds
    std::optional<int> input_width;   ///< absent: the width of the first layer
    int depth = 10;   ///< layers, or blocks for kinds made of blocks; 1 to 10000
    int width = 256;   ///< units of every layer, or of the residual stream (d_model); 1 to 65536
    std::vector<int> widths;   ///< one per layer; when not empty, replaces depth and width
    Activation activation;
    Initializer weight {"kaiming_normal", {{"nonlinearity", std::string("relu")}}};
    Initializer bias {"zeros", {}};
    std::vector<LayerOverride> overrides;   ///< sorted by layer, at most one per layer
    Parameters options;   ///< additional options of this kind, e.g. {"heads", 12}
    std::map<std::string, Initializer, std::less<>> roles;   ///< initializers of roles that do not use `weight`
    bool operator==(const Network&) const = default;
};

/// Calls body(initializer) for all initializers of matrices and norms in a network, which may be const.
template <class AnyNetwork, class Body>
void for_weight_initializers(AnyNetwork& network, const Body& body)
{
    body(network.weight);
    for (auto& role : network.roles)
        body(role.second);
    for (auto& override : network.overrides)
        if (override.weight)
            body(*override.weight);
}
/// Does the same, and for the initializers of biases.
template <class AnyNetwork, class Body>
void for_initializers(AnyNetwork& network, const Body& body)
{
    for_weight_initializers(network, body);
    body(network.bias);
    for (auto& override : network.overrides)
        if (override.bias)
            body(*override.bias);
}

/// The batch that enters the network: [samples, input_width], or sequences of tokens.
struct Input {
    std::string distribution = "normal";   ///< distribution of numbers or tokens: core/network/input/distributions.h
    double mean = 0, std = 1;
    int samples = 256;   ///< 1 to 1000000; all rows of a file; number of sequences of tokens
    int tokens = 64;   ///< tokens per sequence, for kinds with tokens; 1 to 65536
    std::string file;   ///< replaces the distribution: .npy or .csv with [samples, input_width], or a folder of images
    std::string scaling = "raw";   ///< for files, see input_scalings()
    bool operator==(const Input&) const = default;
};

struct Measure {
    bool gradient = true;
    bool weight_spectra = true;   ///< singular values of the weights of every layer
    bool jacobian = true;   ///< singular values of the input-output Jacobian at the first sample
    bool correlation = true;   ///< correlation of two inputs through depth
    double correlation_angle = 60;   ///< angle between those two at the input, in degrees: above 0, up to 180
    std::string precision = "float32";   ///< additional precision to simulate, see precisions()
    double loss_scale = 1;   ///< for gradients in that precision: a power of two, 2^-100 to 2^100
    bool operator==(const Measure&) const = default;
};

/// A checkpoint that provides the weights instead of a scheme.
struct Weights {
    std::string file;   ///< a checkpoint (core/checkpoint) of the whole network; empty: weights are sampled
    std::string family;   ///< name of a family in core/audit; empty: recognized by tensor names and config.json
    bool operator==(const Weights&) const = default;
};

struct Experiment {
    std::string title;
    Network network;
    Weights weights {};
    Input input;
    Measure measure;
    std::uint64_t seed = 42;   ///< 0 to 2^53 − 1, so that all JSON readers agree on it
    std::optional<Training> train;   ///< absent: not trained, only analyzed before the first step
    int replicas = 1;   ///< 1 to 1000 independent networks; figures show replica 0
    bool operator==(const Experiment&) const = default;
};

/// Returns whether two experiments have the same results; their titles may differ.
bool same_numbers(Experiment a, const Experiment& b);
/// Returns whether two experiments have the same results before the first step; their training may differ too.
bool same_at_step_0(Experiment a, const Experiment& b);

/// The norm of a plain layer or a convolution, between W x + b and its activation.
enum class UnitNorm {
    none,
    batch,   ///< of each unit or channel, over the samples of a batch and their positions
    layer,   ///< of each sample, over the units
};
inline constexpr NamedValue<UnitNorm> unit_norm_names[] {
    {UnitNorm::none, "none"}, {UnitNorm::batch, "batch_norm"}, {UnitNorm::layer, "layer_norm"}};

/// One layer, ready for simulation: all defaults are filled in.
struct LayerPlan {
    int layer = 1;   ///< counts from 1
    int fan_in = 0, fan_out = 0;   ///< as schemes count them
    Activation activation;   ///< with all parameters
    Initializer weight, bias;
    Window window {};   ///< convolutions only
    Pooling pooling = Pooling::none;   ///< after φ …
    Window pool {};   ///< … with this window
    UnitNorm norm = UnitNorm::none;   ///< before φ
    /// What `weight` and `bias` were evaluated from; absent: plain numbers.
    SharedLaw typed_weight {}, typed_bias {};

    /// Returns the shape of the weights.
    Shape shape() const
    {
        return {fan_out, fan_in, window.kernel, window.dimensions, window.transposed ? spread_fan_out() : 0};
    }
    Shape bias_shape() const { return {units() * window.receptive(), fan_in, window.kernel, window.dimensions}; }
    int units() const { return window.transposed ? columns_by_channel() : shape().rows(); }   ///< or channels
    int inputs() const { return window.transposed ? shape().rows() : columns_by_channel(); }
    /// Returns the number of weights that an output sums, averaged over positions far from any edge. Schemes count
    /// fan_in instead, which differs for transposed convolutions.
    double terms() const { return shape().terms(); }
    /// Returns the number of multiplications per sample.
    double products() const
    {
        return double(shape().rows()) * fan_in * (window.transposed ? window.positions_in() : window.positions_out());
    }
    /// Returns the number of positions after pooling.
    int positions_out() const { return pooling == Pooling::none ? window.positions_out() : pool.positions_out(); }
    /// Returns the number of outputs that an input contributes to, averaged over positions far from any edge.
    double reach() const { return window.transposed ? fan_in : spread_fan_out(); }
    bool operator==(const LayerPlan&) const = default;

private:
    double spread_fan_out() const { return double(fan_out) / window.groups / window.power(window.stride); }
    int columns_by_channel() const { return fan_in / window.receptive() * window.groups; }
};

/// Returns the variables that expressions have in networks of any kind: the depth L, and the width d unless layers have
/// separate widths.
NumberVariables common_law_variables(const Network& network);
/// Returns whether an expression of an initializer depends on the layer or block, so that blocks differ.
bool laws_differ_by_block(const Network& network);

/// Return the number of layers (blocks) and units, however the network specifies them.
int depth(const Network& network);
int width_of_layer(const Network& network, int layer);   ///< layer 0 is the input

/// Iterates over the windows of the layers, from the first. A network without convolutions has one position.
class LayerWindows {
public:
    explicit LayerWindows(const Network& network);

    const Window& convolution() const { return window_; }
    /// Returns the pooling after φ: none when fewer positions are left than the pooling window.
    Pooling pooling() const { return layer_ % every_ == 0 && window_.side_out() >= size_ ? pooling_ : Pooling::none; }
    Window pool() const
    {
        return {.dimensions = window_.dimensions, .side = window_.side_out(), .kernel = size_, .stride = size_};
    }
    /// Returns the number of positions after the layer, along each dimension.
    int side_out() const { return pooling() == Pooling::none ? window_.side_out() : pool().side_out(); }
    void next();

private:
    struct Own {
        int layer;
        std::optional<int> kernel, stride;
        std::optional<bool> transposed;
    };
    void take_own();

    Window window_;
    Window usual_;   // for layers that do not override it
    std::vector<Own> own_;   // by layer
    std::size_t taken_ = 0;   // number of those whose layers have passed
    Pooling pooling_ = Pooling::none;
    int every_ = 1, size_ = 1, layer_ = 1;
};

/// Returns whether a layer of the network overrides part of the window.
bool windows_differ(const Network& network);
/// Returns the window of the convolution.
Window window_of_layer(const Network& network, int layer);
/// Returns the entries of a layer's output per sample, units times positions; layer 0 is the input.
int entries_of_layer(const Network& network, int layer);

/// Return the norm of a layer, and those that occur in any layer. Precondition: a network of plain layers or
/// convolutions.
UnitNorm unit_norm_of_layer(const Network& network, int layer);
std::set<UnitNorm> unit_norms(const Network& network);

/// Returns the layers of a network of plain layers or convolutions, first to last. Precondition: the experiment passed
/// validate().
std::vector<LayerPlan> expand(const Network& network);

/// raw: as in the file, images from 0 to 1. standardized: minus the mean of all numbers, divided by their standard
/// deviation. by_feature: the same per entry, or per channel of positions or images. Constant values become 0.
enum class InputScaling { raw, standardized, by_feature };
InputScaling scaling_of(const Input& input);
/// Returns the valid names for Input::scaling.
const std::vector<std::string>& input_scalings();

/// The positions of each channel of the input: a line (1), or a square grid (2). An input without positions is a line
/// of all entries.
struct PositionShape {
    int dimensions = 1, side = 1;
};
PositionShape position_shape(const Network& network);

}   // namespace stepzero
