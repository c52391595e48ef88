// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"

#include <QObject>
#include <algorithm>

#include "core/diagnose/finding.h"
#include "core/kinds/kinds.h"
#include "core/study/audit_study.h"
#include "core/study/capture_study.h"
#include "core/study/study.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {
/// Returns the most severe of the findings that a figure shows; empty: none. Findings describe step 0, so there are
/// none at a later step of training.
QString gravestOf(const std::string& figure, const Exhibit& exhibit)
{
    const auto* study = dynamic_cast<const Study*>(&exhibit);
    if (!study || !study->findings || study->step > 0)
        return {};
    for (const Finding& finding : *study->findings)   // findings are sorted, the most severe first
        if (const auto& figures = info_of(finding).figures; std::ranges::find(figures, figure) != figures.end())
            return joinedText({translated(label_of(finding.severity)), translated(finding.message)}, ": ");
    return {};
}

/// Completes the registry: figures learn their titles from it, and screen readers the findings of a figure.
QVector<FigureKind> titled(QVector<FigureKind> kinds)
{
    for (FigureKind& kind : kinds)
        kind.create = [create = kind.create, title = kind.title, id = kind.id.toStdString()](QWidget* parent) {
            Figure* figure = create(parent);
            figure->setTitle(title);
            figure->setGravest([id](const Exhibit& exhibit) { return gravestOf(id, exhibit); });
            return figure;
        };
    return kinds;
}
}   // namespace

static QVector<FigureKind> kindsInLanguage()
{
#define STEPZERO_ENTRY(name) figure_##name(),
    return titled({STEPZERO_FIGURES(STEPZERO_ENTRY)});
#undef STEPZERO_ENTRY
}

const QVector<FigureKind>& figureKinds()
{
    return inEachLanguage([] { return kindsInLanguage(); });
}

QString titleOf(const FigureKind& kind, const Exhibit& exhibit)
{
    const auto* study = dynamic_cast<const Study*>(&exhibit);
    return study ? titleIn(kind.title, translated(study->plan->kind->unit())) : kind.title;
}

QString subjectOf(const Exhibit& exhibit)
{
    if (dynamic_cast<const AuditStudy*>(&exhibit))
        return oneCheckpoint;
    if (dynamic_cast<const CaptureStudy*>(&exhibit))
        return oneCapture;
    const auto* study = dynamic_cast<const Study*>(&exhibit);
    return study ? subjectOf(*study->plan->kind) : manyExperiments;
}

QString subjectOf(const NetworkKind& kind)
{
    return kind.layered ? networkLayers : kind.attends ? networkTokens : networkStream;
}

const FigureKind* findFigureKind(const QString& id)
{
    for (const FigureKind& kind : figureKinds())
        if (kind.id == id)
            return &kind;
    return nullptr;
}

}   // namespace stepzero
