// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a study's cells as text in rows and columns, in the order of one of them.
#pragma once

#include <QString>
#include <QVector>
#include <functional>
#include <memory>
#include <vector>

#include "core/study/grid/grid_result.h"
#include "widgets/figures/frame/figure.h"

namespace stepzero {

enum class SheetLayout {
    cells,   ///< a row a cell
    pivot,   ///< a row for every combination of all lists but the last, whose values are columns
};

/// What a column says of a cell. `cell` is null while it is not computed; only words need none.
struct SheetColumn {
    enum class Kind { words, number, grade, pivoted };
    QString id;   ///< names it in a view state
    QString over, name;   ///< two lines of the header
    int rank = 0;   ///< where there is no room for all columns, the highest rank goes first
    Kind kind = Kind::number;
    int place = 0;   ///< which cell of a row
    QString widest {};   ///< as wide as what stands in the column
    std::function<QString(std::size_t index, const CellResult* cell, bool exact)> text;   ///< empty: nothing to say
    std::function<double(std::size_t index, const CellResult* cell)> rank_of;   ///< to sort by; NaN: missing
};

struct SheetSort {
    QString column;   ///< its id; empty: the study's own order
    bool descending = false;
    bool operator==(const SheetSort&) const = default;
};

struct Sheet {
    std::shared_ptr<const GridResult> result;
    bool graded = false;   ///< isGraded() of the study
    QVector<SheetColumn> columns;
    QVector<std::vector<std::size_t>> rows;   ///< the cells of each, one a place

    std::size_t cellAt(int row, int column) const { return rows[row][std::size_t(columns[column].place)]; }
    QString text(int row, int column, bool exact) const;
    /// gradeOf() what stands there; empty while it is not computed.
    QString grade(int row, int column) const;
};

/// Rows in the order of `sort`, in which equal ones keep the study's order and missing ones come last.
Sheet sheetOf(std::shared_ptr<const GridResult> result, SheetLayout layout, const SheetSort& sort);
/// With every digit, and grades in columns of their own.
FigureTable tableOf(const Sheet& sheet);

/// "high", "medium" or "low" (core/exchange/result.h); empty where the std is not finite.
QString gradeOf(const CellResult& cell);
/// The grade in the present language.
QString gradeText(const QString& grade);
/// Whether a study is the table of the course notes that has those grades: schemes of the weights under activations.
/// Elsewhere severities judge a network, and a grade of one number beside them would contradict them.
bool isGraded(const Grid& grid);

}   // namespace stepzero
