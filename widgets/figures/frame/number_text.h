// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as words, for readouts, notes and files.
#pragma once

#include <QString>
#include <vector>

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// How far from theory, without a sign: "0.2 σ".
QString deviationText(double sigmas);

/// A number of a distribution, also beyond the range of double. Three digits, for readouts and columns. Of a signal
/// that was lost (a count of 0), that it is off the scale.
QString numberOf(const Distribution& distribution, double number);

/// The same with all digits and in ASCII ("1.25e-1505"), for CSV: what is off the scale is what a program reads anyway,
/// "inf" or "0". Empty for NaN.
QString exactNumber(const Distribution& distribution, double number);
QString exactNumber(double number);
QString exactLog10(double log10, bool negative);

/// "off the scale", as a size is called that no number stands for.
QString offScaleText();

/// "the gradient is zero below layer 7" for the layers where `is` holds; empty when there are none. `is` has one entry
/// per layer, first to last. `unit`: what a layer is called in the present language.
QString whereText(const QString& subject, const QString& state, const std::vector<bool>& is,
    const QString& unit = QStringLiteral("layer"));

}   // namespace stepzero
