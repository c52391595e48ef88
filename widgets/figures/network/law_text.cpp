// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/law_text.h"

#include <QObject>

#include "core/base/words/registry.h"
#include "core/network/init/scheme.h"
#include "core/network/plan.h"
#include "widgets/language/language.h"

namespace stepzero {

QString roleText(const NetworkPlan& plan, const ParameterPlan& parameter)
{
    const bool bias = parameter.kind == Role::bias;
    for (const RoleInfo& role : plan.roles)
        if (role.name == parameter.role)
            return bias && role.kind != Role::bias ? QObject::tr("%1, bias").arg(translated(role.label))
                                                   : translated(role.label);
    return bias ? QObject::tr("bias") : QObject::tr("weights");
}

QVector<ShownLaw> shownLaws(const ParameterPlan& parameter)
{
    QVector<ShownLaw> numbers;
    if (!parameter.typed)
        return numbers;
    const Scheme* scheme = find_scheme(parameter.initializer.scheme);
    for (const auto& [name, value] : parameter.typed->initializer.parameters)
        if (const std::string* typed = typed_text(value)) {
            const ParameterInfo* info = scheme ? find_member(scheme->parameters, name) : nullptr;
            numbers << ShownLaw {QString::fromStdString(name),
                info ? translated(info->label) : QString::fromStdString(name), QString::fromStdString(*typed),
                number(parameter.initializer.parameters, name)};
        }
    return numbers;
}

}   // namespace stepzero
