// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"

namespace stepzero {

const QVector<FigureKind>& figureKinds()
{
    static const QVector<FigureKind> kinds {
        {QStringLiteral("curves"), QObject::tr("Signal and gradient by layer"), createCurves, 0},
        {QStringLiteral("correlation"), QObject::tr("Correlation of two inputs by layer"), createCorrelation, 0},
        {QStringLiteral("weights"), QObject::tr("Weights of the chosen layer"), createWeights, 1},
        {QStringLiteral("activations"), QObject::tr("Activations over depth"), createActivations, 2},
        {QStringLiteral("fractions"), QObject::tr("Dead and saturated by layer"), createFractions, 2},
        {QStringLiteral("spectrum"), QObject::tr("Singular values"), createSpectrum, 3},
        {QStringLiteral("phase"), QObject::tr("Phase diagram"), createPhase, 4},
        {QStringLiteral("maps"), QObject::tr("Iterated maps"), createMaps, 4},
        {QStringLiteral("summary"), QObject::tr("Summary"), createSummary, 5},
        {QStringLiteral("formula"), QObject::tr("Formula at work"), createFormula, 5},
        {QStringLiteral("boxes"), QObject::tr("Preactivations by layer"), createBoxes},
    };
    return kinds;
}

const FigureKind* findFigureKind(const QString& id)
{
    for (const FigureKind& kind : figureKinds())
        if (kind.id == id)
            return &kind;
    return nullptr;
}

}   // namespace stepzero
