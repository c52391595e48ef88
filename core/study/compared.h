// SPDX-License-Identifier: GPL-3.0-or-later
// A number of an equation, as theory has it and as it was measured: of one definition, over the same entries.
#pragma once

#include <optional>

#include "core/diagnose/deviation.h"
#include "core/study/study.h"

namespace stepzero {

struct Compared {
    std::optional<double> theory, measured;   ///< absent: theory is silent, nothing was measured (yet)
    std::optional<double> sigmas {};   ///< from theory to the measured, in standard deviations; absent: not known
};

/// A number at a site as BlockRecord::shown() has it; what is not finite, but for a size of zero, is not measured. The
/// standard deviation is that among networks of this width, by theory or else of the replicas (deviation.h); absent
/// where a number that is not a size agrees up to the rounding of signals.
Compared compared(const Study& study, const Site& site, Quantity quantity);

}   // namespace stepzero
