// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/table_figure.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSet>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

QString tableNumber(const Distribution& d, double value, bool exact)
{
    if (exact)
        return exactNumber(d, value);
    const double exponent = std::abs(d.log10_of(value));
    if (!std::isfinite(exponent) || exponent < 100)
        return numberOf(d, value);
    return alignedLog10(d.log10_of(value), value < 0, exponent < 1000 ? 2 : 1);
}

QString tableLog10(std::optional<double> log10, bool exact)
{
    if (!log10)
        return {};
    if (exact)
        return std::isfinite(*log10) ? exactLog10(*log10, false) : exactNumber(*log10 < 0 ? 0.0 : *log10);
    const double exponent = std::abs(*log10);
    return alignedLog10(*log10, false, !std::isfinite(exponent) || exponent < 100 ? 3 : exponent < 1000 ? 2 : 1);
}

double log10Ratio(const Distribution* a, const Distribution* b)
{
    return a && b && b->rms != 0 ? a->log10_of(a->rms) - b->log10_of(b->rms) : std::nan("");
}

QString ratioText(double log10) { return QStringLiteral("×") + tableLog10(log10, false); }

TableFigure::TableFigure(QWidget* parent) : NetworkFigure(parent), bar_(new QScrollBar(Qt::Vertical, this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(bar_, &QScrollBar::valueChanged, this, [this] { update(); });
}

void TableFigure::paint(QPainter& painter, const QSizeF& size)
{
    refresh();
    const Theme& theme = style().theme;
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    if (!study()) {
        drawWaiting(painter, size);
        return;
    }
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const Study& s = *study();
    const double edge = style().px(10), line = style().px(16);
    drawTitle(painter, size.width());
    painter.setFont(style().font());
    if (const QString why = obstacle(s); !why.isEmpty()) {
        painter.setPen(theme.faint_text);
        painter.drawText(QRectF(QPointF(0, 0), size), Qt::AlignCenter, why);
        return;
    }
    const QFontMetricsF wide(style().font());
    painter.setPen(theme.text);
    painter.drawText(
        QPointF(edge, top() - style().px(54) + wide.ascent()), headlineText(s, wide, size.width() - 2 * edge));

    painter.setFont(style().numberFont());
    const QVector<Placed> placed = placedColumns(size.width());
    painter.setPen(theme.faint_text);
    for (const Placed& p : placed) {
        const auto write = [&](double y, const QString& text) {
            painter.drawText(
                QRectF(p.from, y, p.to - p.from, line), Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
        };
        write(top() - style().px(34), p.column->over);
        write(top() - style().px(20), p.column->name);
    }
    painter.setPen(QPen(theme.faint_text, style().px(1)));
    painter.drawLine(QPointF(edge, top() - style().px(2)), QPointF(size.width() - edge, top() - style().px(2)));

    const int rows = visibleRows(size.height()), depth = s.measurement->depth();
    const int first = firstRow(rows);
    for (int row = 0; row < rows && first + row < depth; ++row) {
        const int l = first + row;
        const QRectF place(edge / 2, top() + row * rowHeight(), size.width() - edge, rowHeight());
        if (l + 1 == s.layer)
            painter.fillRect(place, theme.tint(theme.text, 0.12));
        else if (l + 1 == hovered_)
            painter.fillRect(place, theme.grid);
        painter.setPen(theme.text);
        for (const Placed& p : placed) {
            const QString text = p.column->cell(s, std::size_t(l), false);
            painter.drawText(QRectF(p.from, place.top(), p.to - p.from, place.height()),
                Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text.isEmpty() ? QStringLiteral("–") : text);
        }
    }
}

FigureTable TableFigure::table() const
{
    const auto tableOf = [this](const Study* s) {
        FigureTable table;
        if (!s || !obstacle(*s).isEmpty())
            return table;
        QVector<const TableColumn*> shown;
        for (const TableColumn& column : columns(*s))
            if (s == study().get() || !column.csv.endsWith(QLatin1String("_ratio")))   // of pins their own numbers
                shown << &column;
        for (const TableColumn* column : shown)
            table.header << (!column->csv.isEmpty()
                    ? column->csv
                    : QString(column->over.isEmpty() ? column->name : column->over + QLatin1Char('_') + column->name)
                          .replace(QStringLiteral("preact."), QStringLiteral("preactivation"))
                          .replace(QStringLiteral("σ off"), QStringLiteral("sigmas_off"))
                          .toLower());
        for (std::size_t l = 0; l < std::size_t(s->measurement->depth()); ++l) {
            QStringList row;
            for (const TableColumn* column : shown)
                row << column->cell(*s, l, true);
            table.rows << row;
        }
        return table;
    };
    return withPins(study().get(), pins(), 1, tableOf);
}

void TableFigure::setViewState(const QJsonObject& state)
{
    row_ = state.value(QStringLiteral("row")).toInt();
    bar_->setValue(row_);
}

void TableFigure::rebuild()
{
    if (!obstacle(*study()).isEmpty())
        return;
    exponents_ = needsExponents(*study());
    placeBar();
    if (study()->layer != layer_) {   // follow the chosen layer, but never scroll under the reader's hand
        layer_ = study()->layer;
        const int rows = visibleRows(height());
        if (layer_ - 1 < bar_->value())
            bar_->setValue(layer_ - 1);
        else if (layer_ > bar_->value() + rows)
            bar_->setValue(layer_ - rows);
    }
}

void TableFigure::hoverChanged(int layer)
{
    if (layer == hovered_)
        return;
    hovered_ = layer;
    update();
}

void TableFigure::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, QSizeF(bodyWidth(), height()));
    if (bar_->isVisible())
        painter.fillRect(QRect(bodyWidth(), 0, width() - bodyWidth(), height()), style().theme.background);
    notifyPainted();
}

