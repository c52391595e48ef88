// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of a report for a checkpoint.
#include <algorithm>

#include "core/checkpoint/audit/recipe_texts.h"
#include "core/study/audit_study.h"
#include "widgets/language/audit_words.h"
#include "widgets/language/language.h"
#include "widgets/report/contents.h"

namespace stepzero {

namespace {

constexpr std::size_t most_worst = 6;   // maximum number of tensors with a figure

ReportSection factsOf(const AuditStudy& study)
{
    ReportSection section {words(tr("Checkpoint")), {}, {}, {}, {}, {}};
    const Audit& audit = *study.audit;
    ReportTable facts;
    const auto add = [&](const Text& name, const QString& value) {
        if (!value.isEmpty())
            facts.rows << QStringList {words(name), value};
    };
    add(tr("verdict"), verdictText(audit.verdict));
    add(tr("recipe"), translated(recipe_text(audit.understanding)));
    if (const Family* family = audit.understanding.family) {
        for (const RecipeName& recipe : family->recipes)
            if (recipe.name == audit.understanding.recipe)
                add(tr("source of the recipe"), translated(recipe.source));
        add(tr("other recipes"), translated(ranking_text(audit)));
        QStringList variables;
        for (const auto& [name, value] : audit.understanding.variables)
            variables << words(name) + QStringLiteral(" = ") + pretty(value);
        add(tr("parameters"), joinedText(variables, ", "));
    }
    add(tr("size"), sizeText(study));
    add(tr("compared with"), words(study.against));
    section.tables << facts;
    for (const LeftOut& left : audit.left_out)
        section.paragraphs << words(tr("%1 %2; it was left out.", left.name, left.reason));
    return section;
}

ReportSection findingsOf(const Audit& audit)
{
    ReportSection section {words(tr("Findings")), {}, {}, {}, {}, {}};
    for (const AuditFinding& finding : audit.findings) {
        QString id = words(finding.id).replace('_', ' ');
        section.findings << ReportFinding {finding.severity, id, words(finding.message), words(finding.cause), {},
            finding.fix.empty() ? QStringList() : QStringList {words(finding.fix)}, {}, {}, {}};
    }
    if (audit.findings.empty())
        section.paragraphs << words(audit.verdict == AuditVerdict::follows
                ? tr("Every tensor follows the recipe.")
                : tr("No problems were found in these tensors."));
    return section;
}

/// For each finding and name pattern, the tensor that deviates most.
std::vector<std::size_t> worstOf(const AuditStudy& study)
{
    std::vector<std::size_t> all;
    for (std::size_t place = 0; place < study.places.size(); ++place) {
        const AuditFinding* finding = study.finding_of(place);
        if (finding && finding->severity != Severity::note && !study.part(place).histogram.counts.empty())
            all.push_back(place);
    }
    std::ranges::stable_sort(all, [&](std::size_t a, std::size_t b) {
        const AuditFinding *first = study.finding_of(a), *second = study.finding_of(b);
        return first != second ? first < second : study.deviation(a) > study.deviation(b);
    });
    std::vector<std::size_t> worst;
    for (const std::size_t place : all)
        if (worst.size() < most_worst && std::ranges::none_of(worst, [&](std::size_t other) {
                return study.pattern_of(other) == study.pattern_of(place);
            }))
            worst.push_back(place);
    return worst;
}

}   // namespace

QVector<ReportSection> auditSections(const AuditStudyPtr& study)
{
    ReportSection map {words(tr("Map")), {}, {}, {}, {}, {}}, worst {words(tr("Tensors")), {}, {}, {}, {}, {}};
    map.figures << reportFigure("audit_map", study, 0.55);
    if (study->change) {
        map.figures << reportFigure("audit_map", study, 0.55, words(tr("Change since %1", study->against)));
        map.figures.last().part.view = {{QStringLiteral("what"), QStringLiteral("change")}};
    }
    for (const std::size_t place : worstOf(*study))
        worst.figures << reportFigure("audit_entries", with_chosen(*study, place), 0, words(study->name_of(place)));
    return {factsOf(*study), findingsOf(*study->audit), map, worst,
        tableSection("audit_table", with_filter(*study, {}), RowKind::tensor)};
}

}   // namespace stepzero
