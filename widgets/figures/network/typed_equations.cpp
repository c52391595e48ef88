// SPDX-License-Identifier: GPL-3.0-or-later
// The equations of numbers that were typed as expressions.
#include <algorithm>

#include "core/network/plan.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/equations.h"
#include "widgets/figures/network/law_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// An expression with the same value in all roles.
struct TypedEquation {
    ShownLaw number;
    QStringList roles;
};

QVector<TypedEquation> typedEquations(const NetworkPlan& plan, int block)
{
    QVector<TypedEquation> equations;
    for (const ParameterPlan* parameter : plan.parameters())
        if (parameter->block == block)
            for (const ShownLaw& number : shownLaws(*parameter)) {
                const QString role = roleText(plan, *parameter);
                const auto known = std::ranges::find(equations, number, &TypedEquation::number);
                if (known == equations.end())
                    equations << TypedEquation {number, {role}};
                else if (!known->roles.contains(role))
                    known->roles << role;
            }
    return equations;
}

}   // namespace

void addTypedNumbers(Equations& to, const NetworkPlan& plan, int block)
{
    if (plan.given)
        return;
    constexpr int rank = 2;   // as important as the weights' variance
    QString subject = QObject::tr("expressions");
    for (const auto& [number, roles] : typedEquations(plan, block)) {
        to.line(rank, subject, qPrintable(QStringLiteral("\"%1\"").arg(number.name)),
            {{QStringLiteral("= \"%1\"").arg(number.expression)}, equals(pretty(number.value)),
                {QStringLiteral("\"(%1)\"").arg(joinedText(roles, ", ")), FormulaInk::faint}});
        to.add(QStringLiteral("%1 = %2").arg(number.name, number.expression), exactNumber(number.value));
        subject.clear();
    }
}

}   // namespace stepzero
