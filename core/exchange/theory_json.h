// SPDX-License-Identifier: GPL-3.0-or-later
// Theory as JSON: what the command `theory` prints, and the predictions inside a result. A quantity that
// does not exist is null; an infinite one is the word "inf".
#pragma once

#include <string>

#include "core/theory/mean_field.h"
#include "core/theory/spectrum_law.h"

namespace stepzero {

/// One object on several lines, ending in "}".
std::string fixed_point_text(const FixedPoint& point);

/// Share of zeros, discrete parts, edge, mean and variance of s², without the density; null for no law.
std::string spectrum_law_text(const std::optional<SpectrumLaw>& law);

}   // namespace stepzero
