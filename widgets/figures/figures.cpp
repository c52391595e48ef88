// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"

#include <QObject>
#include <algorithm>

#include "core/diagnose/finding.h"
#include "core/kinds/kinds.h"
#include "core/study/audit_study.h"
#include "core/study/capture_study.h"
#include "core/study/pair_study.h"
#include "core/study/study.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/figures/pair/differences.h"
#include "widgets/figures/pair/pair_figure.h"
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
    const auto* pair = dynamic_cast<const PairStudy*>(&exhibit);
    const auto* study = pair ? pair->sides.front().study.get() : dynamic_cast<const Study*>(&exhibit);
    return study ? titleIn(kind.title, translated(study->plan->kind->unit())) : kind.title;
}

QString subjectOf(const Exhibit& exhibit)
{
    if (dynamic_cast<const AuditStudy*>(&exhibit))
        return oneCheckpoint;
    if (dynamic_cast<const CaptureStudy*>(&exhibit))
        return oneCapture;
    if (const auto* pair = dynamic_cast<const PairStudy*>(&exhibit))
        return pairSubject(subjectOf(kind_of(pair->sides[0].experiment.network)),
            subjectOf(kind_of(pair->sides[1].experiment.network)));
    const auto* study = dynamic_cast<const Study*>(&exhibit);
    return study ? subjectOf(*study->plan->kind) : manyExperiments;
}

QString subjectOf(const NetworkKind& kind)
{
    return kind.layered ? networkLayers : kind.attends ? networkTokens : networkStream;
}

QString pairSubject(const QString& left, const QString& right)
{
    return QStringLiteral("pair-") + (left == right ? left : QStringLiteral("mixed"));
}

QStringList pairSubjects()
{
    QStringList all {pairSubject(networkLayers, networkTokens)};
    for (const QString& subject : {networkLayers, networkStream, networkTokens})
        all << pairSubject(subject, subject);
    return all;
}

/// Returns the figures of a pair. Two networks of different kinds have the figures of all kinds.
static QVector<FigureKind> pairKindsInLanguage()
{
    QVector<FigureKind> pairs = titled({figure_differences()});
    for (const FigureKind& kind : figureKinds()) {
        FigureKind pair = kind;
        pair.places.clear();
        pair.create = [&kind](QWidget* parent) -> Figure* {   // the registry stays at its address
            auto* figure = new PairFigure(kind, parent);
            figure->setTitle(kind.title);
            return figure;
        };
        for (const QString& subject : {networkLayers, networkStream, networkTokens})
            if (const auto place = kind.places.find(subject); place != kind.places.end()) {
                const int row = *place < 0 ? -1 : *place < 1 ? 1 : 2;
                pair.places.insert(pairSubject(subject, subject), row);
                pair.places.insert(pairSubject(networkLayers, networkTokens), row);
            }
        if (!pair.places.isEmpty())
            pairs << pair;
    }
    return pairs;
}

const QVector<FigureKind>& pairFigureKinds()
{
    return inEachLanguage([] { return pairKindsInLanguage(); });
}

const QVector<FigureKind>& figureKindsFor(const QString& subject)
{
    return pairSubjects().contains(subject) ? pairFigureKinds() : figureKinds();
}

static const FigureKind* findIn(const QVector<FigureKind>& kinds, const QString& id)
{
    const auto found = std::ranges::find(kinds, id, &FigureKind::id);
    return found == kinds.end() ? nullptr : &*found;
}

const FigureKind* findFigureKind(const QString& id) { return findIn(figureKinds(), id); }

const FigureKind* findFigureKind(const QString& id, const Exhibit& exhibit)
{
    return findIn(figureKindsFor(subjectOf(exhibit)), id);
}

}   // namespace stepzero
