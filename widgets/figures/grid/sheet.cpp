// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/grid/sheet.h"

#include <QCollator>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/words/nan.h"
#include "core/exchange/result.h"
#include "core/study/grid/axis_numbers.h"
#include "core/study/grid/cell_lines.h"
#include "core/study/grid/outcome.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/grid/series.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

const QString plainWidest = QStringLiteral("0.0000");
const QString powerWidest = QStringLiteral("0.00×10⁻⁰⁰");

const Outcome& last_rms_outcome()
{
    static const Outcome& outcome = *find_outcome("last_rms");
    return outcome;
}

/// Returns whether a number is written with a power of ten.
bool needs_power(double value)
{
    return value != 0 && std::isfinite(value) && (std::abs(value) < 1e-3 || std::abs(value) >= 1e3);
}

QString longer(const QStringList& texts)
{
    return *std::max_element(
        texts.begin(), texts.end(), [](const QString& a, const QString& b) { return a.size() < b.size(); });
}

/// Returns the rank of each label of a list: its number, or its position in natural sort order.
std::vector<double> order_of(const GridAxis& axis)
{
    if (const auto numbers = axis_numbers(axis))
        return numbers->values;
    QCollator collator(QLocale::c());
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    std::vector<std::size_t> sorted(axis.labels.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::stable_sort(sorted, [&](std::size_t a, std::size_t b) {
        return collator.compare(QString::fromStdString(axis.labels[a]), QString::fromStdString(axis.labels[b])) < 0;
    });
    std::vector<double> order(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i)
        order[sorted[i]] = double(i);
    return order;
}

SheetColumn list_column(const Grid& grid, std::size_t a)
{
    const GridAxis& axis = grid.axes[a];
    SheetColumn column;
    column.id = QString::fromStdString(axis.path);
    column.name = listName(axis);
    column.kind = axis_numbers(axis) ? SheetColumn::Kind::number : SheetColumn::Kind::words;
    QStringList labels;
    for (const std::string& label : axis.labels)
        labels << QString::fromStdString(label);
    column.widest = longer(labels);
    std::size_t step = 1;   // number of consecutive cells with the same value
    for (std::size_t inner = a + 1; inner < grid.axes.size(); ++inner)
        step *= grid.axes[inner].values.size();
    const auto value = [step, values = axis.values.size()](std::size_t index) { return index / step % values; };
    column.text = [labels, value](std::size_t index, const CellResult*, bool) { return labels[int(value(index))]; };
    column.rank_of
        = [order = order_of(axis), value](std::size_t index, const CellResult*) { return order[value(index)]; };
    return column;
}

/// A column of plain numbers.
SheetColumn number_column(const char* id, const QString& over, const QString& name, int rank, const GridResult& result,
    double (*number)(const CellResult&))
{
    SheetColumn column;
    column.id = QLatin1String(id);
    column.over = over;
    column.name = name;
    column.rank = rank;
    column.widest = std::ranges::any_of(result.cells, [number](const CellResult& c) { return needs_power(number(c)); })
        ? powerWidest
        : plainWidest;
    column.text = [number](std::size_t, const CellResult* cell, bool exact) {
        return !cell ? QString() : exact ? exactNumber(number(*cell)) : aligned(number(*cell));
    };
    column.rank_of = [number](std::size_t, const CellResult* cell) { return cell ? number(*cell) : nan; };
    return column;
}

/// A column of numbers that are known as log10.
SheetColumn log10_column(const char* id, const QString& over, const QString& name, int rank, const GridResult& result,
    std::optional<double> (*log10)(const CellResult&))
{
    SheetColumn column;
    column.id = QLatin1String(id);
    column.over = over;
    column.name = name;
    column.rank = rank;
    const bool power = std::ranges::any_of(result.cells, [log10](const CellResult& cell) {
        const auto number = log10(cell);
        return number && std::isfinite(*number) && (*number < -3 || *number >= 3);
    });
    column.widest = power ? powerWidest : plainWidest;
    column.text = [log10](std::size_t, const CellResult* cell, bool exact) {
        const auto number = cell ? log10(*cell) : std::nullopt;
        return !number ? QString() : exact ? exactNumber(*number) : alignedLog10(*number, false);
    };
    column.rank_of
        = [log10](std::size_t, const CellResult* cell) { return (cell ? log10(*cell) : std::nullopt).value_or(nan); };
    return column;
}

std::optional<double> measured_rms(const CellResult& cell)
{
    const auto value = last_rms_outcome().of(cell);
    return value ? std::optional(value->value) : std::nullopt;
}

/// "0.835 ± 0.012"
QString rms_text(const CellResult& cell)
{
    const Outcome& outcome = last_rms_outcome();
    const auto value = outcome.of(cell);
    if (!value)
        return {};
    const QString text = outcomeNumber(outcome, value->value);
    return value->sd && std::isfinite(value->value)
        ? text + QStringLiteral(" ± ") + outcomeDeviation(outcome, value->value, *value->sd)
        : text;
}

std::optional<double> predicted_rms(const CellResult& cell)
{
    const auto value = last_rms_outcome().of(cell);
    return value ? value->theory : std::nullopt;
}

/// Returns the grade as in files.
QString gradeWord(StabilityGrade grade)
{
    const std::string_view name = word(grade);
    return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

SheetColumn grade_column()
{
    SheetColumn column;
    column.id = QStringLiteral("stability");
    column.name = QObject::tr("stability");
    column.rank = 1;
    column.kind = SheetColumn::Kind::grade;
    column.text = [](std::size_t, const CellResult* cell, bool exact) {
        const auto grade = cell ? gradeOf(*cell) : std::nullopt;
        return !grade ? QString() : exact ? gradeWord(*grade) : gradeText(*grade);
    };
    column.rank_of = [](std::size_t, const CellResult* cell) {
        return cell ? double(gradeOf(*cell).value_or(StabilityGrade::low)) : nan;
    };
    return column;
}

SheetColumn rms_column(const GridResult& result)
{
    SheetColumn column = log10_column("last_rms", QObject::tr("last"), QObject::tr("RMS"), 4, result, measured_rms);
    column.ofRms = true;
    const auto plain = column.text;
    column.text = [plain](std::size_t index, const CellResult* cell, bool exact) {
        return cell && !exact ? rms_text(*cell) : plain(index, cell, exact);
    };
    if (std::ranges::any_of(
            result.cells, [](const CellResult& cell) { return cell.layers.back().output.sd.has_value(); }))
        column.widest += QStringLiteral(" ± ") + column.widest;
    return column;
}

void add_cell_columns(Sheet& sheet)
{
    const GridResult& result = *sheet.result;
    for (std::size_t a = 0; a < result.grid.axes.size(); ++a)
        sheet.columns << list_column(result.grid, a);
    const QString std = QObject::tr("std");
    if (sheet.graded)
        sheet.columns << grade_column();
    sheet.columns << number_column("last_std", QObject::tr("last"), std, 2, result, last_std)
                  << number_column("min_layer_std", QObject::tr("min"), std, 5, result, least_layer_std)
                  << number_column("max_layer_std", QObject::tr("max"), std, 5, result, most_layer_std)
                  << log10_column("log10_gradient_ratio", QObject::tr("gradient"), QObject::tr("first/last"), 3, result,
                         log10_gradient_ratio)
                  << rms_column(result)
                  << log10_column("predicted_log10_last_rms", QObject::tr("theory"), QObject::tr("last RMS"), 6, result,
                         predicted_rms);
    if (std::ranges::any_of(result.cells, [](const CellResult& cell) { return cell.training.has_value(); }))
        sheet.columns << log10_column(
            "log10_last_loss", QObject::tr("last"), QObject::tr("loss"), 0, result, [](const CellResult& cell) {
                const auto value = find_outcome("last_loss")->of(cell);
                return value ? std::optional(value->value) : std::nullopt;
            });
    for (std::size_t cell = 0; cell < cell_count(result.grid); ++cell)
        sheet.rows << std::vector {cell};
}

void add_pivot_columns(Sheet& sheet)
{
    const GridResult& result = *sheet.result;
    const std::size_t last = result.grid.axes.size() - 1;
    const GridAxis& axis = result.grid.axes[last];
    for (std::size_t a = 0; a < last; ++a)
        sheet.columns << list_column(result.grid, a);
    for (std::size_t value = 0; value < axis.values.size(); ++value) {
        SheetColumn column
            = number_column("", valueText(axis, value), QObject::tr("last std"), 1 + int(value), result, last_std);
        column.id = QString::fromStdString(axis.labels[value]);
        column.kind = SheetColumn::Kind::pivoted;
        column.place = int(value);
        sheet.columns << column;
    }
    for (const CellLine& line : cells_along(result.grid, last))
        sheet.rows << line.cells;
}

void sort_rows(Sheet& sheet, const SheetSort& sort)
{
    const auto by = std::ranges::find(sheet.columns, sort.column, &SheetColumn::id);
    if (sort.column.isEmpty() || by == sheet.columns.end())
        return;
    struct Ranked {
        double rank;
        int row;
    };
    std::vector<Ranked> order;
    for (int row = 0; row < sheet.rows.size(); ++row) {
        const std::size_t index = sheet.rows[row][std::size_t(by->place)];
        order.push_back({by->rank_of(index, cellOf(*sheet.result, index)), row});
    }
    std::ranges::stable_sort(order, [&](const Ranked& a, const Ranked& b) {
        if (std::isnan(a.rank) || std::isnan(b.rank))
            return !std::isnan(a.rank) && std::isnan(b.rank);
        return sort.descending ? a.rank > b.rank : a.rank < b.rank;
    });
    QVector<std::vector<std::size_t>> rows;
    for (const Ranked& ranked : order)
        rows << std::move(sheet.rows[ranked.row]);
    sheet.rows = rows;
}

}   // namespace

std::optional<StabilityGrade> gradeOf(const CellResult& cell)
{
    return std::isfinite(last_std(cell)) ? std::optional(stability_of(last_std(cell))) : std::nullopt;
}

QString gradeText(StabilityGrade grade)
{
    return translated(grade == StabilityGrade::high ? tr("high")
            : grade == StabilityGrade::medium       ? tr("medium")
                                                    : tr("low"));
}

bool isGraded(const Grid& grid)
{
    return grid.axes.size() == 2
        && std::ranges::all_of(std::array {"network.weight", "network.activation"},
            [&](const char* path) { return std::ranges::count(grid.axes, path, &GridAxis::path) == 1; });
}

QString Sheet::text(int row, int column, bool exact) const
{
    const std::size_t index = cellAt(row, column);
    return columns[column].text(index, cellOf(*result, index), exact);
}

std::optional<StabilityGrade> Sheet::grade(int row, int column) const
{
    const CellResult* cell = cellOf(*result, cellAt(row, column));
    return cell ? gradeOf(*cell) : std::nullopt;
}

Sheet sheetOf(std::shared_ptr<const GridResult> result, SheetLayout layout, const SheetSort& sort)
{
    const bool graded = isGraded(result->grid);
    Sheet sheet {std::move(result), graded, {}, {}};
    if (layout == SheetLayout::cells)
        add_cell_columns(sheet);
    else
        add_pivot_columns(sheet);
    sort_rows(sheet, sort);
    return sheet;
}

FigureTable tableOf(const Sheet& sheet)
{
    FigureTable table;
    const auto pivoted = [](const SheetColumn& column) { return column.kind == SheetColumn::Kind::pivoted; };
    for (const SheetColumn& column : sheet.columns) {
        table.header << (pivoted(column) ? column.id + QStringLiteral(" last_std") : column.id);
        if (pivoted(column) && sheet.graded)
            table.header << column.id + QStringLiteral(" stability");
        if (column.ofRms) {
            table.header.last() = QStringLiteral("log10_last_rms");
            table.header << QStringLiteral("log10_last_rms_sd");
        }
    }
    for (int row = 0; row < sheet.rows.size(); ++row) {
        QStringList texts;
        for (int c = 0; c < sheet.columns.size(); ++c) {
            texts << sheet.text(row, c, true);
            if (pivoted(sheet.columns[c]) && sheet.graded) {
                const auto grade = sheet.grade(row, c);
                texts << (grade ? gradeWord(*grade) : QString());
            }
            if (sheet.columns[c].ofRms) {
                const CellResult* cell = cellOf(*sheet.result, sheet.cellAt(row, c));
                const auto value = cell ? last_rms_outcome().of(*cell) : std::nullopt;
                texts << (value && value->sd ? exactNumber(*value->sd) : QString());
            }
        }
        table.rows << texts;
    }
    return table;
}

}   // namespace stepzero
