// SPDX-License-Identifier: GPL-3.0-or-later
// Every figure of the program, for the board, the export command and the tests.
#pragma once

#include <QMap>
#include <QString>
#include <QVector>
#include <functional>

#include "core/study/exhibit.h"

class QWidget;

namespace stepzero {

class Figure;
struct NetworkKind;

/// A kind of figure, as the board, the export command and the tests know it.
struct FigureKind {
    QString id;   ///< as on the command line: "signal"
    QString title;   ///< "Signal and gradient by layer"; of networks made of blocks titleOf() says "by block"
    std::function<Figure*(QWidget*)> create;
    /// For each subject that it has a meaning for, where on the default board: 0 to 5, row by row, left then right.
    /// Figures of one place share it as tabs, the first in front. −1: not shown at first. A board that has no room for
    /// six has the figures of 0 large, those of 1 and 3 beside them, and the others in one row of tabs.
    QMap<QString, int> places;
    QString tab = {};   ///< its name among tabs, where the title is too long for one
};

/// What is shown, as far as it decides which figures there are: what its kind of network can (NetworkKind), many
/// experiments, or a checkpoint.
QString subjectOf(const Exhibit& exhibit);
QString subjectOf(const NetworkKind& kind);
inline const QString networkLayers = QStringLiteral("layers"), networkStream = QStringLiteral("stream"),
                     networkTokens = QStringLiteral("tokens"), manyExperiments = QStringLiteral("study"),
                     oneCheckpoint = QStringLiteral("checkpoint");

/// Every figure of the program, in the order of the default board.
const QVector<FigureKind>& figureKinds();
/// What a figure of something is titled.
QString titleOf(const FigureKind& kind, const Exhibit& exhibit);
const FigureKind* findFigureKind(const QString& id);   ///< nullptr when there is none

}   // namespace stepzero
