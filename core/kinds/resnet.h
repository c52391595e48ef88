// SPDX-License-Identifier: GPL-3.0-or-later
// Residual networks of convolutions as the experiment describes them: stem, blocks, head.
//
//   basic       k×k – k×k                           He, Zhang, Ren, Sun 2016
//   bottleneck  1×1 – k×k – 1×1                     the same; with groups, Xie et al. 2017
//   convnext    k×k depthwise – norm – 1×1 – φ – 1×1     Liu et al. 2022
// In order "post_activation" each convolution of the first two has its norm and its φ behind it, the last φ behind the
// sum; in "pre_activation" before it, and a norm and φ stand before the head. Where channels or positions change, a
// convolution stands in place of the skip (1×1, with a norm in post-activation); in convnext, a norm and a convolution
// of 2×2 stand before the block.
#pragma once

#include <vector>

#include "core/kinds/stream.h"

namespace stepzero {

enum class BlockForm { basic, bottleneck, convnext };
enum class ImageNorm { none, batch, group, layer };   ///< layer: over the channels of each position
enum class Stem { small, pooled, patch };   ///< 3×3; 7×7 of stride 2 and pooling of 3×3 and stride 2; 4×4 of stride 4

struct ResnetBlock {
    int block = 1;
    int channels_in = 1, channels = 1, hidden = 1;
    int side_in = 1, side = 1;   ///< positions along each dimension

    int stride() const { return side == side_in ? 1 : 2; }
};

/// One of the convolutions of a branch, in channels.
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

    /// Whether φ stands behind the sums.
    bool activates_sum() const { return form != BlockForm::convnext && !pre_activation; }
    /// Whether the skip of a block has a convolution, or convnext one before it.
    static bool changes(const ResnetBlock& b) { return b.channels_in != b.channels || b.side_in != b.side; }
    Window stem_window() const;
    Window pool_window() const;   ///< of Stem::pooled
    std::vector<BranchConvolution> branch(const ResnetBlock& block) const;   ///< one after the other
    Window shortcut_window(const ResnetBlock& block) const;   ///< in convnext, of what stands before the block
    int output_entries() const;   ///< numbers of a sample at the end
};

/// Precondition: the network is of this kind, and has whole numbers in range.
ResnetSpec resnet_spec(const Network& network);
ResnetSpec resnet_spec_without_blocks(const Network& network);   ///< quicker: it leaves out the list of blocks

/// Weights of an output less their mean and over their std, times a factor. Scaled: gain/√fan_in, gain = 1/√Var(φ(z)),
/// z ~ N(0, 1) (Brock, De, Smith 2021); plain: 1 (Qiao et al. 2019).
struct WeightStandardization {
    bool scaled = false;
    double gain = 1;

    double factor(int fan_in) const;
};
/// Of all convolutions but the head; absent: the weights are as they are drawn.
std::optional<WeightStandardization> weight_standardization(const Network& network);

/// The whole network.
std::unique_ptr<Module> resnet_body(const Network& network);

/// What theory says of it. Throws Stopped.
Prediction predict_resnet_of(const Experiment& experiment, const NetworkPlan& plan,
    const std::optional<InputMoments>& known, const Context& context);

}   // namespace stepzero
