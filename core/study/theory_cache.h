// SPDX-License-Identifier: GPL-3.0-or-later
// Theory that outlives an experiment: tables and phase diagrams of the last few activations.
#pragma once

#include <list>
#include <memory>
#include <mutex>

#include "core/theory/phase_map.h"

namespace stepzero {

/// Safe to use from several threads; what is kept is the same as what would be made anew.
class TheoryCache {
public:
    std::shared_ptr<const PhaseTheory> theory(const Activation& activation, const Context& context);

    /// The phase diagram over a range: whole, or, where that is not known yet, a coarse one without depth scales.
    std::shared_ptr<const PhaseMap> quick_map(const PhaseTheory& theory, PhaseRange range, const Context& context);
    std::shared_ptr<const PhaseMap> whole_map(const PhaseTheory& theory, PhaseRange range, const Context& context);

private:
    std::shared_ptr<const PhaseMap> known_map(const Activation& activation, PhaseRange range);

    std::mutex mutex_;
    std::list<std::shared_ptr<const PhaseTheory>> theories_;   // most recently used first
    std::list<std::shared_ptr<const PhaseMap>> maps_;   // the whole ones
};

}   // namespace stepzero
