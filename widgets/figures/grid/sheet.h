// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a study's cells as text in rows and columns, sorted by one column.
#pragma once

#include <QString>
#include <QVector>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/exchange/result.h"
#include "core/study/grid/grid_result.h"
#include "widgets/figures/frame/figure.h"

namespace stepzero {

enum class SheetLayout {
    cells,   ///< one row per cell
    pivot,   ///< one row for every combination of all lists but the last, whose values are columns
};

/// The content of a column for a cell. `cell` is null while it is not computed; words do not need it.
struct SheetColumn {
    enum class Kind { words, number, grade, pivoted };
    QString id;   ///< identifies the column in a view state
    QString over, name;   ///< two lines of the header
    int rank = 0;   ///< columns of the highest rank are left out first when not all fit
    Kind kind = Kind::number;
    bool ofRms = false;   ///< the last RMS: files have its log10 and its standard deviation
    int place = 0;   ///< index of the cell in its row
    QString widest {};   ///< the widest text of the column, which determines its width
    std::function<QString(std::size_t index, const CellResult* cell, bool exact)> text;   ///< empty: no text
    std::function<double(std::size_t index, const CellResult* cell)> rank_of;   ///< value to sort by; NaN: missing
};

struct SheetSort {
    QString column;   ///< id of the column; empty: the study's own order
    bool descending = false;
    bool operator==(const SheetSort&) const = default;
};

struct Sheet {
    std::shared_ptr<const GridResult> result;
    bool graded = false;   ///< isGraded() of the study
    QVector<SheetColumn> columns;
    QVector<std::vector<std::size_t>> rows;   ///< the cells of each row, one per place

    std::size_t cellAt(int row, int column) const { return rows[row][std::size_t(columns[column].place)]; }
    QString text(int row, int column, bool exact) const;
    /// Returns gradeOf() the cell at this position; absent while it is not computed.
    std::optional<StabilityGrade> grade(int row, int column) const;
};

/// Returns the rows sorted by `sort`. Equal rows keep the order of the study, and missing values come last.
Sheet sheetOf(std::shared_ptr<const GridResult> result, SheetLayout layout, const SheetSort& sort);
/// Returns the sheet with every digit, and with grades in separate columns.
FigureTable tableOf(const Sheet& sheet);

/// Returns the grade of a cell by its last std; absent when that is not finite.
std::optional<StabilityGrade> gradeOf(const CellResult& cell);
/// Returns the grade in the present language.
QString gradeText(StabilityGrade grade);
/// Returns whether a study is the table of the course notes that has these grades: weight schemes by activations.
/// Elsewhere severities judge a network, and a grade of a single number next to them would contradict them.
bool isGraded(const Grid& grid);

}   // namespace stepzero
