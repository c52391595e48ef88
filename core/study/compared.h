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

/// log10 of a size (rms, std, gradient_rms) at a site; −inf is an exact zero. A signal that was lost is not measured.
/// The standard deviation is that among networks of this width, by theory or else of the replicas (deviation.h).
Compared compared_size(const Study& study, const Site& site, Quantity size);
/// The same of a number that is no size; without it where both are the same to the rounding of signals.
Compared compared_number(const Study& study, const Site& site, Quantity quantity);

}   // namespace stepzero
