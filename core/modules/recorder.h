// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen of a network while signal and gradient pass through it.
#pragma once

#include <Eigen/Core>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/init/parameter.h"
#include "core/statistics/accumulate.h"
#include "core/statistics/distribution.h"

namespace stepzero {

/// [features, columns]: a column is a token of a sequence, sequence after sequence, or a sample.
using Tensor = Eigen::MatrixXf;

/// A place in a network: the output of something.
struct Site {
    int block = 0;   ///< counts from 1; 0 outside the blocks
    std::string role;   ///< "q", "mlp_in", "attention_stream", "logits", …
    auto operator<=>(const Site&) const = default;
};

/// Thrown by a recorder at the first signal or gradient with an infinity or a NaN in it.
struct NotFinite {
    Site site;
    bool gradient = false;
};

/// One attention head over all sequences. Masked positions are in none of these numbers. A query that sees one
/// key only has entropy 0 whatever its logit: such queries are counted apart and left out of the means.
struct AttentionHead {
    double logit_mean = 0, logit_std = 0;   ///< of the scaled logits of all visible pairs
    double logit_spread = 0;   ///< root mean over queries of the variance over its keys: s in ln T − s²/2
    double entropy = 0;   ///< mean over queries, nats
    double log_visible = 0;   ///< mean over the same queries of the logarithm of the keys it sees
    double queries = 0;   ///< that see two keys or more
    double lone_queries = 0;   ///< that see one
};

/// Single numbers of a site.
enum class Scalar {
    correlation,   ///< of skip and branch, at the branch's site: E[s·x ∘ αF]/√(E[(s·x)²] E[(αF)²])
    gradient_correlation,   ///< of the gradients that come back through skip and branch, at the branch's site
    similarity,   ///< mean cosine between different tokens of one sequence
    cross_entropy,   ///< mean over tokens, nats; at the logits' site
};

/// Called from the computing thread only. Every call may be ignored.
class Recorder {
public:
    virtual ~Recorder() = default;

    /// The tensor at a site, or the gradient of the loss with respect to it. Large tensors come in parts: a
    /// site that is named again brings further columns of the same tensor. Throws NotFinite, Stopped.
    virtual void value(const Site&, const Tensor&, const Context&) { }
    virtual void gradient(const Site&, const Tensor&, const Context&) { }
    virtual void scalar(const Site&, Scalar, double) { }
    virtual void attention(const Site&, const std::vector<AttentionHead>&) { }

    /// Most rows of an attention map that is wanted; 0: none is.
    virtual int most_map_cells() const { return 0; }
    /// Maps of sequence 0, one a head: [cells of keys, cells of queries], as many cells both ways. A cell stands for
    /// ⌈tokens/cells⌉ tokens, the last one for what is left: the sum over its keys of the mean over its queries. So
    /// columns sum to 1, and what is masked is 0.
    virtual void attention_maps(const Site&, std::vector<Tensor>) { }

    /// A matrix or vector that takes part in the forward pass, and its entries' distribution if it is a matrix.
    virtual void parameter(const ParameterPlan&, const std::optional<Distribution>&) { }
};

/// All that a DistributionRecorder has seen.
struct Recording {
    std::map<Site, Distribution> values, gradients;
    std::map<std::pair<Site, Scalar>, double> scalars;
    std::map<Site, std::vector<AttentionHead>> attention;
    std::map<Site, std::vector<Tensor>> maps;   ///< one a head, see Recorder
    std::map<std::string, Distribution> parameters;   ///< matrices, by name
    std::optional<NotFinite> lost;   ///< where signal or gradient was no longer finite; nothing behind it is known
};

/// Keeps distributions. The first tensor that is not finite is noted and thrown.
class DistributionRecorder : public Recorder {
public:
    /// Told how many attention maps there will be (blocks times heads), it keeps them all: of 128 cells a side, or
    /// half as many as often as it takes for all to stay below 64 MB. 0: keeps none.
    explicit DistributionRecorder(int maps = 0);

    void value(const Site& site, const Tensor& tensor, const Context& context) override;
    void gradient(const Site& site, const Tensor& tensor, const Context& context) override;
    void scalar(const Site& site, Scalar what, double number) override;
    void attention(const Site& site, const std::vector<AttentionHead>& heads) override;
    int most_map_cells() const override { return map_cells_; }
    void attention_maps(const Site& site, std::vector<Tensor> maps) override;
    void parameter(const ParameterPlan& plan, const std::optional<Distribution>& distribution) override;

    Recording recording() const;

private:
    /// Moments and counts of the parts so far.
    struct Sum {
        Moments moments;
        Histogram histogram;
    };
    using Sums = std::map<Site, Sum>;
    void add(Sums& sums, const Site& site, const Tensor& tensor, const Context& context, bool gradient);

    int map_cells_ = 0;
    Sums values_, gradients_;
    Recording rest_;   // all but the distributions
};

}   // namespace stepzero
