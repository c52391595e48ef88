// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include "core/study/audit_study.h"
#include "widgets/figures/checkpoint/audit_words.h"
#include "widgets/figures/figures.h"
#include "widgets/report/contents.h"

namespace stepzero {

namespace {

constexpr std::size_t most_worst = 6;   // tensors that are drawn each for itself
constexpr int most_tensors = 400, most_columns = 9;

ReportFigure figureOf(const char* id, const AuditStudyPtr& study, const QString& caption, double wide)
{
    const FigureKind& kind = *findFigureKind(QString::fromLatin1(id));
    return {{kind.id, {}}, study, caption.isEmpty() ? kind.title : caption,
        QStringLiteral("%1: %2").arg(kind.title, caption.isEmpty() ? summaryText(*study) : caption), wide};
}

ReportSection factsOf(const AuditStudy& study)
{
    ReportSection section {QStringLiteral("Checkpoint"), {}, {}, {}, {}, {}};
    const Audit& audit = *study.audit;
    ReportTable facts;
    const auto add = [&](const char* name, const QString& value) {
        if (!value.isEmpty())
            facts.rows << QStringList {QString::fromLatin1(name), value};
    };
    add("verdict", verdictText(audit.verdict));
    add("recipe", words(recipe_text(audit.understanding)));
    if (const Family* family = audit.understanding.family) {
        for (const RecipeName& recipe : family->recipes)
            if (recipe.name == audit.understanding.recipe)
                add("its source", words(recipe.source));
        add("other recipes", words(ranking_text(audit)));
        QStringList variables;
        for (const auto& [name, value] : audit.understanding.variables)
            variables << words(name) + QStringLiteral(" = ") + pretty(value);
        add("with", variables.join(QStringLiteral(", ")));
    }
    add("size", sizeText(study));
    add("compared with", words(study.against));
    section.tables << facts;
    for (const LeftOut& left : audit.left_out)
        section.paragraphs << QStringLiteral("%1 %2; it was left out.").arg(words(left.name), words(left.reason));
    return section;
}

ReportSection findingsOf(const Audit& audit)
{
    ReportSection section {QStringLiteral("Findings"), {}, {}, {}, {}, {}};
    for (const AuditFinding& finding : audit.findings) {
        QString id = words(finding.id).replace('_', ' ');
        section.findings << ReportFinding {finding.severity, id, words(finding.message), words(finding.cause), {},
            finding.fix.empty() ? QStringList() : QStringList {words(finding.fix)}, {}, {}};
    }
    if (audit.findings.empty())
        section.paragraphs << (audit.verdict == AuditVerdict::follows
                ? QStringLiteral("Every tensor is what the recipe says.")
                : QStringLiteral("Nothing is wrong with these tensors by themselves."));
    return section;
}

/// One of each finding and pattern, the one that deviates most.
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

ReportSection tableOf(const AuditStudyPtr& study)
{
    ReportSection section {QStringLiteral("Table of the tensors"), {}, {}, {}, {}, {}};
    const std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("audit_table"))->create(nullptr));
    figure->setExhibit(with_filter(*study, {}));
    FigureTable table = figure->table();
    // What has room on a page; the CSV has the others.
    for (QStringList& row : table.rows)
        row = row.mid(0, most_columns);
    table.header = table.header.mid(0, most_columns);
    section.tables << tableForPeople(table, QStringLiteral("tensor"), most_tensors);
    return section;
}

}   // namespace

QVector<ReportSection> auditSections(const AuditStudyPtr& study)
{
    ReportSection map {QStringLiteral("Map"), {}, {}, {}, {}, {}},
        worst {QStringLiteral("Tensors"), {}, {}, {}, {}, {}};
    map.figures << figureOf("audit_map", study, {}, 0.55);
    if (study->change) {
        map.figures << figureOf("audit_map", study, QStringLiteral("Change since %1").arg(words(study->against)), 0.55);
        map.figures.last().part.view = {{QStringLiteral("what"), QStringLiteral("change")}};
    }
    for (const std::size_t place : worstOf(*study))
        worst.figures << figureOf("audit_entries", with_chosen(*study, place), words(study->name_of(place)), 0);
    return {factsOf(*study), findingsOf(*study->audit), map, worst, tableOf(study)};
}

}   // namespace stepzero
