// SPDX-License-Identifier: GPL-3.0-or-later
// Writes theory as JSON, for the command `theory` and for some of the predictions in a result. A quantity that does not
// exist is null; an infinite one is the word "inf".
#pragma once

#include "core/base/json/json.h"
#include "core/theory/mean_field.h"
#include "core/theory/spectrum_law.h"

namespace stepzero {

/// Writes one number per line.
Json json_of(const FixedPoint& point);

/// Writes fraction of zeros, discrete parts, edge, mean and variance of s², without the density.
Json json_of(const SpectrumLaw& law);

}   // namespace stepzero
