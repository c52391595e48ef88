// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text, for readouts, notes and files.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Returns the distance from theory, without a sign: "0.2 σ".
QString deviationText(double sigmas);

/// Returns a number of a distribution with three digits, also beyond the range of double, for readouts and columns. For
/// a lost signal (a count of 0) the text is "off the scale".
QString numberOf(const Distribution& distribution, double number);

/// Returns the number with all digits in ASCII ("1.25e-1505"), for CSV. What is off the scale becomes "inf" or "0",
/// which programs can read. Empty for NaN, and for an absent number.
QString exactNumber(const Distribution& distribution, double number);
QString exactNumber(double number);
QString exactNumber(const std::optional<double>& number);
QString exactLog10(double log10, bool negative);

/// Returns "off the scale", the text for a size that no number represents.
QString offScaleText();

/// Returns "the gradient is zero below layer 7" for the layers where `is` holds; empty when there are none. `is` has
/// one entry per layer, first to last. `unit` is the word for a layer in the present language.
QString whereText(const QString& subject, const QString& state, const std::vector<bool>& is,
    const QString& unit = QStringLiteral("layer"));

}   // namespace stepzero
