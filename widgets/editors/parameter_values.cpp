// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/parameter_values.h"

#include <algorithm>

#include "core/network/init/typed_law.h"

namespace stepzero {

bool isFormula(const ParameterInfo& info)
{
    return std::holds_alternative<std::string>(info.default_value) && info.choices.empty();
}

bool allows(const ParameterInfo& info, const ParameterValue& value)
{
    if (typed_text(value))
        return is_numeric(info);
    if (value.index() != info.default_value.index())
        return false;
    if (const auto* word = std::get_if<std::string>(&value))
        return info.choices.empty() || std::find(info.choices.begin(), info.choices.end(), *word) != info.choices.end();
    const double number = std::get<double>(value);
    return number >= info.low && number <= info.high && (!info.integer || number == double(qRound64(number)));
}

double squareOf(double sigma) { return QString::number(sigma * sigma, 'g', 12).toDouble(); }

QString squareOf(const QString& expression) { return QStringLiteral("(%1)^2").arg(expression); }

QString rootOf(const QString& expression)
{
    int depth = 0;
    for (qsizetype i = 0; i < expression.size(); ++i) {
        depth += expression[i] == '(' ? 1 : expression[i] == ')' ? -1 : 0;
        if (depth > 0)
            continue;
        if (i > 0 && expression.startsWith('(') && expression.mid(i) == QLatin1String(")^2"))
            return expression.mid(1, i - 1);
        break;
    }
    return QStringLiteral("√(%1)").arg(expression);
}

}   // namespace stepzero
