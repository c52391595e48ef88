// SPDX-License-Identifier: GPL-3.0-or-later
// Texts about initializers with expressions.
#pragma once

#include <QString>
#include <QVector>

namespace stepzero {

struct NetworkPlan;
struct ParameterPlan;

/// Returns the display name of a parameter's role: "MLP in", or "MLP in, bias".
QString roleText(const NetworkPlan& plan, const ParameterPlan& parameter);

/// A number of an initializer that was typed as an expression.
struct ShownLaw {
    QString name, label;   ///< the initializer's parameter in files, and its display name
    QString expression;   ///< as typed: "sqrt(2/fan_in)"
    double value = 0;   ///< for this matrix
    bool operator==(const ShownLaw&) const = default;
};
QVector<ShownLaw> shownLaws(const ParameterPlan& parameter);   ///< empty without expressions

}   // namespace stepzero