void TableFigure::wheelEvent(QWheelEvent* event)
{
    bar_->setValue(bar_->value() - event->angleDelta().y() / 40);
    event->accept();
}

void TableFigure::mouseMoveEvent(QMouseEvent* event)
{
    const int layer = layerAt(event->position());
    emit layerHovered(layer);
    emit readout(layer > 0 ? layerText(*shownStudy(), layer) : QString());
}

void TableFigure::mouseReleaseEvent(QMouseEvent* event)
{
    if (const int layer = layerAt(event->position()); layer > 0 && event->button() == Qt::LeftButton)
        emit layerChosen(layer);
}

void TableFigure::leaveEvent(QEvent*)
{
    emit layerHovered(0);
    emit readout(QString());
}

int TableFigure::firstRow(int rows) const
{
    const int depth = study()->measurement->depth();
    return std::clamp(bar_->isVisible() ? bar_->value() : row_, 0, std::max(0, depth - rows));
}

int TableFigure::layerAt(const QPointF& at) const
{
    if (!shownStudy() || !obstacle(*shownStudy()).isEmpty() || at.y() < top())
        return 0;
    const int rows = visibleRows(height());
    const int layer = firstRow(rows) + int((at.y() - top()) / rowHeight()) + 1;
    return layer <= shownStudy()->measurement->depth() ? layer : 0;
}

const Pin* TableFigure::firstPin(bool blocks) const
{
    const auto first = std::find_if(
        pins().begin(), pins().end(), [blocks](const Pin& pin) { return is_layered(*pin.study) != blocks; });
    return first == pins().end() ? nullptr : &*first;
}

