// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates of the memory, the work and the time that a study needs, before it is made. The program uses them to refuse
// experiments that do not fit into memory, to ask before expensive ones, and to show the remaining time.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "core/base/words/text.h"
#include "core/network/plan.h"
#include "core/simulate/simulate.h"

namespace stepzero {

struct Effort {
    double bytes = 0;   ///< peak memory, including the random numbers that the noise cache will hold
    double operations = 0;   ///< floating-point operations; other work is converted to as many as take equal time
};

/// Returns the effort of a full study. `bytes_of_noise` is the capacity of the noise cache. Throws BadInput.
/// Precondition: the experiment passed validate(), and `plan` was made from it.
Effort effort_of(const Experiment& experiment, const NetworkPlan& plan, std::size_t bytes_of_noise);

/// Returns a sentence that explains why a study does not fit into memory, and suggests samples or a width that would:
/// "the experiment needs about 22.5 GB of memory, but only 17.7 GB are free: …". `available` is in bytes.
Text too_large(const Experiment& experiment, const Effort& effort, double available, std::size_t bytes_of_noise);

/// Returns whether a study should not begin before the user asks for it. It is costly when it takes more than a minute
/// even at full speed on all cores, or more than half of the `available` bytes of memory.
bool costly(const Effort& effort, double available);
/// Returns a sentence that explains why a costly study was not begun.
Text unasked(const Effort& effort);

/// Returns a duration such as "2 s", "40 s", "3 min" or "2 h", rounded as coarsely as an estimate deserves.
std::string seconds_text(double seconds);

/// The speed of this process in operations per second, learned from the studies that it has made. Recent studies count
/// most, and long ones count more than short ones. Safe to use from several threads.
class Pace {
public:
    void took(double operations, double seconds);
    /// Returns the expected time; nothing before the first study.
    std::optional<double> seconds(double operations) const;

private:
    mutable std::mutex mutex_;
    double operations_ = 0, seconds_ = 0;
};

}   // namespace stepzero
