// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the panels of small multiples, and of the text above them.
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/elide.h"
#include "widgets/figures/frame/header_rows.h"
#include "widgets/figures/grid/panels.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

// In Style pixels.
constexpr double least_width = 112, least_height = 62;   // size of a panel's axes
constexpr double row_gap = 8, tick_row = 20;
constexpr double best_aspect = 1.5;

}   // namespace

PanelFrame panelsOver(const GridResult& result, const std::vector<std::size_t>& lists)
{
    const Grid& grid = result.grid;
    std::size_t count = 1;
    for (const std::size_t list : lists)
        count *= grid.axes[list].values.size();
    PanelFrame frame;
    frame.panels.resize(qsizetype(count));
    for (Panel& panel : frame.panels)
        panel.computed = false;
    std::vector<int> places(cell_count(grid));   // the panel of each cell
    for (std::size_t cell = 0; cell < cell_count(grid); ++cell) {
        const std::vector<std::size_t> position = cell_position(grid, cell);
        std::size_t place = 0;
        for (const std::size_t list : lists)
            place = place * grid.axes[list].values.size() + position[list];
        frame.panels[qsizetype(place)].cells.push_back(cell);
        places[cell] = int(place);
    }
    for (const CellResult& cell : result.cells)
        frame.panels[places[cell.index]].computed = true;
    frame.title = [&grid, lists](const Panel& panel) {
        const std::size_t cell = panel.cells.front();
        if (lists.empty())
            return cell_count(grid) == 1 ? cellText(grid, cell) : QObject::tr("every cell");
        const std::vector<std::size_t> position = cell_position(grid, cell);
        QStringList words;
        for (const std::size_t list : lists)
            words << valueText(grid.axes[list], position[list]);
        return joinedText(words, ", ");
    };
    const auto heads = [&](std::size_t list) {
        QStringList words;
        for (std::size_t value = 0; value < grid.axes[list].values.size(); ++value)
            words << valueText(grid.axes[list], value);
        return words;
    };
    if (lists.size() == 2) {
        frame.rowHeads = heads(lists[0]);
        frame.columnHeads = heads(lists[1]);
    }
    return frame;
}

/// Sets the sizes of a layout from its numbers of columns and rows.
void PanelFigure::measure(Layout& t, const QSize& size, int headerRows) const
{
    const auto px = [this](double pixels) { return style().px(pixels); };
    const bool own = ownX();
    const double bottom = px(own ? 24 + tick_row : 40) + readoutHeight();
    t.left = px(frame_.yTicks ? 54 : 14);
    t.strip = px(t.trellis && !frame_.remarked ? 6 : strip_height);
    const double headHigh = t.trellis ? px(strip_height) : 0;
    double right = px(14);
    if (t.trellis) {
        const QFontMetricsF metrics(style().font());
        double widest = 0;
        for (const QString& head : frame_.rowHeads)
            widest = std::max(widest, metrics.horizontalAdvance(head));
        right += std::min(widest, px(90)) + px(6);
    }
    t.top = px(10 + 18 * headerRows) + headHigh + t.strip;
    const double wide = size.width() - t.left - right, high = size.height() - (t.top - t.strip) - bottom;
    const double gapDown = px(row_gap) + (own ? px(tick_row) : 0);
    t.width = (wide - (t.columns - 1) * px(column_gap)) / t.columns;
    const double least = t.strip + px(least_height) + gapDown;
    t.seen = std::clamp(int((high + gapDown) / least), 1, t.rows);
    t.height = (high + gapDown) / t.seen - gapDown - t.strip;
    t.across = t.width + px(column_gap);
    t.down = t.height + t.strip + gapDown;
}

/// Returns panels as close to 3:2 as possible, with all of them visible if possible, and few empty places.
PanelFigure::Layout PanelFigure::bestLayout(const QSize& size, int headerRows) const
{
    const int n = std::max(1, int(frame_.panels.size()));
    double best = std::numeric_limits<double>::infinity();
    Layout found;
    for (int columns = 1; columns <= std::min(n, 40); ++columns) {
        Layout t;
        t.columns = columns;
        t.rows = (n + columns - 1) / columns;
        measure(t, size, headerRows);
        if (columns > 1 && t.width < style().px(least_width))
            break;
        const double hidden = 1 - std::min(1.0, double(t.seen * columns) / n);
        const double empty = hidden > 0 ? 0 : double(t.rows * columns - n) / (t.rows * columns);
        const double odd = std::abs(std::log(std::max(1.0, t.width) / std::max(1.0, t.height) / best_aspect))
            + 2 * empty + 4 * hidden;
        if (odd < best) {
            best = odd;
            found = t;
        }
    }
    return found;
}

PanelFigure::Layout PanelFigure::layoutBelow(const QSize& size, int headerRows) const
{
    Layout g;
    if (!frame_.columnHeads.isEmpty() && !frame_.rowHeads.isEmpty()) {
        g.trellis = true;
        g.columns = int(frame_.columnHeads.size());
        g.rows = int(frame_.rowHeads.size());
        measure(g, size, headerRows);
    }
    if (!g.trellis || g.width < style().px(least_width))
        g = bestLayout(size, headerRows);
    g.width = std::max(10.0, g.width);
    g.height = std::max(10.0, g.height);
    g.first = std::clamp(row_, 0, g.rows - g.seen);
    return g;
}

PanelFigure::Layout PanelFigure::layoutOf(const QSize& size) const
{
    const Layout first = layoutBelow(size, titleShown() ? 2 : 1);
    const int rows = header(size, first).rows;
    return layoutBelow(size, rows);
}