const QVector<TableColumn>& TableFigure::withPin(
    const QVector<TableColumn>& columns, const Pin* pin, const QVector<RatioColumn>& ratios) const
{
    constexpr int kept = 2, longest = 9;   // ranks that stay in front; letters of a name
    if (!pin)
        return columns;
    if (beside_ == *pin && plain_ == &columns)
        return withPin_;
    beside_ = *pin;
    plain_ = &columns;
    withPin_ = columns;
    for (TableColumn& column : withPin_)
        if (column.rank > kept)
            column.rank += int(ratios.size());
    const QString name = QString(pinSign(pin->style)) + QLatin1Char(' ')
        + (pin->name.size() > longest ? pin->name.left(longest - 1) + QChar(0x2026) : pin->name);
    for (const RatioColumn& ratio : ratios) {
        const auto last = std::find_if(
            withPin_.rbegin(), withPin_.rend(), [&](const TableColumn& c) { return c.over == ratio.group; });
        withPin_.insert(last.base(),
            {ratio.group + QStringLiteral(" beside"), name, ratio.rank, TableColumn::signedNumber,
                [pinned = pin->study, log10Of = ratio.log10](const Study& s, std::size_t row, bool exact) {
                    const double log10 = log10Of(s, *pinned, row);
                    return std::isnan(log10) ? QString() : exact ? tableLog10(log10, true) : ratioText(log10);
                },
                ratio.csv});
    }
    return withPin_;
}

double TableFigure::leastWidth(const TableColumn& column) const
{
    const QFontMetricsF metrics(style().numberFont());
    const QString longest = column.kind == TableColumn::count    ? QStringLiteral("00000")
        : column.kind == TableColumn::percent                    ? QStringLiteral("100.0 %")
        : column.kind == TableColumn::sigma                      ? QStringLiteral("−00.0 σ")
        : exponents_ || column.kind == TableColumn::signedNumber ? QStringLiteral("−0.00×10⁻⁰⁰")
                                                                 : QStringLiteral("0.00000");
    return std::max({metrics.horizontalAdvance(longest), metrics.horizontalAdvance(column.over),
               metrics.horizontalAdvance(column.name)})
        + style().px(8);
}

QVector<TableFigure::Placed> TableFigure::placedColumns(double width) const
{
    double left = width - style().px(20);
    QVector<const TableColumn*> byRank;
    for (const TableColumn& column : columns(*study()))
        byRank << &column;
    std::sort(
        byRank.begin(), byRank.end(), [](const TableColumn* a, const TableColumn* b) { return a->rank < b->rank; });
    QSet<const TableColumn*> shown;
    for (const TableColumn* column : byRank) {
        left -= leastWidth(*column);
        if (left < 0 && !shown.isEmpty()) {
            left += leastWidth(*column);
            break;
        }
        shown << column;
    }
    const double more = std::min(std::max(0.0, left) / double(shown.size()), style().px(40));
    QVector<Placed> placed;
    double x = style().px(10) - style().px(8);
    for (const TableColumn& column : columns(*study()))
        if (shown.contains(&column)) {
            const double to = x + leastWidth(column) + (placed.isEmpty() ? 0 : more);
            placed << Placed {&column, x, to};
            x = to;
        }
    return placed;
}

QString TableFigure::headlineText(const Study& s, const QFontMetricsF& metrics, double width) const
{
    const QVector<HeadlinePart> parts = headline(s);
    int most = 0;
    for (const HeadlinePart& part : parts)
        most = std::max(most, part.rank);
    for (;; --most) {
        QStringList shown;
        for (const HeadlinePart& part : parts)
            if (part.rank <= most)
                shown << part.text;
        const QString text = shown.join(QStringLiteral(" · "));
        if (most == 0 || metrics.horizontalAdvance(text) <= width)
            return metrics.elidedText(text, Qt::ElideRight, std::max(0.0, width));
    }
}

void TableFigure::placeBar()
{
    const int rows = visibleRows(height()), depth = study() ? study()->measurement->depth() : 0;
    bar_->setRange(0, std::max(0, depth - rows));
    bar_->setPageStep(rows);
    bar_->setVisible(depth > rows);
    const int wide = bar_->sizeHint().width();
    bar_->setGeometry(width() - wide, int(top()), wide, std::max(0, height() - int(top())));
}

QJsonObject TableFigure::viewState() const { return {{QStringLiteral("row"), bar_->value()}}; }

void TableFigure::goHome() { bar_->setValue(0); }

int TableFigure::bodyWidth() const { return bar_->isVisible() ? width() - bar_->width() : width(); }

}   // namespace stepzero
