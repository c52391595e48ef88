// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/phase_text.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/fate_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

Variances centreOf(const PhaseMap& map, std::size_t i)
{
    const std::size_t column = i % std::size_t(map.columns), row = i / std::size_t(map.columns);
    return {(double(column) + 0.5) * map.range.weight / map.columns, (double(row) + 0.5) * map.range.bias / map.rows};
}

}   // namespace

FigureTable phaseTable(const Study* study)
{
    FigureTable table {{QStringLiteral("kind"), QStringLiteral("weight_variance"), QStringLiteral("bias_variance"),
                           QStringLiteral("chi"), QStringLiteral("depth_scale"), QStringLiteral("name")},
        {}};
    if (!study || !study->theory)
        return table;
    const TheoryView& theory = *study->theory;
    const auto row = [&](const char* kind, Variances v, const QString& chi, const QString& depth, const QString& name) {
        table.rows << QStringList {QLatin1String(kind), exactNumber(v.weight), exactNumber(v.bias), chi, depth, name};
    };
    row("here", theory.variances, exactNumber(theory.fixed_point.chi_1), exactNumber(theory.fixed_point.xi_c),
        QString::fromLatin1(
            theory.fixed_point.phase ? word(*theory.fixed_point.phase) : word(theory.fixed_point.length)));
    for (const Landmark& landmark : theory.landmarks)
        row("landmark", landmark.variances, {}, {}, QString::fromStdString(landmark.label.english()));
    if (!theory.phase)
        return table;
    const PhaseMap& map = *theory.phase;
    for (const CriticalPoint& point : map.critical_line)
        if (!std::isnan(point.q))
            row("critical", point.variances, QStringLiteral("1"), {}, {});
    for (const CriticalPoint& point : map.edges)
        if (!std::isnan(point.q))
            row("edge", point.variances, {}, {}, {});
    for (std::size_t i = 0; i < map.chi.size(); ++i)
        row("cell", centreOf(map, i), exactNumber(double(map.chi[i])),
            map.depth_scale.empty() ? QString() : exactNumber(double(map.depth_scale[i])), {});
    return table;
}

QString variancesText(Variances v) { return QObject::tr("σ_w² %1 · σ_b² %2").arg(aligned(v.weight), aligned(v.bias)); }

QString phaseWhereText(const TheoryView& theory)
{
    return variancesText(theory.variances)
        + QObject::tr(" · theory: %1").arg(phaseStateText(theory).remove(QLatin1Char('$')));
}

QString phaseHereText(const Study& study, const TheoryView& theory)
{
    const auto& overrides = study.experiment.network.overrides;
    const bool own = std::any_of(overrides.begin(), overrides.end(),
        [&](const LayerOverride& o) { return o.layer == theory.layer && (o.weight || o.bias); });
    return QObject::tr("$σ_w²$ %1 · $σ_b²$ %2").arg(aligned(theory.variances.weight), aligned(theory.variances.bias))
        + (own ? QObject::tr(" (layer %1 differs)").arg(theory.layer) : QString());
}

QString phaseStateText(const TheoryView& theory)
{
    const FixedPoint& p = theory.fixed_point;
    QStringList parts;
    if (p.chi_1)
        parts << QObject::tr("χ₁ %1").arg(aligned(*p.chi_1));
    parts << phaseText(p) << lengthText(p) << basinText(p);
    if (p.angles)
        parts << angleText(*p.angles);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString phaseCellText(const PhaseMap& map, const QPointF& variances)
{
    const int i = std::min(int(variances.x() / map.range.weight * map.columns), map.columns - 1);
    const int j = std::min(int(variances.y() / map.range.bias * map.rows), map.rows - 1);
    const auto cell = std::size_t(j * map.columns + i);
    QString text
        = variancesText({variances.x(), variances.y()}) + QObject::tr(" · χ₁ %1").arg(aligned(double(map.chi[cell])));
    if (!map.depth_scale.empty())
        text += QObject::tr(" · ξ_c %1 layers").arg(aligned(double(map.depth_scale[cell])));
    text += QStringLiteral(" · ")
        + (map.grows[cell] ? QObject::tr("length grows without bound")
                           : translated(label_of(phase_of(double(map.chi[cell])))));
    return text;
}

}   // namespace stepzero
