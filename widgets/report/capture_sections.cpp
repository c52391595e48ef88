// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include "core/capture/rules.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/report/contents.h"

namespace stepzero {

namespace {

constexpr int most_modules_listed = 400, most_module_columns = 9;

ReportFigure captureFigure(const char* id, const CaptureStudyPtr& study, double wide)
{
    const FigureKind& kind = *findFigureKind(QString::fromLatin1(id));
    return {{kind.id, {}}, study, kind.title, QStringLiteral("%1: %2").arg(kind.title, summaryText(*study)), wide};
}

ReportSection captureFacts(const CaptureStudy& study)
{
    ReportSection section {words(tr("Capture")), {}, {}, {}, {}, {}};
    ReportTable facts;
    const auto add = [&](const Text& name, const QString& value) {
        if (!value.isEmpty())
            facts.rows << QStringList {words(name), value};
    };
    add(tr("verdict"), verdictText(study));
    add(tr("pass"), passTexts(*study.capture).join(QStringLiteral(" · ")));
    add(tr("size"), sizeText(study));
    add(tr("compared with"), study.before ? words(study.against) : QString());
    section.tables << facts;
    return section;
}

ReportSection captureFindings(const CaptureStudy& study)
{
    ReportSection section {words(tr("Findings")), {}, {}, {}, {}, {}};
    for (const CaptureFinding& finding : study.findings)
        section.findings << ReportFinding {finding.severity, words(info_of(finding).word), words(finding.message),
            words(finding.cause), {}, finding.fix.empty() ? QStringList() : QStringList {words(finding.fix)}, {}, {}};
    if (study.findings.empty())
        section.paragraphs << words(tr("No problems were found in this pass."));
    return section;
}

ReportSection captureTable(const CaptureStudyPtr& study)
{
    ReportSection section {words(tr("Table of modules")), {}, {}, {}, {}, {}};
    const std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("capture_table"))->create(nullptr));
    figure->setExhibit(with_filter(*study, {}));
    FigureTable table = figure->table();
    // Only these columns fit on a page; the CSV file has the others.
    for (QStringList& row : table.rows)
        row = row.mid(0, most_module_columns);
    table.header = table.header.mid(0, most_module_columns);
    section.tables << tableForPeople(table, RowKind::module, most_modules_listed);
    return section;
}

}   // namespace

QVector<ReportSection> captureSections(const CaptureStudyPtr& study)
{
    ReportSection figures {words(tr("Figures")), {}, {}, {}, {}, {}};
    figures.figures << captureFigure("capture_signal", study, 0.45) << captureFigure("capture_map", study, 0.55);
    for (const char* id : {"capture_entries", "capture_spectrum", "capture_fractions", "capture_floats",
             "capture_attention", "capture_steps"})
        figures.figures << captureFigure(id, study, 0);
    return {captureFacts(*study), captureFindings(*study), figures, captureTable(study)};
}

}   // namespace stepzero
