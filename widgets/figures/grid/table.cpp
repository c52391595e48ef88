// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a study as a table that a click on a column sorts: the report of the course notes, for any study.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/elide.h"
#include "widgets/figures/frame/table_frame.h"
#include "widgets/figures/grid/grid_figure.h"
#include "widgets/figures/grid/series.h"
#include "widgets/figures/grid/sheet.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr double longest_label = 150;   // in Style pixels

class CellTableFigure : public GridFigure<TableFrame> {
public:
    explicit CellTableFigure(QWidget* parent) : GridFigure(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        addChoice(layout_, QStringLiteral("layout"),
            {{SheetLayout::cells, "cells", tr("Cells as rows")},
                {SheetLayout::pivot, "pivot", tr("Last parameter as columns")}});
    }

    QJsonObject viewState() const override
    {
        QJsonObject state = TableFrame::viewState();
        state[QStringLiteral("sort")] = sort_.column;
        state[QStringLiteral("descending")] = sort_.descending;
        return state;
    }

    void setViewState(const QJsonObject& state) override
    {
        sort_ = {state.value(QStringLiteral("sort")).toString(), state.value(QStringLiteral("descending")).toBool()};
        TableFrame::setViewState(state);
    }

    void goHome() override
    {
        sort_ = {};
        TableFrame::goHome();
        changed();
    }

    FigureTable table() const override
    {
        return gridStudy() ? tableOf(sheetOf(gridStudy()->result, layout_.value(), sort_)) : FigureTable();
    }

protected:
    void rebuild() override
    {
        sheet_ = sheetOf(gridStudy()->result, layout_.value(), sort_);
        counts_.clear();
        if (sheet_.graded)
            for (const CellResult& cell : gridStudy()->result->cells)
                if (const auto grade = gradeOf(cell))
                    ++counts_[*grade];
        placeBar();
        const int cell = chosenCell(*gridStudy());
        if (cell != chosen_) {   // follow the choice, but never scroll while the user reads
            chosen_ = cell;
            showRow(rowOf(cell));
        }
    }

    int rows() const override { return int(sheet_.rows.size()); }
    double gap() const override { return style().px(14); }

    QVector<TableHead> heads() const override
    {
        QVector<TableHead> heads;
        for (const SheetColumn& column : sheet_.columns)
            heads << TableHead {column.over, column.name, column.rank, leastWidth(column), isWords(column),
                heads.size() < listColumns()};
        return heads;
    }

    QString headline(const QFontMetricsF& metrics, double width) const override
    {
        const GridResult& result = *sheet_.result;
        const int all = int(cell_count(result.grid));
        QStringList parts {result.complete() ? tr("%n cell(s)", nullptr, all) : partText(result)};
        QStringList grades;
        for (const StabilityGrade grade : {StabilityGrade::high, StabilityGrade::medium, StabilityGrade::low})
            if (const int n = counts_.value(grade))
                grades << tr("%1 %2").arg(n).arg(gradeText(grade));
        if (!grades.isEmpty())
            parts << tr("stability by last std (high: 0.5 to 2, low: up to 0.1, medium: others): %1")
                         .arg(joinedText(grades, ", "));
        return metrics.elidedText(parts.join(QStringLiteral(" · ")), Qt::ElideRight, width);
    }

