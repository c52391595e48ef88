// SPDX-License-Identifier: GPL-3.0-or-later
// What was seen of a network, block by block and site by site. What was not measured is absent.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/words/text.h"
#include "core/math/statistics/distribution.h"
#include "core/network/site.h"

namespace stepzero {

/// One attention head over all sequences. Masked positions are in none of these numbers. A query that sees one
/// key only has entropy 0 whatever its logit: such queries are counted apart and left out of the means. Logits whose
/// statistics are beyond 1e300 are said to be 1e300.
struct AttentionHead {
    double logit_mean = 0, logit_std = 0;   ///< of the scaled logits of all visible pairs, as the softmax sees them
    double logit_max = 0;   ///< the largest of them, before a soft cap
    double logit_spread = 0;   ///< root mean over queries of the variance over its keys: s in ln T − s²/2
    double entropy = 0;   ///< mean over queries, nats
    double log_visible = 0;   ///< mean over the same queries of the logarithm of the keys it sees
    double queries = 0;   ///< that see two keys or more
    double lone_queries = 0;   ///< that see one
};

/// One expert over all columns.
struct ExpertLoad {
    double load = 0;   ///< share of the columns that come to it; k/n when even
    double probability = 0;   ///< mean of its entry in the router's softmax
};

/// A thing that must be said with the numbers, e.g. "overflow": signal beyond what can be followed.
struct Remark {
    int layer = 0;   ///< or block
    Text text;   ///< a sentence for people, e.g. "the signal overflows at layer 37"
};

struct SiteRecord {
    std::string role;
    std::optional<Distribution> value {}, gradient {};   ///< of the gradient with respect to the value
    std::vector<std::pair<Quantity, double>> numbers {};
    std::vector<AttentionHead> heads {};
    std::vector<ExpertLoad> experts {};   ///< at a router's site
    /// One a head, of sequence 0: [cells of keys, cells of queries], as many cells both ways. A cell stands for
    /// ⌈tokens/cells⌉ tokens, the last one for what is left: the sum over its keys of the mean over its queries. So
    /// columns sum to 1, and what is masked is 0.
    std::vector<Eigen::MatrixXf> maps {};

    /// Those of value and gradient among them, as plain doubles.
    std::optional<double> number(Quantity quantity) const;
    void set(Quantity quantity, double number);
};

struct BlockRecord {
    std::vector<SiteRecord> sites {};   ///< in the order in which the signal came to them
    std::vector<std::pair<std::string, Distribution>> weights {};   ///< entries of matrices, by role

    const SiteRecord* find(std::string_view role) const;   ///< nullptr: it was not reached
    SiteRecord& at(std::string_view role);   ///< which it gets where there is none
    const Distribution* value(std::string_view role) const;
    const Distribution* gradient(std::string_view role) const;
    const Distribution* weight(std::string_view role) const;
    std::optional<double> number(std::string_view role, Quantity quantity) const;
    const Distribution* distribution(std::string_view role, Quantity size) const;   ///< that has the size
    /// As figures and equations show it: log10 of a size, −inf for an exact zero; the plain number of any other. Absent
    /// where nothing was recorded, and for a size that was lost.
    std::optional<double> shown(std::string_view role, Quantity quantity) const;
};

/// Entry 0: what is outside the blocks; entry l: block l.
using Record = std::vector<BlockRecord>;

/// What a run of one replica showed.
struct Seen {
    Record record;
    Distribution input;   ///< of the network; of tokens, the stream that enters the first block
    std::vector<Remark> remarks;
};

/// Means and standard deviations over replicas (n − 1) of everything in them; histograms add up. What was not reached
/// in every replica is left out; maps are those of the first. Precondition: two or more, of one network.
std::pair<Record, Record> joined(const std::vector<const Record*>& replicas);

}   // namespace stepzero
