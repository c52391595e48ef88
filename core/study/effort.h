// SPDX-License-Identifier: GPL-3.0-or-later
// What a study will take, before it is made: memory, work, and, by the pace of those that were made, time.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "core/base/words/text.h"
#include "core/network/plan.h"
#include "core/simulate/simulate.h"

namespace stepzero {

struct Effort {
    double bytes = 0;   ///< at the peak, what the noise cache will hold of it included
    double operations = 0;   ///< floating-point operations, and what else takes time as so many
};

/// Of a full study. Throws BadInput. Precondition: the experiment passed validate(), and the plan is its.
Effort effort_of(const Experiment& experiment, const NetworkPlan& plan, std::size_t bytes_of_noise);

/// Why it does not fit, and what would: "needs about 22.5 GB of memory, and 17.7 GB are free: …".
Text too_large(const Experiment& experiment, const Effort& effort, double available, std::size_t bytes_of_noise);

/// Whether a study takes so long, or so much of the memory that is free, that it is not begun before somebody asks for
/// it.
bool costly(const Effort& effort, double available);
/// The same as a sentence.
Text unasked(const Effort& effort);

/// "2 s", "40 s", "3 min", "2 h": no finer than an estimate is worth.
std::string seconds_text(double seconds);

/// Operations a second, from studies that this process has made: the last ones count most, and long ones more than
/// short ones. Safe to use from several threads.
class Pace {
public:
    void took(double operations, double seconds);
    /// Absent: nothing is known yet.
    std::optional<double> seconds(double operations) const;

private:
    mutable std::mutex mutex_;
    double operations_ = 0, seconds_ = 0;
};

}   // namespace stepzero
