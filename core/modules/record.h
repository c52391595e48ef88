// SPDX-License-Identifier: GPL-3.0-or-later
// The observations of a pass through a network, by block and site. Quantities that were not measured are absent.
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

/// Statistics of one attention head over all sequences, without masked positions. A query that sees only one key has
/// entropy 0 whatever its logit; such queries are counted separately and excluded from the means. Logits whose
/// statistics are beyond 1e300 are reported as 1e300.
struct AttentionHead {
    double logit_mean = 0, logit_std = 0;   ///< over the scaled logits of all visible pairs, as the softmax sees them
    double logit_max = 0;   ///< largest logit before a soft cap
    double logit_spread = 0;   ///< root mean over queries of the variance over their keys: s in ln T − s²/2
    double entropy = 0;   ///< mean over queries, nats
    double log_visible = 0;   ///< mean over the same queries of the logarithm of the number of visible keys
    double queries = 0;   ///< number of queries that see at least two keys
    double lone_queries = 0;   ///< number of queries that see one key
};

/// Statistics of one expert over all columns.
struct ExpertLoad {
    double load = 0;   ///< fraction of the columns routed to it; k/n when balanced
    double probability = 0;   ///< mean of its entry in the router's softmax
};

/// A message that accompanies the numbers, e.g. about a signal that overflows the followed range.
struct Remark {
    int layer = 0;   ///< layer or block
    Text text;   ///< a sentence for the user, e.g. "the signal overflows at layer 37"
};

struct SiteRecord {
    std::string role;
    std::optional<Distribution> value {}, gradient {};   ///< `gradient`: with respect to the value
    std::vector<std::pair<Quantity, double>> numbers {};
    std::vector<AttentionHead> heads {};
    std::vector<ExpertLoad> experts {};   ///< only at a router's site
    /// One map per head, of sequence 0: [cells of keys, cells of queries], with the same number of cells in both
    /// directions. A cell covers ⌈tokens/cells⌉ tokens, the last one the rest. Its value is the sum over its keys of
    /// the mean over its queries. Columns therefore sum to 1, and masked entries are 0.
    std::vector<Eigen::MatrixXf> maps {};

    /// Returns a quantity, including those of `value` and `gradient`, as a plain double.
    std::optional<double> number(Quantity quantity) const;
    void set(Quantity quantity, double number);
};

struct BlockRecord {
    std::vector<SiteRecord> sites {};   ///< in the order in which the signal reached them
    std::vector<std::pair<std::string, Distribution>> weights {};   ///< entries of matrices, by role

    const SiteRecord* find(std::string_view role) const;   ///< nullptr: the site was not reached
    SiteRecord& at(std::string_view role);   ///< adds the site when it is missing
    const Distribution* value(std::string_view role) const;
    const Distribution* gradient(std::string_view role) const;
    const Distribution* weight(std::string_view role) const;
    std::optional<double> number(std::string_view role, Quantity quantity) const;
    const Distribution* distribution(std::string_view role, Quantity size) const;   ///< the one that has the size
    /// Returns a quantity as figures and equations show it: log10 of a size (−inf for an exact zero), the plain number
    /// of others. Absent when nothing was recorded, and for a size that was lost.
    std::optional<double> shown(std::string_view role, Quantity quantity) const;
};

/// Entry 0: outside the blocks; entry l: block l.
using Record = std::vector<BlockRecord>;

/// The observations of one replica's run.
struct Seen {
    Record record;
    Distribution input;   ///< input of the network; for tokens, the stream that enters the first block
    std::vector<Remark> remarks;
};

/// Returns means and standard deviations (n − 1) of all quantities over replicas; histograms are summed. Sites that
/// were not reached in every replica are omitted; maps are those of the first replica. Precondition: at least two
/// replicas of the same network.
std::pair<Record, Record> joined(const std::vector<const Record*>& replicas);

}   // namespace stepzero
