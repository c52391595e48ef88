// SPDX-License-Identifier: GPL-3.0-or-later
// Residual networks of convolutions (ResNets) as the experiment describes them: stem, blocks, head.
//
//   basic       k×k – k×k                           He, Zhang, Ren, Sun 2016
//   bottleneck  1×1 – k×k – 1×1                     the same; with groups, Xie et al. 2017
//   convnext    k×k depthwise – norm – 1×1 – φ – 1×1     Liu et al. 2022
//
// In the order "post_activation", each convolution of the first two forms is followed by its norm and its φ; the last φ
// follows the sum. In "pre_activation" norm and φ come before the convolution, and another norm and φ before the head.
// When channels or positions change, a convolution replaces the skip (1×1, with a norm in post-activation). In
// convnext, a norm and a 2×2 convolution come before the block instead.
#pragma once

#include <vector>

#include "core/kinds/stream.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

enum class BlockForm { basic, bottleneck, convnext };
enum class ImageNorm { none, batch, group, layer };   ///< layer: over the channels of each position
enum class Stem { small, pooled, patch };   ///< 3×3; 7×7 with stride 2 and 3×3 pooling with stride 2; 4×4 with stride 4

BlockForm block_form(const Network& network);
/// Returns whether the last operation of a branch is a norm.
bool ends_in_norm(const Network& network);
/// Returns whether a role is a convolution, to which weight standardization applies.
inline bool is_convolution_role(std::string_view role) { return use_of(role) != ParameterUse::head; }

struct ResnetBlock {
    int block = 1;
    int channels_in = 1, channels = 1, hidden = 1;
    int side_in = 1, side = 1;   ///< positions along each dimension

    int stride() const { return side == side_in ? 1 : 2; }
};

/// One convolution of a branch; `in` and `out` count channels.
struct BranchConvolution {
    std::string role;   ///< "conv_1", …
    int in = 1, out = 1;
    Window window;
};

struct ResnetSpec {
    BlockForm form = BlockForm::basic;
    bool pre_activation = false;
    ImageNorm norm = ImageNorm::batch;
    int norm_groups = 32;
    double epsilon = 1e-5;
    Stem stem = Stem::small;
    int kernel = 3, groups = 1;
    Border border = Border::zeros;
    int classes = 0;   ///< 0: no head, the last stream is the output
    bool biases = false;
    Activation activation;
    StreamSpec stream;   ///< skip, branch and the factors of the weights

    int image_channels = 3, image_side = 32, stem_channels = 64, stem_side = 32;
    std::vector<ResnetBlock> blocks;

    /// Returns whether φ follows the sums.
    bool activates_sum() const { return form != BlockForm::convnext && !pre_activation; }
    /// Returns whether the skip of a block has a convolution, or in convnext a convolution comes before the block.
    static bool changes(const ResnetBlock& b) { return b.channels_in != b.channels || b.side_in != b.side; }
    Window stem_window() const;
    Window pool_window() const;   ///< the pooling of Stem::pooled
    std::vector<BranchConvolution> branch(const ResnetBlock& block) const;   ///< in order
    Window shortcut_window(const ResnetBlock& block) const;   ///< in convnext, of the convolution before the block
    int output_entries() const;   ///< numbers per sample at the end
};

/// Returns the network's spec. Precondition: the network is of this kind, and its whole numbers are in range.
ResnetSpec resnet_spec(const Network& network);
ResnetSpec resnet_spec_without_blocks(const Network& network);   ///< faster: omits the list of blocks

/// Standardizes the weights of each output by their mean and std, and multiplies by a factor. Scaled: gain/√fan_in with
/// gain = 1/√Var(φ(z)), z ~ N(0, 1) (Brock, De, Smith 2021); plain: 1 (Qiao et al. 2019).
struct WeightStandardization {
    bool scaled = false;
    double gain = 1;

    double factor(int fan_in) const;
};
/// Returns the standardization of all convolutions except the head; absent: weights are used as sampled.
std::optional<WeightStandardization> weight_standardization(const Network& network);

/// Makes the whole network as a module.
std::unique_ptr<Module> resnet_body(const Network& network);

/// Returns the predictions of theory. Throws Stopped.
Prediction predict_resnet_of(const Experiment& experiment, const NetworkPlan& plan,
    const std::optional<InputMoments>& known, const Context& context);

}   // namespace stepzero
