// SPDX-License-Identifier: GPL-3.0-or-later
// What a network consists of, for rooms that know no kind of network. Each kind derives it from its options
// (NetworkKind::structure), so that no other room reads them.
#pragma once

#include <optional>

#include "core/modules/residual.h"
#include "core/modules/residual_schemes.h"
#include "core/modules/streams.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// A residual stream, x ← s·x + α·F(x), and its norms.
struct StreamSpec {
    Placement placement = Placement::pre;   ///< none where there are no norms, or where they belong to layers
    NormKind norm = NormKind::layer;
    double epsilon = 1e-5, alpha = 0.5;   ///< ε of norms, α of DyT
    double skip = 1, branch = 1;   ///< s and α, those of the scheme times the network's own
    const ResidualScheme* scheme = nullptr;   ///< a member of residual_schemes(); never null in a structure
    ResidualScaling scaling;   ///< what the scheme multiplies weights by
    StreamsSpec streams;
};

/// Norms in the blocks.
struct BlockNorms {
    double epsilon = 1e-5;   ///< ε in x/√(v + ε); 0 if the norm has none, as DyT
    bool over_batch = false;   ///< moments are over the samples of a batch too
    bool read_stream = false;   ///< branches read the stream through a norm, and so an ordinary signal
    bool hold_stream = false;   ///< a norm stands on the stream after each sum
    bool of_channels = false;   ///< before or after convolutions
};

struct AttentionStructure {
    int heads = 1, head_width = 1;
    bool causal = true;
    bool normalizes_queries = false;   ///< queries and keys pass a norm of each head
};

/// A mixture of experts in the place of the MLP.
struct ExpertsStructure {
    int count = 1;   ///< number of experts that the router chooses from
    int chosen = 1;   ///< number of experts that each token passes
};

/// The softmax at the end of a network of tokens.
struct SoftmaxStructure {
    int outcomes = 2;   ///< the vocabulary, or the classes of images
    bool tied = false;   ///< its matrix is that of the embedding
    double multiplier = 1;   ///< multiplies the logits
};

struct NetworkStructure {
    std::optional<StreamSpec> stream {};
    std::optional<BlockNorms> norms {};
    std::optional<AttentionStructure> attention {};
    std::optional<ExpertsStructure> experts {};
    std::optional<SoftmaxStructure> softmax {};
    bool embedding_norm = false;   ///< stands between the embeddings and the first block
    bool biases = false;   ///< linear maps in blocks have them
    bool shared = false;   ///< one matrix stands at all layers
    std::optional<int> convolution_taps {};   ///< tokens that a block's convolution sees before its scan
};

/// Precondition: the network passed validate().
NetworkStructure structure_of(const Network& network);

}   // namespace stepzero
