// SPDX-License-Identifier: GPL-3.0-or-later
// What figures of many experiments share: words for lists and cells, and the looks of series of cells.
#pragma once

#include <QColor>
#include <QPair>
#include <QString>
#include <QVector>

#include "core/study/exhibit.h"
#include "core/study/grid/grid_result.h"
#include "core/study/grid/outcome.h"
#include "widgets/figures/frame/axes_figure.h"

class QPainter;

namespace stepzero {

/// The cell with an index; null while it is not computed.
const CellResult* cellOf(const GridResult& result, std::size_t index);
/// The index of the chosen cell of a study; −1 for none.
int chosenCell(const GridStudy& study);

/// A path as words: "weight" of "network.weight", "bias variance" of "network.bias.variance".
QString listName(const std::string& path);
/// The label of an axis, as mathLine() reads it: "weight variance $σ_w²$" of "network.weight.variance", else its path.
QString listLabel(const std::string& path);
/// A value of a list: "ReLU", or with its name where it would not speak for itself: "depth 50".
QString valueText(const GridAxis& axis, std::size_t value);
/// "He, depth 50"
QString cellText(const Grid& grid, std::size_t cell);
/// "He, depth 50" of all lists but one; `position` is which value of each.
QString lineText(const Grid& grid, const std::vector<std::size_t>& position, std::size_t but);
/// "7 of 12 cells"; empty when all are there.
QString partText(const GridResult& result);

/// Cells of which a figure cannot draw an outcome, which is told instead.
struct UndrawnCells {
    QVector<std::size_t> lost, zero, beyond;
    QVector<std::size_t> off {};   ///< without a place on the x axis
    bool deviations = false;   ///< whether any has a spread over replicas
    void add(const CellResult& cell, const std::optional<OutcomeValue>& value);
    /// In the label of the y axis, as notes, and in the middle of axes that are empty because of it.
    void tell(const GridResult& result, const Outcome& outcome, Frame& frame) const;
};
/// "zero: He, tanh; He, ReLU and 3 more"; empty without cells.
QString cellsNote(const QString& what, const Grid& grid, const QVector<std::size_t>& cells);

/// Every outcome, for a choice.
QVector<QPair<QString, QString>> outcomeOptions();
/// A number of an outcome, for people and for files: 10 to its power where it is a logarithm.
QString outcomeNumber(const Outcome& outcome, double value);
/// "RMS of the last output 0.835 ± 0.012 · theory 0.829 ± 0.01"
QString outcomeText(const Outcome& outcome, const OutcomeValue& value);
/// "0.012", the standard deviation of a value in the outcome's own unit.
QString outcomeDeviation(const Outcome& outcome, double value, double sd);
/// Returns how far a mark of ±1 standard deviation reaches on the outcome's axis: up to mean + sd, and on a logarithmic
/// axis down by the same factor.
double outcomeReach(const Outcome& outcome, double sd);
/// The paths of all lists, and the labels of a cell in each: what tables begin with.
QStringList pathsOf(const Grid& grid);
QStringList labelsOf(const CellResult& cell);
/// "He, depth 50 · RMS of the last output 0.835 …", or the name alone while there is no value.
QString cellOutcomeText(const GridResult& result, std::size_t cell, const Outcome& outcome);
/// A row a cell: its labels, the outcome, its standard deviation, theory, and the one of theory.
FigureTable outcomeTable(const GridResult& result, const Outcome& outcome);

/// One of several series of cells: the first eight have the colours, marks and dashes of pins (pins.h), later ones
/// colours along viridis.
struct SeriesLook {
    int style = 0;   ///< see pinLook()
    QColor color;
    bool named = true;   ///< a legend has room for it
};
constexpr int most_named_series = 8;
SeriesLook seriesLook(int series, int count, const Theme& theme);
/// The mark of a series' points.
void drawMark(QPainter& painter, const QPointF& at, const SeriesLook& look, const Style& style);

/// Words below an x axis at 0, 1, 2 …, each as wide as its place, some left out where there are many.
void drawWords(QPainter& painter, const Canvas& canvas, const QStringList& words, const Style& style);
Ticks noTicks(const Range& range, int most);

/// The scale of an outcome's axis.
Scale outcomeScale(const Outcome& outcome);
/// The colour of an outcome where there is one series: that of the signal, the gradient or the weights.
QColor outcomeColor(const Outcome& outcome, const Theme& theme);

}   // namespace stepzero
