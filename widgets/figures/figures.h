// SPDX-License-Identifier: GPL-3.0-or-later
// Every figure of the program, for the board, the export command and the tests.
#pragma once

#include <QMap>
#include <QString>
#include <QVector>
#include <functional>

#include "core/study/exhibit.h"

class QWidget;

// The registry, in the order of the default board: a member is a file that defines its function, and a word here.
#define STEPZERO_FIGURES(figure)                                                                                       \
    figure(signal) figure(correlation) figure(compare) figure(weights) figure(gradients) figure(activations)           \
        figure(fractions) figure(floats) figure(rounding) figure(attention) figure(spectrum) figure(attention_map)     \
            figure(phase) figure(maps) figure(logits) figure(experts) figure(memory) figure(gates) figure(summary)     \
                figure(formula) figure(findings) figure(training) figure(boxes) figure(study_table)                    \
                    figure(study_weights) figure(study_layers) figure(study_curves) figure(study_sweep)                \
                        figure(study_bars) figure(study_boxes) figure(audit_map) figure(audit_entries)                 \
                            figure(audit_table) figure(audit_findings) figure(audit_spectrum) figure(audit_lengths)

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

/// FigureKind::create of a class of figures.
template <class Kind>
Figure* created(QWidget* parent)
{
    return new Kind(parent);
}

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

// In the language of the moment.
#define STEPZERO_DECLARE(name) FigureKind figure_##name();
STEPZERO_FIGURES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
