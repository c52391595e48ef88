// SPDX-License-Identifier: GPL-3.0-or-later
// Theory as JSON: what the command `theory` prints, and some of the predictions inside a result. A quantity that
// does not exist is null; an infinite one is the word "inf".
#pragma once

#include "core/base/json/json.h"
#include "core/theory/mean_field.h"
#include "core/theory/spectrum_law.h"

namespace stepzero {

/// A line a number.
Json json_of(const FixedPoint& point);

/// Share of zeros, discrete parts, edge, mean and variance of s², without the density.
Json json_of(const SpectrumLaw& law);

}   // namespace stepzero
