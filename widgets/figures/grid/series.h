// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that figures of many experiments share: texts for lists and cells, and the looks of series of cells.
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

/// Returns the cell with an index; null while it is not computed.
const CellResult* cellOf(const GridResult& result, std::size_t index);
/// Returns the index of the chosen cell of a study; −1 for none.
int chosenCell(const GridStudy& study);

/// Returns the path of a list as words: "weight" for "network.weight", "bias variance" for "network.bias.variance". A
/// list of constants in an expression is "c in c/sqrt(fan_in)".
QString listName(const GridAxis& list);
/// Returns the label of a list's axis in the syntax of mathLine(): "weight variance $σ_w²$" for the path
/// "network.weight.variance", or for schemes that differ in their variance. A path without a label is returned
/// unchanged.
QString listLabel(const GridAxis& list);
/// Returns the text of a list's value: "ReLU", or with its name where the value is not self-explanatory: "depth 50".
QString valueText(const GridAxis& axis, std::size_t value);
/// "He, depth 50"
QString cellText(const Grid& grid, std::size_t cell);
/// Returns "He, depth 50", the values of all lists but one. `position` has the index of the value in each list.
QString lineText(const Grid& grid, const std::vector<std::size_t>& position, std::size_t but);
/// Returns "7 of 12 cells"; empty when all cells are computed.
QString partText(const GridResult& result);

/// Cells whose outcome a figure cannot draw. The figure reports them in notes.
struct UndrawnCells {
    QVector<std::size_t> lost, zero, beyond;
    QVector<std::size_t> off {};   ///< cells without a place on the x axis
    bool deviations = false;   ///< true when any cell has a spread over replicas
    void add(const CellResult& cell, const std::optional<OutcomeValue>& value);
    /// Reports them in the label of the y axis, as notes, and in the middle of axes that are empty because of them.
    void tell(const GridResult& result, const Outcome& outcome, Frame& frame) const;
};
/// Returns "zero: He, tanh; He, ReLU and 3 more"; empty without cells.
QString cellsNote(const QString& what, const Grid& grid, const QVector<std::size_t>& cells);

/// Returns every outcome as an option of a choice.
QVector<QPair<QString, QString>> outcomeOptions();
/// Returns a number of an outcome, for people and for files. Where the outcome is a logarithm, it is 10 to that power.
QString outcomeNumber(const Outcome& outcome, double value);
/// "RMS of the last output 0.835 ± 0.012 · theory 0.829 ± 0.01"
QString outcomeText(const Outcome& outcome, const OutcomeValue& value);
/// Returns "0.012", the standard deviation of a value in the unit of the outcome.
QString outcomeDeviation(const Outcome& outcome, double value, double sd);
/// Returns how far a mark of ±1 standard deviation reaches on the outcome's axis: up to mean + sd, and on a logarithmic
/// axis down by the same factor.
double outcomeReach(const Outcome& outcome, double sd);
/// The paths of all lists, and the labels of a cell in each of them: the first columns of tables.
QStringList pathsOf(const Grid& grid);
QStringList labelsOf(const CellResult& cell);
/// Returns "He, depth 50 · RMS of the last output 0.835 …", or the name alone while there is no value.
QString cellOutcomeText(const GridResult& result, std::size_t cell, const Outcome& outcome);
/// Returns a table with one row per cell: labels, outcome, its standard deviation, theory, and the deviation of theory.
FigureTable outcomeTable(const GridResult& result, const Outcome& outcome);

/// The look of one of several series of cells. The first eight have the colours, marks and dashes of pins (pins.h),
/// later ones have colours along viridis.
struct SeriesLook {
    int style = 0;   ///< see pinLook()
    QColor color;
    bool named = true;   ///< true when the legend has room for it
};
constexpr int most_named_series = 8;
SeriesLook seriesLook(int series, int count, const Theme& theme);
/// Draws the mark of a point of a series.
void drawMark(QPainter& painter, const QPointF& at, const SeriesLook& look, const Style& style);

/// Draws words below an x axis at 0, 1, 2, …, each as wide as its place. Some are left out where there are many.
void drawWords(QPainter& painter, const Canvas& canvas, const QStringList& words, const Style& style);
Ticks noTicks(const Range& range, int most);

/// Returns the scale of an outcome's axis.
Scale outcomeScale(const Outcome& outcome);
/// Returns the colour of an outcome when there is one series: that of the signal, the gradient or the weights.
QColor outcomeColor(const Outcome& outcome, const Theme& theme);

}   // namespace stepzero
