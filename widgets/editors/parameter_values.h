// SPDX-License-Identifier: GPL-3.0-or-later
// Values of parameters as their editors need them: whether one is a formula or allows a value, and the squares and
// roots between σ, which a slider shows, and σ², which an experiment stores.
#pragma once

#include <QString>

#include "core/base/words/parameters.h"

namespace stepzero {

bool isFormula(const ParameterInfo& info);

/// Returns whether a value of another entry's parameter is valid for this one.
bool allows(const ParameterInfo& info, const ParameterValue& value);

/// Variances are kept to twelve digits, so that σ = √2 gives exactly 2.
double squareOf(double sigma);

/// These convert the expression of σ to that of σ², and back.
QString squareOf(const QString& expression);
QString rootOf(const QString& expression);

}   // namespace stepzero