    void drawHead(QPainter& painter, const Placed& p, const TableHead& head) const override
    {
        const SheetColumn& column = sheet_.columns[p.column];
        const bool sorted = sort_.column == column.id;
        painter.setPen(sorted ? style().theme.text : style().theme.faint_text);
        const QFontMetricsF metrics(style().numberFont());
        // The right end of the number itself, to whose right a grade may be.
        const double to = column.kind == SheetColumn::Kind::pivoted
            ? std::max(p.to - gradeRoom(), p.from + metrics.horizontalAdvance(column.name))
            : p.to;
        const auto write = [&](double y, const QString& text, double end) {
            drawHeadLine(painter, y, metrics.elidedText(text, Qt::ElideRight, p.to - p.from + 1), p.from, end, head);
        };
        const bool pivoted = column.kind == SheetColumn::Kind::pivoted;
        write(top() - style().px(34), column.over,
            pivoted ? std::max(to, p.from + std::min(metrics.horizontalAdvance(column.over), p.to - p.from)) : to);
        write(top() - style().px(20), column.name, to);
        if (!sorted)
            return;
        const double x
            = isWords(column) ? p.from + metrics.horizontalAdvance(column.name) + style().px(7) : to + style().px(7);
        const double y = top() - style().px(12), r = style().px(3), up = sort_.descending ? 1 : -1;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(style().theme.text);
        painter.drawPolygon(QPolygonF({{x - r, y - up * r}, {x + r, y - up * r}, {x, y + up * r}}));
    }

