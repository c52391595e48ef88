// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of every figure of the program, for the board, the export command and the tests.
#pragma once

#include <QMap>
#include <QString>
#include <QVector>
#include <functional>

#include "core/study/exhibit.h"

class QWidget;

// The registry, in the order of the default board. A member is a file that defines its function, and a name here.
#define STEPZERO_FIGURES(figure)                                                                                       \
    figure(signal) figure(network) figure(correlation) figure(compare) figure(weights) figure(gradients)               \
        figure(activations) figure(fractions) figure(floats) figure(rounding) figure(attention) figure(spectrum)       \
            figure(attention_map) figure(phase) figure(maps) figure(logits) figure(experts) figure(memory)             \
                figure(gates) figure(summary) figure(formula) figure(findings) figure(training) figure(boxes)          \
                    figure(gains) figure(gain_numbers) figure(study_table) figure(study_weights) figure(study_layers)  \
                        figure(study_curves) figure(study_sweep) figure(study_bars) figure(study_boxes)                \
                            figure(audit_map) figure(audit_entries) figure(audit_table) figure(audit_findings)         \
                                figure(audit_spectrum) figure(audit_lengths) figure(capture_signal)                    \
                                    figure(capture_map) figure(capture_entries) figure(capture_findings)               \
                                        figure(capture_table) figure(capture_fractions) figure(capture_floats)         \
                                            figure(capture_attention) figure(capture_spectrum) figure(capture_steps)   \
                                                figure(capture_widths)

namespace stepzero {

class Figure;
struct NetworkKind;

/// How a report shows a figure.
enum class InReport {
    picture,
    panels,   ///< a picture with one panel per cell, which grows with their number
    table,   ///< its numbers
    section,   ///< not at all: a section has the same contents
};

struct FigureKind {
    QString id;   ///< as on the command line: "signal"
    QString title;   ///< "Signal and gradient by layer"; for networks made of blocks titleOf() says "by block"
    std::function<Figure*(QWidget*)> create;
    /// Maps each subject that the figure supports to a place on the default board: 0 to 5, row by row, left to right.
    /// Figures at the same place share it as tabs, the first in front. −1: not shown initially. A board without room
    /// for six places shows place 0 large and places 1 and 3 next to it. The others share one row of tabs.
    QMap<QString, int> places;
    QString tab = {};   ///< short name for tabs, where the title is too long
    InReport report = InReport::picture;
};

/// Implements FigureKind::create for a class of figures.
template <class Kind>
Figure* created(QWidget* parent)
{
    return new Kind(parent);
}

/// Returns the subject of an exhibit, which decides which figures apply: the kind of a network (NetworkKind), a study
/// of many experiments, a checkpoint, or a capture.
QString subjectOf(const Exhibit& exhibit);
QString subjectOf(const NetworkKind& kind);
inline const QString networkLayers = QStringLiteral("layers"), networkStream = QStringLiteral("stream"),
                     networkTokens = QStringLiteral("tokens"), manyExperiments = QStringLiteral("study"),
                     oneCheckpoint = QStringLiteral("checkpoint"), oneCapture = QStringLiteral("capture");

/// Returns the subject of two experiments side by side, whose networks have these subjects.
QString pairSubject(const QString& left, const QString& right);
QStringList pairSubjects();   ///< all that pairSubject() returns

/// Every figure of the program, in the order of the default board.
const QVector<FigureKind>& figureKinds();
/// Returns the figures of two experiments side by side: a table of their differences, and each figure of a network
/// twice. The places are 0 for the table, 1 for the figures below it, and 2 for those of the lowest row.
const QVector<FigureKind>& pairFigureKinds();
/// Returns the figures for a subject: those of pairs, or all others.
const QVector<FigureKind>& figureKindsFor(const QString& subject);
/// Returns the title of a figure when it shows this exhibit.
QString titleOf(const FigureKind& kind, const Exhibit& exhibit);
const FigureKind* findFigureKind(const QString& id);   ///< null when there is none
const FigureKind* findFigureKind(const QString& id, const Exhibit& exhibit);   ///< the figure that shows this exhibit

// These functions use the present language.
#define STEPZERO_DECLARE(name) FigureKind figure_##name();
STEPZERO_FIGURES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
