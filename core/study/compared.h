// SPDX-License-Identifier: GPL-3.0-or-later
// A number of an equation as theory predicts it and as it was measured. Both have the same definition and refer to the
// same entries, so their difference can be judged in standard deviations.
#pragma once

#include <optional>

#include "core/diagnose/deviation.h"
#include "core/study/study.h"

namespace stepzero {

struct Compared {
    std::optional<double> theory, measured;   ///< absent: theory has no prediction; nothing was measured (yet)
    std::optional<double> sigmas {};   ///< measured − theory, in standard deviations; absent: not known
};

/// Returns a number at a site, in the units of BlockRecord::shown(). A value that is not finite counts as not measured,
/// except a size of zero. The standard deviation is that among networks of this width, predicted by theory or else
/// estimated from the replicas (deviation.h). `sigmas` is absent when a number that is not a size agrees up to the
/// rounding of signals.
Compared compared(const Study& study, const Site& site, Quantity quantity);

}   // namespace stepzero
