// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/sorted_table.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/number_text.h"

namespace stepzero {

namespace {

constexpr double longest_words = 260;   // in Style pixels

QString shortNumber(double value)
{
    return !std::isfinite(value) ? QString() : value == 0 ? QStringLiteral("0") : aligned(value);
}

}   // namespace

PlaceColumn wordColumn(const QString& id, const QString& name, int rank, std::function<QString(std::size_t)> text)
{
    return {id, {}, name, rank, true, std::move(text), {}};
}

PlaceColumn numberColumn(const QString& id, const QString& over, const QString& name, int rank,
    std::function<std::optional<double>(std::size_t)> value)
{
    const auto known = [value = std::move(value)](std::size_t place) { return value(place).value_or(std::nan("")); };
    return {id, over, name, rank, false, [known](std::size_t place) { return shortNumber(known(place)); }, known};
}

PlaceColumn countColumn(
    const QString& id, const QString& name, int rank, std::function<std::optional<double>(std::size_t)> count)
{
    PlaceColumn column = numberColumn(id, {}, name, rank, count);
    column.text = [count = std::move(count)](std::size_t place) {
        const auto value = count(place);
        return value ? QString::number(*value, 'f', 0) : QString();
    };
    return column;
}

QJsonObject SortedTable::viewState() const
{
    QJsonObject state = TableFrame::viewState();
    state[QStringLiteral("sort")] = sort_;
    state[QStringLiteral("descending")] = descending_;
    return state;
}

void SortedTable::setViewState(const QJsonObject& state)
{
    sort_ = state.value(QStringLiteral("sort")).toString();
    descending_ = state.value(QStringLiteral("descending")).toBool();
    TableFrame::setViewState(state);
}

void SortedTable::goHome()
{
    sort_.clear();
    descending_ = false;
    TableFrame::goHome();
    changed();
}

FigureTable SortedTable::table() const
{
    FigureTable table;
    if (!exhibit())
        return table;
    const QVector<PlaceColumn> columns = columnsOf();
    for (const PlaceColumn& column : columns)
        table.header << column.id;
    for (const std::size_t place : placesOf(columns)) {
        QStringList& row = table.rows.emplace_back();
        for (const PlaceColumn& column : columns)
            row << (!column.number ? column.text(place) : exactNumber(column.number(place)));
    }
    return table;
}

void SortedTable::rebuild()
{
    columns_ = columnsOf();
    places_ = placesOf(columns_);
    least_.clear();
    const QFontMetricsF metrics(style().numberFont());
    const std::vector<std::size_t> all = allPlaces();
    for (const PlaceColumn& column : columns_) {
        double wide
            = std::max(metrics.horizontalAdvance(column.name) + style().px(12), metrics.horizontalAdvance(column.over));
        // Measured over all rows, so that columns do not move when the filter changes.
        for (const std::size_t place : all)
            wide = std::max(wide, metrics.horizontalAdvance(column.text(place)) + 1);
        least_ << (column.words ? std::min(wide, style().px(longest_words)) : wide);
    }
    placeBar();
    if (const auto chosen = chosenPlace(); chosen != chosen_) {   // follow the choice, but never while the user reads
        chosen_ = chosen;
        if (const int row = rowOf(chosen_); row >= 0)
            reveal(row, row + 1);
    }
}

void SortedTable::restyle()
{
    rebuildView();
    TableFrame::restyle();
}

QVector<TableHead> SortedTable::heads() const
{
    QVector<TableHead> heads;
    for (qsizetype i = 0; i < columns_.size(); ++i)
        heads << TableHead {columns_[i].over, columns_[i].name, columns_[i].rank, least_[i], columns_[i].words, i == 0};
    return heads;
}

QString SortedTable::headline(const QFontMetricsF& metrics, double width) const
{
    const QString filter = filterText();
    QStringList parts {filter.isEmpty()
            ? allText(rows())
            : tr("%1 of %2 with “%3”").arg(places_.size()).arg(allPlaces().size()).arg(filter)};
    parts += remarks();
    return metrics.elidedText(parts.join(QStringLiteral(" · ")), Qt::ElideRight, width);
}

void SortedTable::drawHead(QPainter& painter, const Placed& p, const TableHead& head) const
{
    const bool sorted = columns_[p.column].id == sort_;
    painter.setPen(sorted ? style().theme.text : style().theme.faint_text);
    TableFrame::drawHead(painter, p, head);
    if (!sorted)
        return;
    const QFontMetricsF metrics(style().numberFont());
    const double x = head.words ? p.from + metrics.horizontalAdvance(head.name) + style().px(7)
                                : p.to - metrics.horizontalAdvance(head.name) - style().px(7);
    const double y = top() - style().px(12), r = style().px(3), up = descending_ ? 1 : -1;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style().theme.text);
    painter.drawPolygon(QPolygonF({{x - r, y - up * r}, {x + r, y - up * r}, {x, y + up * r}}));
}

