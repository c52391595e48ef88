// SPDX-License-Identifier: GPL-3.0-or-later
// What to study, as a plain value. Editors produce Experiments and nothing else; simulation, prediction and
// export are functions of one. The JSON form is described in experiment_json.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/network/experiment/training.h"
#include "core/network/init/scheme.h"
#include "core/network/init/window.h"

namespace stepzero {

/// What one layer does differently from the rest of its network.
struct LayerOverride {
    int layer = 1;   ///< counts from 1
    std::optional<Activation> activation;
    std::optional<Initializer> weight;
    std::optional<Initializer> bias;
    bool operator==(const LayerOverride&) const = default;
};

struct Network {
    std::string kind = "dense";   ///< of the registry of kinds
    std::optional<int> input_width;   ///< absent: as wide as the first layer
    int depth = 10;   ///< layers, or blocks of a kind that is made of blocks; 1 to 10000
    int width = 256;   ///< units of every layer, or of the residual stream (d_model); 1 to 65536
    std::vector<int> widths;   ///< one a layer; when not empty it stands in place of depth and width
    Activation activation;
    Initializer weight {"kaiming_normal", {{"nonlinearity", std::string("relu")}}};
    Initializer bias {"zeros", {}};
    std::vector<LayerOverride> overrides;   ///< sorted by layer, at most one a layer
    Parameters options;   ///< what this kind has beside, e.g. {"heads", 12}
    std::map<std::string, Initializer, std::less<>> roles;   ///< how matrices are filled that do not follow `weight`
    bool operator==(const Network&) const = default;
};

/// Calls body(Initializer&) with all that fills matrices, everywhere in a network, and the roles of norms with it.
template <class Body>
void for_weight_initializers(Network& network, const Body& body)
{
    body(network.weight);
    for (auto& role : network.roles)
        body(role.second);
    for (LayerOverride& override : network.overrides)
        if (override.weight)
            body(*override.weight);
}
/// And with what fills biases.
template <class Body>
void for_initializers(Network& network, const Body& body)
{
    for_weight_initializers(network, body);
    body(network.bias);
    for (LayerOverride& override : network.overrides)
        if (override.bias)
            body(*override.bias);
}

/// The batch that enters the network: [samples, input_width], or sequences of tokens.
struct Input {
    std::string distribution = "normal";   ///< of numbers or of tokens: core/network/input/distributions.h
    double mean = 0, std = 1;
    int samples = 256;   ///< 1 to 1000000; of a file, all its rows; of tokens, sequences
    int tokens = 64;   ///< of a sequence, where the kind takes tokens; 1 to 65536
    std::string file;   ///< in place of a distribution: .npy or .csv of [samples, input_width], or a folder of images
    std::string scaling = "raw";   ///< of a file, see input_scalings()
    bool operator==(const Input&) const = default;
};

struct Measure {
    bool gradient = true;
    bool weight_spectra = true;   ///< singular values of every layer's weights
    bool jacobian = true;   ///< singular values of the input-output Jacobian at the first sample
    bool correlation = true;   ///< of two inputs, through depth
    double correlation_angle = 60;   ///< between those two at the input, in degrees: above 0, up to 180
    std::string precision = "float32";   ///< in which the network is run beside: see precisions()
    double loss_scale = 1;   ///< of gradients in that precision: a power of two, 2^-100 to 2^100
    bool operator==(const Measure&) const = default;
};

/// Where the weights come from that no scheme draws.
struct Weights {
    std::string file;   ///< a checkpoint (core/checkpoint) of the whole network; empty: they are drawn
    std::string family;   ///< of core/audit, by its name; empty: told by the names of tensors and config.json
    bool operator==(const Weights&) const = default;
};

struct Experiment {
    std::string title;
    Network network;
    Weights weights {};
    Input input;
    Measure measure;
    std::uint64_t seed = 42;   ///< 0 to 2^53 − 1, so that JSON readers agree on it
    std::optional<Training> train;   ///< none: it is looked at before its first step, and no more
    int replicas = 1;   ///< 1 to 1000 independent networks; replica 0 is the one that is drawn
    bool operator==(const Experiment&) const = default;
};

/// Whether two experiments have the same results: they may differ in their title.
bool same_numbers(Experiment a, const Experiment& b);
/// Whether they have the same results before the first step: they may differ in how they are trained too.
bool same_at_step_0(Experiment a, const Experiment& b);

/// One layer, ready to be simulated: nothing is left to a default.
struct LayerPlan {
    int layer = 1;   ///< counts from 1
    int fan_in = 0, fan_out = 0;   ///< as schemes count them
    Activation activation;   ///< parameters completed
    Initializer weight, bias;
    Window window {};   ///< of a convolution
    Pooling pooling = Pooling::none;   ///< behind φ …
    Window pool {};   ///< … through this window

    Shape shape() const { return {fan_out, fan_in, window.kernel, window.dimensions}; }   ///< of the weights
    int units() const { return shape().rows(); }   ///< or channels
    int inputs() const { return fan_in / window.receptive() * window.groups; }
    /// That leave the layer, behind a pooling.
    int positions_out() const { return pooling == Pooling::none ? window.positions_out() : pool.positions_out(); }
    /// Outputs that an input takes part in, in the mean over positions far from any edge.
    double reach() const { return double(fan_out) / window.groups / window.power(window.stride); }
    bool operator==(const LayerPlan&) const = default;
};

/// Number of layers (blocks) and units, whichever way the network gives them.
int depth(const Network& network);
int width_of_layer(const Network& network, int layer);   ///< layer 0 is the input

/// The windows of one layer after the other, from the first. Of a network whose layers are not convolutions there is
/// one position.
class LayerWindows {
public:
    explicit LayerWindows(const Network& network);

    const Window& convolution() const { return window_; }
    /// Behind the layer's φ: none where fewer positions are left than the pooling sees.
    Pooling pooling() const { return layer_ % every_ == 0 && window_.side_out() >= size_ ? pooling_ : Pooling::none; }
    Window pool() const
    {
        return {.dimensions = window_.dimensions, .side = window_.side_out(), .kernel = size_, .stride = size_};
    }
    /// That leave the layer, along each dimension.
    int side_out() const { return pooling() == Pooling::none ? window_.side_out() : pool().side_out(); }
    void next()
    {
        window_.side = side_out();
        ++layer_;
    }

private:
    Window window_;
    Pooling pooling_ = Pooling::none;
    int every_ = 1, size_ = 1, layer_ = 1;
};

/// The convolution's window.
Window window_of_layer(const Network& network, int layer);
/// Numbers of one sample that leave a layer, each unit's at each position; layer 0 is the input.
int entries_of_layer(const Network& network, int layer);

/// The layers of a network of plain layers or convolutions, first to last. Precondition: the experiment passed
/// validate().
std::vector<LayerPlan> expand(const Network& network);

/// The names that Input::scaling may have. raw: as the file has it, images 0 to 1; standardized: less the mean of all
/// numbers, over their standard deviation; by_feature: the same with those of each entry, or channel of positions or
/// images. What is constant becomes 0.
const std::vector<std::string>& input_scalings();

/// The positions of each channel of the input: a line (1) or a square grid (2), or a line of all entries of one that
/// has no positions.
struct PositionShape {
    int dimensions = 1, side = 1;
};
PositionShape position_shape(const Network& network);

}   // namespace stepzero
