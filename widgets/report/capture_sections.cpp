// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of a report for a capture.
#include "core/capture/rules.h"
#include "core/checkpoint/audit/recipe_texts.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/language/audit_words.h"
#include "widgets/report/contents.h"

namespace stepzero {

namespace {

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
    if (const auto& audit = study.weights.audit)
        add(tr("weights"),
            verdictText(audit->verdict) + QStringLiteral(" · ") + words(recipe_text(audit->understanding)));
    add(tr("compared with"), study.before ? words(study.against) : QString());
    section.tables << facts;
    return section;
}

ReportSection captureFindings(const CaptureStudy& study)
{
    ReportSection section {words(tr("Findings")), {}, {}, {}, {}, {}};
    for (const CaptureFinding& finding : study.findings)
        section.findings << ReportFinding {finding.severity, words(word_of(finding)), words(finding.message),
            words(finding.cause), {}, finding.fix.empty() ? QStringList() : QStringList {words(finding.fix)}, {}, {},
            {}};
    if (study.findings.empty())
        section.paragraphs << words(tr("No problems were found in this pass."));
    return section;
}

}   // namespace

QVector<ReportSection> captureSections(const CaptureStudyPtr& study)
{
    ReportSection figures {words(tr("Figures")), {}, {}, {}, {}, {}};
    if (study->widths)
        figures.figures << reportFigure("capture_widths", study, 0.5);
    figures.figures << reportFigure("capture_signal", study, 0.45) << reportFigure("capture_map", study, 0.55);
    for (const char* id : {"capture_entries", "capture_spectrum", "capture_fractions", "capture_floats",
             "capture_attention", "capture_steps"})
        figures.figures << reportFigure(id, study, 0);
    return {captureFacts(*study), captureFindings(*study), figures,
        tableSection("capture_table", with_filter(*study, {}), RowKind::module)};
}

}   // namespace stepzero