void SortedTable::drawRow(QPainter& painter, int row, const QRectF& area, const QVector<Placed>& placed) const
{
    const Theme& theme = style().theme;
    const std::size_t place = places_[std::size_t(row)];
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (row == hovered_)
        painter.fillRect(area, theme.grid);
    if (chosenPlace() == place) {
        painter.fillRect(area, theme.tint(theme.text, 0.12));
        if (hasFocus()) {
            painter.setPen(QPen(theme.text, style().px(1)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    const QFontMetricsF metrics(style().numberFont());
    for (const Placed& p : placed) {
        const PlaceColumn& column = columns_[p.column];
        const QString text = column.text(place);
        painter.setPen(isMarked(place, column.id) ? theme.warning : theme.text);
        painter.drawText(QRectF(p.from, area.top(), p.to - p.from, area.height()),
            (column.words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter | Qt::TextDontClip,
            text.isEmpty()     ? QStringLiteral("–")
                : column.words ? metrics.elidedText(text, Qt::ElideMiddle, p.to - p.from + 1)
                               : text);
    }
}

void SortedTable::mouseMoveEvent(QMouseEvent* event)
{
    const int row = rowAt(event->position());
    if (std::exchange(hovered_, row) != row)
        update();
    emit readout(row < 0 ? QString() : readoutOf(places_[std::size_t(row)]));
}

void SortedTable::leaveEvent(QEvent*)
{
    hovered_ = -1;
    update();
    emit readout(QString());
}

void SortedTable::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const int row = rowAt(event->position()); row >= 0)
        choose(row);
    else if (const PlaceColumn* column = headerAt(event->position()))
        sortBy(column->id);
}

void SortedTable::keyPressEvent(QKeyEvent* event)
{
    const int last = rows() - 1, row = shownExhibit() ? rowOf(chosenPlace()) : -1;
    const int page = shownLength(height());
    if (last < 0)
        return TableFrame::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Down:
        return choose(std::min(row + 1, last));
    case Qt::Key_Up:
        return choose(row < 0 ? last : std::max(row - 1, 0));
    case Qt::Key_PageDown:
        return choose(std::min(std::max(0, row) + page, last));
    case Qt::Key_PageUp:
        return choose(std::max(row - page, 0));
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_End:
        return choose(last);
    default:
        return TableFrame::keyPressEvent(event);
    }
}

std::vector<std::size_t> SortedTable::placesOf(const QVector<PlaceColumn>& columns) const
{
    const QString filter = filterText();
    std::vector<std::size_t> places;
    for (const std::size_t place : allPlaces())
        if (filter.isEmpty() || std::ranges::any_of(columns, [&](const PlaceColumn& column) {
                return column.words && column.text(place).contains(filter, Qt::CaseInsensitive);
            }))
            places.push_back(place);
    const auto column = std::ranges::find(columns, sort_, &PlaceColumn::id);
    if (column == columns.end())
        return places;
    // Missing values come last in both directions.
    std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
        if (!column->number) {
            const int order = column->text(a).localeAwareCompare(column->text(b));
            return descending_ ? order > 0 : order < 0;
        }
        const double x = column->number(a), y = column->number(b);
        if (std::isnan(x) || std::isnan(y))
            return !std::isnan(x) && std::isnan(y);
        return descending_ ? x > y : x < y;
    });
    return places;
}

/// The first click sorts from the smallest, the second from the largest, and the third restores the order of the
/// file.
void SortedTable::sortBy(const QString& column)
{
    if (sort_ != column) {
        sort_ = column;
        descending_ = false;
    } else if (!descending_) {
        descending_ = true;
    } else {
        sort_.clear();
        descending_ = false;
    }
    changed();
}

const PlaceColumn* SortedTable::headerAt(const QPointF& at) const
{
    if (shownExhibit() && at.y() < top() && at.y() >= top() - style().px(36))
        for (const Placed& p : placedColumns(bodyWidth()))
            if (at.x() >= p.from - gap() / 2 && at.x() < p.to + gap() / 2)
                return &columns_[p.column];
    return nullptr;
}

int SortedTable::rowOf(const std::optional<std::size_t>& place) const
{
    const auto found = place ? std::ranges::find(places_, *place) : places_.end();
    return found == places_.end() ? -1 : int(found - places_.begin());
}

}   // namespace stepzero