/// Rows of text above the panels: title and axis label left, names and notes right. What does not fit goes one row
/// down.
PanelFigure::Header PanelFigure::header(const QSize& size, const Layout& g) const
{
    const QFontMetricsF title(style().titleFont());
    const double gap = style().px(headerGap);
    const int labelRow = titleShown() ? 1 : 0, least = labelRow + 1;
    const int most = std::max(least, std::min(5, int((size.height() - style().px(150)) / style().px(18))));
    HeaderRows free {QVector<double>(most, style().px(edge)), QVector<double>(most, size.width() - style().px(edge))};
    if (titleShown())
        free.left[0] += title.horizontalAdvance(shownTitle()) + gap;
    free.left[labelRow] += mathLine(frame_.yLabel, style().font()).width + gap;
    Header h;
    HeaderRows rows;
    for (const double longest : {1e9, 140.0, 100.0, 70.0}) {   // names are shortened where that saves rows
        h = {};
        h.rows = least;
        rows = free;
        placeNames(h, rows, longest);
        if (h.rows <= least + 1 && h.legend.size() == frame_.legend.size())
            break;
    }
    QStringList notes = frame_.notes;
    const int shown = std::min(int(frame_.panels.size()) - g.first * g.columns, g.seen * g.columns);
    if (shown < frame_.panels.size())
        notes.prepend(tr("%1 to %2 of %3")
                          .arg(g.first * g.columns + 1)
                          .arg(g.first * g.columns + shown)
                          .arg(frame_.panels.size()));
    for (const QString& note : notes)
        placeNote(h, rows, note);
    return h;
}

/// Places names in one row if it has room, otherwise they follow in reading order. Each row ends at the right edge.
void PanelFigure::placeNames(Header& h, HeaderRows& free, double longest) const
{
    const QFontMetricsF label(style().font());
    const double gap = style().px(headerGap), sign = style().px(headerMarkRoom), high = style().px(headerRowHeight);
    const auto most = int(free.left.size());
    const auto wideOf
        = [&](int i) { return sign + std::min(label.horizontalAdvance(frame_.legend[i].text), style().px(longest)); };
    double all = -gap;
    for (int i = 0; i < frame_.legend.size(); ++i)
        all += wideOf(i) + gap;
    int row = free.with(all).value_or(0);
    for (int next = 0; next < frame_.legend.size() && row < most; ++row) {
        const double room = free.room(row);
        int end = next;
        double used = -gap;
        while (end < frame_.legend.size() && (used + gap + wideOf(end) <= room || (end == next && row + 1 == most))) {
            used += gap + wideOf(end);
            ++end;
        }
        double from = free.right[row] - std::min(used, room);
        if (end > next)
            free.right[row] = from - gap;
        for (; next < end; ++next) {
            const double wide = std::min(wideOf(next), room);
            if (wide > 2 * sign || wide == wideOf(next))
                h.legend << Written {QRectF(from, rowTop(row), wide, high), next};
            from += wide + gap;
            h.rows = std::max(h.rows, row + 1);
        }
    }
}

void PanelFigure::placeNote(Header& h, HeaderRows& rows, const QString& note) const
{
    const QFontMetricsF number(style().numberFont());
    const int to = rows.captionRow(number.horizontalAdvance(note), titleShown() ? 1 : 0);
    const QString kept
        = elidedCaption(note, rows.room(to), [&](const QString& text) { return number.horizontalAdvance(text); });
    const QString text = number.elidedText(kept, Qt::ElideRight, rows.room(to));
    const double used = number.horizontalAdvance(text);
    if (text != note)
        h.cut << note;
    if (rows.room(to) < style().px(30))
        return;
    h.notes << qMakePair(QRectF(rows.right[to] - used, rowTop(to), used + 1, style().px(headerRowHeight)), text);
    rows.right[to] -= used + style().px(headerGap);
    h.rows = std::max(h.rows, to + 1);
}

QVector<PanelFigure::Placed> PanelFigure::placed(const QSize& size) const { return placed(layoutOf(size)); }

QVector<PanelFigure::Placed> PanelFigure::placed(const Layout& g) const
{
    QVector<Placed> all;
    for (int i = g.first * g.columns; i < std::min((g.first + g.seen) * g.columns, int(frame_.panels.size())); ++i) {
        const Panel& panel = frame_.panels[i];
        const int row = i / g.columns - g.first;
        const double x = g.left + (i % g.columns) * g.across, y = g.top + row * g.down;
        const QRect plot(qRound(x), qRound(y), int(g.width), int(g.height));
        all << Placed {i, Canvas {plot, panel.x.value_or(frame_.x), panel.y.value_or(frame_.y)},
            QRectF(plot).adjusted(0, -g.strip, 0, 0)};
    }
    return all;
}

const PanelFigure::Placed* PanelFigure::panelAt(const QVector<Placed>& all, const QPointF& place) const
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const Placed& p) { return p.whole.contains(place); });
    return found == all.end() ? nullptr : &*found;
}

int PanelFigure::bodyWidth() const { return bar_->isVisible() ? width() - bar_->width() : width(); }

void PanelFigure::placeBar()
{
    const int wide = bar_->sizeHint().width();
    Layout g;
    if (framed_ && !frame_.panels.isEmpty()) {
        g = layoutOf(size());
        if (g.seen < g.rows)
            g = layoutOf({width() - wide, height()});
    }
    const bool needed = g.seen < g.rows;
    const QSignalBlocker quiet(bar_);
    bar_->setRange(0, g.rows - g.seen);
    bar_->setPageStep(g.seen);
    bar_->setVisible(needed);
    bar_->setValue(row_);
    const int from = std::max(0, int(g.top - g.strip));
    bar_->setGeometry(width() - wide, from, wide, std::max(0, height() - from));
}

}   // namespace stepzero
