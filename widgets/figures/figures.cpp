// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"

#include <QObject>
#include <algorithm>

#include "core/diagnose/finding.h"
#include "core/kinds/kinds.h"
#include "core/study/audit_study.h"
#include "core/study/study.h"
#include "widgets/figures/checkpoint/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/figures/grid/figures.h"
#include "widgets/figures/network/figures.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {
QMap<QString, int> layers(int place) { return {{networkLayers, place}}; }
QMap<QString, int> stream(int place) { return {{networkStream, place}}; }
QMap<QString, int> tokens(int place) { return {{networkTokens, place}}; }
QMap<QString, int> many(int place) { return {{manyExperiments, place}}; }
QMap<QString, int> checkpoint(int place) { return {{oneCheckpoint, place}}; }

QMap<QString, int> operator+(QMap<QString, int> a, const QMap<QString, int>& b)
{
    a.insert(b);
    return a;
}

/// The gravest of the findings that a figure shows; empty: none. They are of step 0 and not of a step of training that
/// is shown.
QString gravestOf(const std::string& figure, const Exhibit& exhibit)
{
    const auto* study = dynamic_cast<const Study*>(&exhibit);
    if (!study || !study->findings || study->step > 0)
        return {};
    for (const Finding& finding : *study->findings)   // the gravest first
        if (const auto& figures = info_of(finding).figures; std::ranges::find(figures, figure) != figures.end())
            return spoken(word(finding.severity)) + QStringLiteral(": ") + spoken(finding.message);
    return {};
}

/// Figures learn their titles from here, and screen readers which findings are theirs.
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
    return titled({
        {QStringLiteral("signal"), QObject::tr("Signal and gradient by layer"), createSignal,
            layers(0) + stream(0) + tokens(0), QObject::tr("Signal and gradient")},
        {QStringLiteral("correlation"), QObject::tr("Correlation by layer"), createCorrelation, layers(0) + tokens(0),
            QObject::tr("Correlation")},
        {QStringLiteral("compare"), QObject::tr("Comparison"), createCompare, stream(0) + tokens(0)},
        {QStringLiteral("weights"), QObject::tr("Weights of the chosen layer"), createWeights,
            layers(1) + stream(1) + tokens(1), QObject::tr("Weights")},
        {QStringLiteral("gradients"), QObject::tr("Gradient by block and role"), createGradients, stream(2) + tokens(4),
            QObject::tr("Gradients")},
        {QStringLiteral("activations"), QObject::tr("Activations over depth"), createActivations,
            layers(2) + stream(4) + tokens(4), QObject::tr("Activations")},
        {QStringLiteral("fractions"), QObject::tr("Dead and saturated by layer"), createFractions, layers(2),
            QObject::tr("Dead, saturated")},
        {QStringLiteral("floats"), QObject::tr("Float formats by layer"), createFloats,
            layers(2) + stream(4) + tokens(4), QObject::tr("Floats")},
        {QStringLiteral("rounding"), QObject::tr("Rounding by layer"), createRounding,
            layers(2) + stream(4) + tokens(4), QObject::tr("Rounding")},
        {QStringLiteral("attention"), QObject::tr("Attention by block and head"), createAttention, tokens(2),
            QObject::tr("Attention")},
        {QStringLiteral("spectrum"), QObject::tr("Singular values"), createSpectrum, layers(3) + stream(3) + tokens(1)},
        {QStringLiteral("attention_map"), QObject::tr("Attention map"), createAttentionMap, tokens(3)},
        {QStringLiteral("phase"), QObject::tr("Phase diagram"), createPhase, layers(4), QObject::tr("Phases")},
        {QStringLiteral("maps"), QObject::tr("Iterated maps"), createMaps, layers(4), QObject::tr("Maps")},
        {QStringLiteral("logits"), QObject::tr("Logits of the head"), createLogits, tokens(5), QObject::tr("Logits")},
        {QStringLiteral("experts"), QObject::tr("Experts by block"), createExperts, tokens(-1), QObject::tr("Experts")},
        {QStringLiteral("memory"), QObject::tr("Memory of the chosen block"), createMemory, stream(-1),
            QObject::tr("Memory")},
        {QStringLiteral("gates"), QObject::tr("Gates by step"), createGates, stream(-1), QObject::tr("Gates")},
        {QStringLiteral("summary"), QObject::tr("Summary"), createSummary, layers(5) + stream(5) + tokens(5)},
        {QStringLiteral("formula"), QObject::tr("Formula at work"), createFormula, layers(5) + stream(5) + tokens(5),
            QObject::tr("Formula")},
        {QStringLiteral("findings"), QObject::tr("Findings"), createFindings, layers(5) + stream(5) + tokens(5)},
        {QStringLiteral("training"), QObject::tr("Training by step"), createTraining, layers(5) + stream(5) + tokens(5),
            QObject::tr("Training")},
        {QStringLiteral("boxes"), QObject::tr("Preactivations by layer"), createBoxes,
            layers(-1) + stream(-1) + tokens(-1), QObject::tr("Preactivations")},
        {QStringLiteral("study_table"), QObject::tr("Table of cells"), createCellTable, many(0), QObject::tr("Table")},
        {QStringLiteral("study_weights"), QObject::tr("Weights of each cell"), createCellWeights, many(1),
            QObject::tr("Weights")},
        {QStringLiteral("study_layers"), QObject::tr("Mean and std by layer of each cell"), createCellLayers, many(2),
            QObject::tr("Mean and std")},
        {QStringLiteral("study_curves"), QObject::tr("Cells by layer"), createCellCurves, many(3),
            QObject::tr("By layer")},
        {QStringLiteral("study_sweep"), QObject::tr("Sweep"), createCellSweep, many(4)},
        {QStringLiteral("study_bars"), QObject::tr("Bars"), createCellBars, many(5)},
        {QStringLiteral("study_boxes"), QObject::tr("Box plots"), createCellBoxes, many(5)},
        {QStringLiteral("audit_map"), QObject::tr("Tensors by block and role"), createAuditMap, checkpoint(0),
            QObject::tr("Map")},
        {QStringLiteral("audit_entries"), QObject::tr("Entries of the chosen tensor"), createAuditEntries,
            checkpoint(1), QObject::tr("Entries")},
        {QStringLiteral("audit_table"), QObject::tr("Table of tensors"), createAuditTable, checkpoint(2),
            QObject::tr("Table")},
        {QStringLiteral("audit_findings"), QObject::tr("Findings of the checkpoint"), createAuditFindings,
            checkpoint(3), QObject::tr("Findings")},
        {QStringLiteral("audit_spectrum"), QObject::tr("Singular values of the chosen tensor"), createAuditSpectrum,
            checkpoint(4), QObject::tr("Singular values")},
        {QStringLiteral("audit_lengths"), QObject::tr("Rows and columns of the chosen tensor"), createAuditLengths,
            checkpoint(5), QObject::tr("Rows and columns")},
    });
}

const QVector<FigureKind>& figureKinds()
{
    return inEachLanguage([] { return kindsInLanguage(); });
}

QString titleOf(const FigureKind& kind, const Exhibit& exhibit)
{
    const auto* study = dynamic_cast<const Study*>(&exhibit);
    return study ? titleIn(kind.title, spoken(study->plan->kind->unit())) : kind.title;
}

QString subjectOf(const Exhibit& exhibit)
{
    if (dynamic_cast<const AuditStudy*>(&exhibit))
        return oneCheckpoint;
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
