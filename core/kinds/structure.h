// SPDX-License-Identifier: GPL-3.0-or-later
// The structure of a network, for code that is independent of the kind. Each kind derives it from its options
// (NetworkKind::structure), so that no other code needs to read them.
#pragma once

#include <optional>

#include "core/modules/residual.h"
#include "core/modules/residual_schemes.h"
#include "core/modules/streams.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// A residual stream, x ← s·x + α·F(x), and its norms.
struct StreamSpec {
    Placement placement = Placement::pre;   ///< none when there are no norms, or when they belong to layers
    NormKind norm = NormKind::layer;
    double epsilon = 1e-5, alpha = 0.5;   ///< ε of norms, α of DyT
    double skip = 1, branch = 1;   ///< s and α: those of the scheme times the network's own
    const ResidualScheme* scheme = nullptr;   ///< a member of residual_schemes(); never null in a structure
    ResidualScaling scaling;   ///< factors of the scheme for weights
    StreamsSpec streams;
};

/// How the blocks of a network are normalized.
struct BlockNorms {
    double epsilon = 1e-5;   ///< ε in x/√(v + ε); 0 if the norm has none, as DyT
    bool over_batch = false;   ///< moments are also taken over the samples of a batch
    bool read_stream = false;   ///< branches read the stream through a norm, and therefore an ordinary signal
    bool hold_stream = false;   ///< a norm follows each sum on the stream
    bool of_channels = false;   ///< before or after convolutions, or in plain layers
    std::string scale {};   ///< the role of the scale of those norms
};

struct AttentionStructure {
    int heads = 1, head_width = 1;
    bool causal = true;
    bool normalizes_queries = false;   ///< queries and keys pass a norm per head
};

/// A mixture of experts that replaces the MLP.
struct ExpertsStructure {
    int count = 1;   ///< number of experts that the router chooses from
    int chosen = 1;   ///< number of experts that process each token
};

/// The softmax at the end of a network of tokens.
struct SoftmaxStructure {
    int outcomes = 2;   ///< vocabulary, or number of image classes
    bool tied = false;   ///< its matrix is the embedding
    double multiplier = 1;   ///< multiplies the logits
};

struct NetworkStructure {
    std::optional<StreamSpec> stream {};
    std::optional<BlockNorms> norms {};
    std::optional<AttentionStructure> attention {};
    std::optional<ExpertsStructure> experts {};
    std::optional<SoftmaxStructure> softmax {};
    /// The role of the scale of a norm between the embeddings and the first block; empty: no norm there.
    std::string embedding_norm {};
    bool biases = false;   ///< linear maps in blocks have biases
    bool modulated = false;   ///< each sample has a condition vector (modulation.h)
    bool shared = false;   ///< all layers share one matrix
    std::optional<int> convolution_taps {};   ///< tokens that a block's convolution sees before its scan
};

/// Precondition: the network passed validate().
NetworkStructure structure_of(const Network& network);

}   // namespace stepzero