    void drawRow(QPainter& painter, int row, const QRectF& place, const QVector<Placed>& placed) const override
    {
        const Theme& theme = style().theme;
        painter.setRenderHint(QPainter::Antialiasing, false);
        const bool pivot = layout_.is(SheetLayout::pivot);
        const int chosen = chosenCell(*gridStudy());
        const auto has = [&](int cell) {
            return cell >= 0 && std::ranges::find(sheet_.rows[row], std::size_t(cell)) != sheet_.rows[row].end();
        };
        const auto mark = [&](int cell, const QColor& color, bool line) {
            if (!has(cell))
                return;
            QRectF area = place;
            if (pivot)   // only the number of this cell
                for (const Placed& p : placed)
                    if (sheet_.columns[p.column].kind == SheetColumn::Kind::pivoted
                        && int(sheet_.cellAt(row, p.column)) == cell)
                        area = QRectF(p.from - gap() / 2, place.top(), p.to - p.from + gap(), place.height());
            painter.fillRect(area, color);
            if (line) {
                painter.setPen(QPen(theme.text, style().px(1)));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
            }
        };
        mark(hovered_, theme.grid, false);
        mark(chosen, theme.tint(theme.text, 0.12), hasFocus());
        const QFontMetricsF metrics(style().numberFont());
        for (const Placed& p : placed) {
            const SheetColumn& column = sheet_.columns[p.column];
            const QRectF field(p.from, place.top(), p.to - p.from, place.height());
            const std::size_t index = sheet_.cellAt(row, p.column);
            const CellResult* cell = cellOf(*sheet_.result, index);
            painter.setPen(theme.text);
            if (!cell && p.column >= listColumns()) {
                painter.setPen(theme.faint_text);
                painter.drawText(
                    field, (isWords(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, QStringLiteral("…"));
                continue;
            }
            if (column.kind == SheetColumn::Kind::grade) {
                drawGrade(painter, gradeOf(*cell), field);
                continue;
            }
            const QString text = column.text(index, cell, false);
            if (column.kind == SheetColumn::Kind::pivoted) {
                painter.drawText(QRectF(p.from, field.top(), p.to - gradeRoom() - p.from, field.height()),
                    Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
                if (sheet_.graded)
                    drawGrade(painter, gradeOf(*cell),
                        QRectF(p.to - gradeWidth(), field.top(), gradeWidth(), field.height()));
            } else {
                painter.drawText(field,
                    (isWords(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter | Qt::TextDontClip,
                    text.isEmpty()        ? QStringLiteral("–")
                        : isWords(column) ? elidedAmong(metrics, text, wordsIn(p.column), field.width() + 1)
                                          : text);
            }
        }
    }

    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        const int cell = cellAt(event->position());
        if (cell != hovered_) {
            hovered_ = cell;
            update();
        }
        emit readout(readoutOf(cell));
    }

    void leaveEvent(QEvent*) override
    {
        hovered_ = -1;
        update();
        emit readout(QString());
    }

    void mousePressEvent(QMouseEvent* event) override
    {
        opened_ = false;
        TableFrame::mousePressEvent(event);
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (event->button() != Qt::LeftButton || opened_)   // the release that ends a double click
            return;
        if (const int cell = cellAt(event->position()); cell >= 0)
            emit cellChosen(cell == chosenCell(*shownGridStudy()) ? -1 : cell);
        else if (const SheetColumn* column = headerAt(event->position()))
            sortBy(column->id);
    }

    void mouseDoubleClickEvent(QMouseEvent* event) override
    {
        const int cell = event->button() == Qt::LeftButton ? cellAt(event->position()) : -1;
        opened_ = cell >= 0;
        if (opened_)
            emit cellOpened(cell);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        if (!shownGridStudy() || sheet_.rows.isEmpty())
            return TableFrame::keyPressEvent(event);
        const int chosen = chosenCell(*shownGridStudy()), row = rowOf(chosen), last = int(sheet_.rows.size()) - 1;
        const int page = shownLength(height());
        const auto choose = [&](int to) {
            const int target = std::clamp(to, 0, last);
            const std::vector<std::size_t>& cells = sheet_.rows[target];
            emit cellChosen(int(cells[std::min(std::size_t(std::max(0, placeOf(chosen))), cells.size() - 1)]));
            showRow(target);
        };
        switch (event->key()) {
        case Qt::Key_Down:
            return choose(row + 1);
        case Qt::Key_Up:
            return choose(row < 0 ? last : row - 1);
        case Qt::Key_PageDown:
            return choose(std::max(0, row) + page);
        case Qt::Key_PageUp:
            return choose(std::max(0, row) - page);
        case Qt::Key_Home:
            return choose(0);
        case Qt::Key_End:
            return choose(last);
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (row >= 0 && layout_.is(SheetLayout::pivot)) {
                const int places = int(sheet_.rows[row].size());
                const int to = placeOf(chosen) + (event->key() == Qt::Key_Left ? -1 : 1);
                emit cellChosen(int(sheet_.rows[row][std::size_t(std::clamp(to, 0, places - 1))]));
                return;
            }
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (chosen >= 0) {
                emit cellOpened(chosen);
                return;
            }
            break;
        case Qt::Key_Escape:
            if (chosen >= 0) {
                emit cellChosen(-1);
                return;
            }
            break;
        default:
            break;
        }
        TableFrame::keyPressEvent(event);
    }

private:
    double dot() const { return style().px(8); }   // size of the dot of a grade

    /// The first click sorts from the smallest, the second from the largest, and the third restores the study's order.
    void sortBy(const QString& column)
    {
        if (sort_.column != column)
            sort_ = {column, false};
        else if (!sort_.descending)
            sort_.descending = true;
        else
            sort_ = {};
        changed();
    }

    void showRow(int row)
    {
        if (row >= 0)
            reveal(row, row + 1);
    }

    int rowOf(int cell) const
    {
        const auto found = std::ranges::find_if(sheet_.rows, [cell](const std::vector<std::size_t>& row) {
            return std::ranges::find(row, std::size_t(cell)) != row.end();
        });
        return cell < 0 || found == sheet_.rows.end() ? -1 : int(found - sheet_.rows.begin());
    }

    int placeOf(int cell) const
    {
        const int row = rowOf(cell);
        return row < 0 ? -1 : int(std::ranges::find(sheet_.rows[row], std::size_t(cell)) - sheet_.rows[row].begin());
    }

    int cellAt(const QPointF& at) const
    {
        const int row = rowAt(at);
        if (row < 0)
            return -1;
        const QVector<Placed> placed = placedColumns(bodyWidth());
        const auto under = std::ranges::find_if(placed, [&](const Placed& p) { return at.x() < p.to + gap() / 2; });
        return int(sheet_.cellAt(row, under == placed.end() ? placed.last().column : under->column));
    }

    const SheetColumn* headerAt(const QPointF& at) const
    {
        if (!shownGridStudy() || at.y() >= top() || at.y() < top() - style().px(36))
            return nullptr;
        for (const Placed& p : placedColumns(bodyWidth()))
            if (at.x() >= p.from - gap() / 2 && at.x() < p.to + gap() / 2)
                return &sheet_.columns[p.column];
        return nullptr;
    }

    static bool isWords(const SheetColumn& column)
    {
        return column.kind == SheetColumn::Kind::words || column.kind == SheetColumn::Kind::grade;
    }

    double gradeWidth() const
    {
        return dot() + style().px(5) + QFontMetricsF(style().numberFont()).horizontalAdvance(QStringLiteral("medium"));
    }

    /// The width of a grade after a number, with the space between them.
    double gradeRoom() const { return sheet_.graded ? gradeWidth() + style().px(8) : 0; }

    double leastWidth(const SheetColumn& column) const
    {
        const QFontMetricsF metrics(style().numberFont());
        double wide = metrics.horizontalAdvance(column.widest);
        if (column.kind == SheetColumn::Kind::words)
            wide = std::min(wide + 1, style().px(longest_label));
        if (column.kind == SheetColumn::Kind::grade)
            wide = gradeWidth();
        if (column.kind == SheetColumn::Kind::pivoted)
            wide += gradeRoom();
        return std::max({wide, std::min(metrics.horizontalAdvance(column.over), style().px(longest_label)),
            metrics.horizontalAdvance(column.name)});
    }

    void drawGrade(QPainter& painter, std::optional<StabilityGrade> grade, const QRectF& field) const
    {
        if (!grade)
            return;
        const Theme& theme = style().theme;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(grade == StabilityGrade::high ? theme.weights
                : grade == StabilityGrade::medium      ? theme.palette[1]
                                                       : theme.warning);
        painter.drawEllipse(QPointF(field.left() + dot() / 2, field.center().y()), dot() / 2, dot() / 2);
        painter.setPen(theme.text);
        painter.drawText(field.adjusted(dot() + style().px(5), 0, 0, 0),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, gradeText(*grade));
    }

    int listColumns() const
    {
        const int lists = int(sheet_.result->grid.axes.size());
        return layout_.is(SheetLayout::pivot) ? lists - 1 : lists;
    }

    /// Returns the words that determine the width of a column.
    QStringList wordsIn(int column) const
    {
        QStringList words;
        if (column < listColumns())
            for (const std::string& label : sheet_.result->grid.axes[std::size_t(column)].labels)
                words << QString::fromStdString(label);
        return words;
    }

    QString readoutOf(int index) const
    {
        if (index < 0)
            return {};
        const Grid& grid = sheet_.result->grid;
        const CellResult* cell = cellOf(*sheet_.result, std::size_t(index));
        const QString name = cellText(grid, std::size_t(index));
        if (!cell)
            return name + tr(" · not computed yet");
        QString text = tr("%1 · last std %2").arg(name, pretty(last_std(*cell)));
        if (const auto grade = sheet_.graded ? gradeOf(*cell) : std::nullopt)
            text += QStringLiteral(" · ") + tr("stability %1").arg(gradeText(*grade));
        for (const char* id : {"last_rms", "gradient_ratio"})
            if (const auto value = find_outcome(id)->of(*cell))
                text += QStringLiteral(" · ") + outcomeText(*find_outcome(id), *value);
        return text;
    }

    QScrollBar* bar_;
    SheetSort sort_;
    Sheet sheet_;   // the table of the shown study
    QMap<StabilityGrade, int> counts_;   // number of cells by grade
    int row_ = 0, chosen_ = -1, hovered_ = -1;
    bool opened_ = false;
    ChoiceOf<SheetLayout> layout_;
};

}   // namespace

FigureKind figure_study_table()
{
    return {QStringLiteral("study_table"), QObject::tr("Table of cells"), created<CellTableFigure>,
        {{manyExperiments, 0}}, QObject::tr("Table"), InReport::table};
}

}   // namespace stepzero
