// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulation of a finite network found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/modules/record.h"
#include "core/network/plan.h"

namespace stepzero {

/// Blocks are counted from 1; of a dense network they are its layers. What was not measured is absent, and null here;
/// a signal that was lost is there, with numbers that are 0 or infinite and a count of 0.
struct Measurement {
    int samples = 0;   ///< that were simulated (a preview takes fewer than the experiment asks); or sequences
    int tokens = 1;   ///< of a sequence
    int replicas = 1;
    Distribution input;   ///< of the network, or the stream that enters its first block
    Reading reading;   ///< of the plan
    Record record;   ///< means over replicas; histograms added up
    Record spread;   ///< standard deviations over replicas (n − 1); empty for one replica
    std::vector<Remark> remarks;

    int depth() const { return int(record.size()) - 1; }
    /// Empty where nothing was recorded, as before a network has run.
    const BlockRecord& block(int number) const;
    const BlockRecord& spread_of(int number) const;   ///< empty for one replica

    /// By what they are to the block (Reading).
    const Distribution* preactivation(int number) const { return block(number).value(reading.preactivation); }
    const Distribution* output(int number) const { return block(number).value(reading.output); }
    const Distribution* gradient(int number) const { return block(number).gradient(reading.gradient); }
    const Distribution* weight(int number) const { return block(number).weight(reading.weight); }
    /// At the block's output, or at its preactivation: whichever has it.
    std::optional<double> number(int number, Quantity quantity) const;
};

/// The mean over replicas, with their spread. Precondition: all are of one network; at least one.
Measurement joined(std::vector<Measurement> replicas);

}   // namespace stepzero
