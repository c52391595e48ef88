// SPDX-License-Identifier: GPL-3.0-or-later
// The result of simulating a finite network: the distributions and quantities of each site, averaged over replicas.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/modules/record.h"
#include "core/network/plan.h"

namespace stepzero {

/// Blocks are counted from 1; in a dense network they are its layers. Quantities that were not measured are absent
/// (null). A signal that was lost is present, with numbers that are 0 or infinite and a count of 0.
struct Measurement {
    int samples = 0;   ///< samples or sequences simulated; a preview uses fewer than the experiment asks for
    int tokens = 1;   ///< tokens per sequence
    int replicas = 1;
    Distribution input;   ///< input of the network, or the stream that enters its first block
    Reading reading;   ///< the plan's reading
    Record record;   ///< means over replicas; histograms are summed
    Record spread;   ///< standard deviations over replicas (n − 1); empty for one replica
    std::vector<Remark> remarks;

    int depth() const { return int(record.size()) - 1; }
    /// Returns the record of a block. It is empty when nothing was recorded, e.g. before a network has run.
    const BlockRecord& block(int number) const;
    const BlockRecord& spread_of(int number) const;   ///< empty for one replica

    /// Distributions by their function in the block (Reading).
    const Distribution* preactivation(int number) const { return block(number).value(reading.preactivation); }
    const Distribution* output(int number) const { return block(number).value(reading.output); }
    const Distribution* gradient(int number) const { return block(number).gradient(reading.gradient); }
    const Distribution* weight(int number) const { return block(number).weight(reading.weight); }
    /// Returns the quantity at the block's output or at its preactivation, whichever has it.
    std::optional<double> number(int number, Quantity quantity) const;
};

/// Returns the mean over replicas with their spread. Precondition: at least one replica, all of the same network.
Measurement joined(std::vector<Measurement> replicas);

}   // namespace stepzero
