// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/language/audit_words.h"

#include <QObject>
#include <QStringList>

#include "core/base/words/shown_text.h"
#include "core/checkpoint/audit/recipe_texts.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {
QString threeDigits(double value) { return value == 0 ? QStringLiteral("0") : aligned(value); }
}   // namespace

QString roleText(const AuditStudy& study, std::size_t place)
{
    if (!study.audit->understanding.family)
        return QString::fromStdString(study.pattern_of(place));
    const AuditedPart& part = study.part(place);
    QString role = QString::fromStdString(part.role).replace(QLatin1Char('_'), QLatin1Char(' '));
    if (part.kind == TensorKind::bias && !role.endsWith(QStringLiteral("bias")))
        role += QStringLiteral(" bias");
    return role;
}

QString shapeText(const AuditedTensor& tensor)
{
    QStringList sizes;
    for (const std::uint64_t size : tensor.stored.shape)
        sizes << QString::number(size);
    return sizes.isEmpty() ? QObject::tr("a number") : sizes.join(QStringLiteral(" × "));
}

QString recipeText(const AuditedPart& part)
{
    if (!part.law)
        return {};
    if (part.law->range)
        return QObject::tr("between %1 and %2").arg(pretty(part.law->range->first), pretty(part.law->range->second));
    if (!part.law->below)
        return QObject::tr("%1, constant").arg(pretty(part.law->mean));
    const QString number = threeDigits(part.law->std),
                  formula = part.expected ? QString::fromStdString(part.expected->formula) : QString();
    bool isNumber = false;   // a plain number, which needs no derivation
    formula.toDouble(&isNumber);
    return number + (formula.isEmpty() || isNumber ? QString() : QStringLiteral(" = ") + formula);
}

QString placeText(const AuditStudy& study, std::size_t place)
{
    const AuditedPart& part = study.part(place);
    QStringList words {QString::fromStdString(study.name_of(place))};
    if (part.entries.constant())
        words << QObject::tr("every entry is %1").arg(pretty(part.entries.min));
    else if (part.entries.finite() > 0)
        words << QObject::tr("σ %1").arg(threeDigits(part.entries.std));
    if (const QString recipe = recipeText(part); !recipe.isEmpty())
        words << QObject::tr("recipe %1").arg(recipe);
    if (part.ratio() && part.law->below)
        words << QObject::tr("ratio %1").arg(threeDigits(*part.ratio()));
    words << (part.law || part.verdict != AuditVerdict::unknown ? translated(label_of(part.verdict))
                                                                : QObject::tr("no recipe"));
    return words.join(QStringLiteral(" · "));
}

QString changeText(const AuditStudy& study, std::size_t place)
{
    const WeightChange* change = study.change_of(place);
    if (!change)
        return {};
    QStringList words {QObject::tr("‖ΔW‖/‖W‖ %1").arg(threeDigits(change->relative))};
    if (change->spectral)
        words << QObject::tr("‖ΔW‖₂/√(fan_out/fan_in) %1").arg(threeDigits(*change->spectral));
    words << QObject::tr("cosine %1").arg(decimals(change->cosine, 4));
    return words.join(QStringLiteral(" · "));
}

QString signOf(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::follows:
        return QStringLiteral("✓");
    case AuditVerdict::deviates:
        return QStringLiteral("✕");
    case AuditVerdict::trained:
        return QStringLiteral("●");
    case AuditVerdict::unknown:
        break;
    }
    return QStringLiteral("?");
}

QString verdictText(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::follows:
        return signOf(verdict) + QObject::tr(" Follows its recipe");
    case AuditVerdict::deviates:
        return signOf(verdict) + QObject::tr(" Deviates");
    case AuditVerdict::trained:
        return signOf(verdict) + QObject::tr(" Trained");
    case AuditVerdict::unknown:
        break;
    }
    return signOf(verdict) + QObject::tr(" No recipe");
}

QString sizeText(const AuditStudy& study)
{
    double bytes = 0;
    for (const AuditedTensor& tensor : study.audit->tensors)
        bytes += double(tensor.stored.bytes);
    const auto count = study.audit->tensors.size();
    return QObject::tr("%n tensor(s)", nullptr, int(count)) + QStringLiteral(", ")
        + QString::fromStdString(bytes_text(bytes));
}

QString summaryText(const AuditStudy& study)
{
    QStringList words {verdictText(study.audit->verdict), translated(recipe_text(study.audit->understanding)),
        sizeText(study),
        study.against.empty() ? QString() : QObject::tr("since %1").arg(QString::fromStdString(study.against))};
    words.removeAll(QString());
    return words.join(QStringLiteral(" · "));
}

}   // namespace stepzero
