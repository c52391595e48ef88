// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/grid/panels.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QJsonArray>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

// In Style pixels.
constexpr double least_width = 112, least_height = 62;   // of a panel's axes
constexpr double strip_height = 19;   // of a panel's title
constexpr double column_gap = 16, row_gap = 8, tick_row = 20;
constexpr double edge = 10;
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
    for (std::size_t cell = 0; cell < cell_count(grid); ++cell) {
        const std::vector<std::size_t> position = cell_position(grid, cell);
        std::size_t place = 0;
        QStringList words;
        for (const std::size_t list : lists) {
            place = place * grid.axes[list].values.size() + position[list];
            words << valueText(grid.axes[list], position[list]);
        }
        Panel& panel = frame.panels[qsizetype(place)];
        if (panel.cells.empty())
            panel.title = !words.isEmpty() ? words.join(QStringLiteral(", "))
                : cell_count(grid) == 1    ? cellText(grid, cell)
                                           : QObject::tr("every cell");
        panel.cells.push_back(cell);
        panel.computed = panel.computed || cellOf(result, cell);
    }
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

PanelFigure::PanelFigure(const QString& title, QWidget* parent)
    : Figure(parent), title_(title), bar_(new QScrollBar(Qt::Vertical, this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    bar_->setVisible(false);
    connect(bar_, &QScrollBar::valueChanged, this, [this](int row) {
        row_ = row;
        stale_ = true;
        update();
        emit viewStateChanged();
    });
}

// Choices and view

void PanelFigure::addChoice(const QString& key, const Options& options)
{
    auto* group = new QActionGroup(this);
    if (!actions_.isEmpty()) {
        auto* separator = new QAction(this);
        separator->setSeparator(true);
        actions_ << separator;
    }
    for (const auto& [value, words] : options) {
        QAction* action = group->addAction(words);
        action->setData(value);
        action->setCheckable(true);
        action->setChecked(group->actions().size() == 1);
        actions_ << action;
    }
    groups_[key] = group;
    connect(group, &QActionGroup::triggered, this, &PanelFigure::changed);
}

void PanelFigure::addToggle(const QString& key, const QString& words, bool on)
{
    auto* action = new QAction(words, this);
    action->setCheckable(true);
    action->setChecked(on);
    toggles_[key] = action;
    actions_ << action;
    connect(action, &QAction::triggered, this, &PanelFigure::changed);
}

QString PanelFigure::choice(const QString& key) const { return groups_.value(key)->checkedAction()->data().toString(); }

bool PanelFigure::toggled(const QString& key) const { return toggles_.value(key)->isChecked(); }

void PanelFigure::changed()
{
    stale_ = true;
    rebuildView();
    emit viewStateChanged();
}

QJsonObject PanelFigure::viewState() const
{
    QJsonObject state;
    for (auto it = groups_.begin(); it != groups_.end(); ++it)
        state[it.key()] = choice(it.key());
    for (auto it = toggles_.begin(); it != toggles_.end(); ++it)
        state[it.key()] = it.value()->isChecked();
    if (!off_.isEmpty())
        state[QStringLiteral("off")] = QJsonArray::fromStringList(off_);
    state[QStringLiteral("row")] = row_;
    return state;
}

void PanelFigure::setViewState(const QJsonObject& state)
{
    for (auto it = groups_.begin(); it != groups_.end(); ++it)
        for (QAction* action : it.value()->actions())
            if (state.value(it.key()) == action->data().toString())
                action->setChecked(true);
    for (auto it = toggles_.begin(); it != toggles_.end(); ++it)
        if (state.contains(it.key()))
            it.value()->setChecked(state.value(it.key()).toBool());
    off_.clear();
    for (const QJsonValue value : state.value(QStringLiteral("off")).toArray())
        off_ << value.toString();
    row_ = state.value(QStringLiteral("row")).toInt();
    stale_ = true;
    rebuildView();
    placeBar();
}

void PanelFigure::goHome()
{
    row_ = 0;
    off_.clear();
    changed();
    placeBar();
}

void PanelFigure::setFrame(const PanelFrame& frame)
{
    frame_ = frame;
    framed_ = true;
}

void PanelFigure::rebuild()
{
    stale_ = true;
    framed_ = false;
    hovered_ = -1;
    frame_ = {};
    if (study()->grid)
        rebuildPanels();
    placeBar();
}

void PanelFigure::restyle()
{
    stale_ = true;
    rebuildView();
    placeBar();
}

bool PanelFigure::ownX() const
{
    return std::any_of(frame_.panels.begin(), frame_.panels.end(), [](const Panel& p) { return p.x.has_value(); });
}

bool PanelFigure::isChosen(const Panel& panel) const
{
    const int cell = chosenCell(*study());
    return cell >= 0 && std::ranges::find(panel.cells, std::size_t(cell)) != panel.cells.end();
}

std::size_t PanelFigure::cellIn(int panel, const Canvas&, const QPointF&) const
{
    const Panel& p = frame_.panels[panel];
    return isChosen(p) ? std::size_t(chosenCell(*study())) : p.cells.front();
}

// Layout

PanelFigure::Layout PanelFigure::layoutBelow(const QSize& size, int headerRows) const
{
    const auto px = [this](double pixels) { return style().px(pixels); };
    const int n = std::max(1, int(frame_.panels.size()));
    const bool own = ownX();
    Layout g;
    g.left = px(frame_.yTicks ? 54 : 14);
    const double bottom = px(own ? 24 + tick_row : 40);
    const auto remarked
        = std::any_of(frame_.panels.begin(), frame_.panels.end(), [](const Panel& p) { return !p.remarks.isEmpty(); });

    const auto measure = [&](Layout& t) {
        t.strip = px(t.trellis && !remarked ? 6 : strip_height);
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
    };

    if (!frame_.columnHeads.isEmpty() && !frame_.rowHeads.isEmpty()) {
        Layout t = g;
        t.trellis = true;
        t.columns = int(frame_.columnHeads.size());
        t.rows = int(frame_.rowHeads.size());
        measure(t);
        if (t.width >= px(least_width))
            g = t;
    }
    if (!g.trellis) {
        // As near to 3:2 as can be; every panel in sight if that can be, and few empty places.
        double best = std::numeric_limits<double>::infinity();
        Layout found = g;
        for (int columns = 1; columns <= std::min(n, 40); ++columns) {
            Layout t = g;
            t.columns = columns;
            t.rows = (n + columns - 1) / columns;
            measure(t);
            if (columns > 1 && t.width < px(least_width))
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
        g = found;
    }
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

/// Rows of words above the panels: title and axis label left, names and notes right, one row down where they find no
/// room.
PanelFigure::Header PanelFigure::header(const QSize& size, const Layout& g) const
{
    const QFontMetricsF label(style().font()), title(style().titleFont()), number(style().numberFont());
    const double gap = style().px(14), sign = style().px(22), high = style().px(16);
    const int labelRow = titleShown() ? 1 : 0, least = labelRow + 1;
    const int most = std::max(least, std::min(5, int((size.height() - style().px(150)) / style().px(18))));
    QVector<double> lefts(most, style().px(edge)), rights(most, size.width() - style().px(edge));
    if (titleShown())
        lefts[0] += title.horizontalAdvance(title_) + gap;
    lefts[labelRow] += mathLine(frame_.yLabel, style().font()).width + gap;
    Header h;
    h.rows = least;

    // In one row if one has room, else in reading order; each row ends at the right edge.
    const auto wideOf = [&](int i) { return sign + label.horizontalAdvance(frame_.legend[i].text); };
    double all = -gap;
    for (int i = 0; i < frame_.legend.size(); ++i)
        all += wideOf(i) + gap;
    int row = 0;
    while (row < most && rights[row] - lefts[row] < all)
        ++row;
    if (row == most)
        row = 0;
    for (int next = 0; next < frame_.legend.size() && row < most; ++row) {
        const double room = rights[row] - lefts[row];
        int end = next;
        double used = -gap;
        while (end < frame_.legend.size() && (used + gap + wideOf(end) <= room || (end == next && row + 1 == most))) {
            used += gap + wideOf(end);
            ++end;
        }
        double from = rights[row] - std::min(used, room);
        rights[row] = end > next ? from - gap : rights[row];
        for (; next < end; ++next) {
            const double wide = std::min(wideOf(next), room);
            if (wide > 2 * sign || wide == wideOf(next))
                h.legend << Written {QRectF(from, rowTop(row), wide, high), next};
            from += wide + gap;
            h.rows = std::max(h.rows, row + 1);
        }
    }
    QStringList notes = frame_.notes;
    const int shown = std::min(int(frame_.panels.size()) - g.first * g.columns, g.seen * g.columns);
    if (shown < frame_.panels.size())
        notes.prepend(tr("%1 to %2 of %3")
                          .arg(g.first * g.columns + 1)
                          .arg(g.first * g.columns + shown)
                          .arg(frame_.panels.size()));
    for (const QString& note : notes) {
        const double wide = number.horizontalAdvance(note);
        const auto room = [&](int i) { return rights[i] - lefts[i]; };
        int to = labelRow;
        while (to < most && room(to) < wide)
            ++to;
        if (to == most)
            for (int i = to = labelRow; i < most; ++i)
                if (room(i) > room(to))
                    to = i;
        const QString text = number.elidedText(note, Qt::ElideRight, room(to));
        const double used = number.horizontalAdvance(text);
        if (room(to) < style().px(30))
            continue;
        h.notes << qMakePair(QRectF(rights[to] - used, rowTop(to), used + 1, high), text);
        rights[to] -= used + gap;
        h.rows = std::max(h.rows, to + 1);
    }
    return h;
}

QVector<PanelFigure::Placed> PanelFigure::placed(const QSize& size) const { return placed(layoutOf(size)); }

QVector<PanelFigure::Placed> PanelFigure::placed(const Layout& g) const
{
    QVector<Placed> all;
    for (int i = g.first * g.columns; i < std::min((g.first + g.seen) * g.columns, int(frame_.panels.size())); ++i) {
        const Panel& panel = frame_.panels[i];
        const double x = g.left + (i % g.columns) * g.across, y = g.top + (i / g.columns - g.first) * g.down;
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

// Painting

QPen PanelFigure::pen(const QColor& color, double width, Qt::PenStyle line) const
{
    QPen p(color, style().px(width), line);
    p.setCapStyle(Qt::FlatCap);
    p.setJoinStyle(Qt::RoundJoin);
    return p;
}

void PanelFigure::paint(QPainter& painter, const QSizeF& size) { paintStill(painter, size); }

void PanelFigure::paintStill(QPainter& painter, const QSizeF& exactSize)
{
    refresh();
    const QSize size = exactSize.toSize();
    const Theme& theme = style().theme;
    painter.fillRect(QRectF(QPointF(0, 0), exactSize), theme.background);
    if (!study())
        return drawWaiting(painter, exactSize);
    painter.setRenderHint(QPainter::TextAntialiasing);
    if (!framed_ || frame_.panels.isEmpty()) {
        painter.setFont(style().font());
        painter.setPen(theme.faint_text);
        painter.drawText(QRectF(QPointF(0, 0), exactSize), Qt::AlignCenter, tr("one experiment, not a study of many"));
        return;
    }
    const Layout g = layoutOf(size);
    const QVector<Placed> all = placed(g);
    const bool own = ownX();
    const int last = g.first + g.seen;   // row
    for (const Placed& p : all) {
        const bool lowest = p.panel / g.columns == last - 1 || p.panel + g.columns >= frame_.panels.size();
        if (isChosen(frame_.panels[p.panel])) {
            const QRectF mark = p.whole.adjusted(-style().px(5), -style().px(1), style().px(5), style().px(3));
            painter.fillRect(mark, theme.tint(theme.text, 0.035));   // the grid is still seen on it
            painter.fillRect(QRectF(mark.topLeft(), QSizeF(mark.width(), style().px(1.5))), theme.text);
        }
        drawAxes(painter, p, g, own || lowest, frame_.yTicks && p.panel % g.columns == 0);
        drawTitle(painter, p, g);
        const Panel& panel = frame_.panels[p.panel];
        painter.setFont(style().font());
        painter.setPen(theme.faint_text);
        if (!panel.computed || !panel.quiet.isEmpty())
            painter.drawText(QRectF(p.canvas.plot), Qt::AlignCenter | Qt::TextWordWrap,
                panel.computed ? panel.quiet : QString(QChar(0x2026)));
        if (!panel.computed)
            continue;
        painter.save();
        painter.setClipRect(p.canvas.plot, Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing);
        drawPanel(painter, p.panel, p.canvas);
        painter.restore();
    }
    drawHeader(painter, size, header(size, g));
    drawHeads(painter, size, g);
}

void PanelFigure::drawAxes(QPainter& painter, const Placed& p, const Layout& g, bool withX, bool withY) const
{
    const Theme& theme = style().theme;
    const Canvas& c = p.canvas;
    Ticks xs = ticksOf(frame_.xScale, c.x, std::max(2, int(c.plot.width() / style().px(42))));
    const Ticks ys = ticksOf(frame_.yScale, c.y, std::max(3, int(c.plot.height() / style().px(28))));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.grid, style().px(1)));
    if (frame_.yTicks)
        for (const Tick& tick : ys.ticks)
            painter.drawLine(QPointF(c.plot.left(), std::round(c.py(tick.at))),
                QPointF(c.plot.right() + 1, std::round(c.py(tick.at))));
    if (frame_.xScale != Scale::count)
        for (const Tick& tick : xs.ticks)
            painter.drawLine(QPointF(std::round(c.px(tick.at)), c.plot.top()),
                QPointF(std::round(c.px(tick.at)), c.plot.bottom() + 1));
    const double base = c.plot.bottom() + 1, high = style().px(16);
    if (!frame_.yTicks)
        painter.drawLine(QPointF(c.plot.left(), base), QPointF(c.plot.right() + 1, base));

    painter.setFont(style().numberFont());
    painter.setPen(QPen(theme.faint_text, style().px(1)));
    const QFontMetricsF metrics(style().numberFont());
    if (withX) {
        // Labels keep to the room of their panel.
        const double from = c.plot.left() - style().px(column_gap / 2 - 2);
        const double to = from + g.across - style().px(4);
        double free = p.panel % g.columns == 0 ? 0 : from;
        for (const Tick& tick : xs.ticks) {
            const double x = std::round(c.px(tick.at));
            painter.drawLine(QPointF(x, base), QPointF(x, base + style().px(4)));
            const QString text = ownX() && xs.exponent != 0 ? pretty(tick.at) : tick.label;
            const double wide = metrics.horizontalAdvance(text);
            const double left = std::clamp(x - wide / 2, std::min(free, to - wide), std::max(free, to - wide));
            if (left < free || std::abs(left + wide / 2 - x) > wide / 2 + style().px(2))
                continue;
            painter.drawText(
                QRectF(left, base + style().px(4), wide, high), Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip, text);
            free = left + wide + style().px(5);
        }
    }
    if (withY)
        for (const Tick& tick : ys.ticks)
            painter.drawText(QRectF(0, c.py(tick.at) - high / 2, c.plot.left() - style().px(6), high),
                Qt::AlignRight | Qt::AlignVCenter, tick.label);
}

void PanelFigure::drawTitle(QPainter& painter, const Placed& p, const Layout& g) const
{
    const Panel& panel = frame_.panels[p.panel];
    QRectF strip(p.whole.left(), p.whole.top(), p.whole.width(), g.strip - style().px(3));
    const QFontMetricsF metrics(style().font()), small(style().numberFont());
    if (!g.trellis) {
        QFont font = style().font();
        font.setWeight(QFont::DemiBold);
        const QFontMetricsF strong(font);
        const QString title = strong.elidedText(panel.title, Qt::ElideRight, strip.width());
        painter.setFont(font);
        painter.setPen(style().theme.text);
        painter.drawText(strip, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, title);
        strip.setLeft(strip.left() + strong.horizontalAdvance(title) + style().px(8));
    }
    painter.setFont(style().numberFont());
    painter.setPen(style().theme.faint_text);
    for (const QString& remark : panel.remarks)
        if (small.horizontalAdvance(remark) <= strip.width()) {
            painter.drawText(strip, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, remark);
            break;
        }
}

void PanelFigure::drawHeads(QPainter& painter, const QSize& size, const Layout& g) const
{
    if (!g.trellis)
        return;
    QFont font = style().font();
    font.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(style().theme.text);
    const double high = style().px(strip_height);
    for (int column = 0; column < g.columns; ++column)
        painter.drawText(QRectF(g.left + column * g.across, g.top - g.strip - high, g.width, high),
            Qt::AlignHCenter | Qt::AlignVCenter,
            metrics.elidedText(frame_.columnHeads[column], Qt::ElideRight, g.width));
    const double left = g.left + (g.columns - 1) * g.across + g.width + style().px(8);
    for (int row = g.first; row < g.first + g.seen; ++row)
        painter.drawText(QRectF(left, g.top + (row - g.first) * g.down, size.width() - left, g.height),
            Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(frame_.rowHeads[row], Qt::ElideRight, size.width() - left - style().px(4)));
}

void PanelFigure::drawHeader(QPainter& painter, const QSize& size, const Header& h) const
{
    const Theme& theme = style().theme;
    const double left = style().px(edge), high = style().px(16);
    if (titleShown()) {
        painter.setFont(style().titleFont());
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(left, style().px(6), size.width() - left, style().px(18)), Qt::AlignLeft | Qt::AlignVCenter, title_);
    }
    const QFontMetricsF letters(style().font());
    const auto baseline = [&](double top) { return top + (high - letters.height()) / 2 + letters.ascent(); };
    const auto labelled = [&](const QString& words, const Ticks& ticks) {
        return mathLine(ticks.exponent == 0 ? words : words + QStringLiteral(" (×%1)").arg(powerOfTen(ticks.exponent)),
            style().font());
    };
    // The exponent depends on the range alone, not on how many ticks there are.
    const MathBox across = ownX() ? mathLine(frame_.xLabel, style().font())
                                  : labelled(frame_.xLabel, ticksOf(frame_.xScale, frame_.x, 4));
    const MathBox up = frame_.yTicks ? labelled(frame_.yLabel, ticksOf(frame_.yScale, frame_.y, 4))
                                     : mathLine(frame_.yLabel, style().font());
    up.draw(painter, {left, baseline(rowTop(titleShown() ? 1 : 0) - style().px(1))}, theme.faint_text);
    across.draw(
        painter, {(size.width() - across.width) / 2, baseline(size.height() - style().px(19))}, theme.faint_text);

    for (const auto& [place, text] : h.notes) {
        painter.setFont(style().numberFont());
        painter.setPen(theme.text);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
    for (const Written& written : h.legend) {
        const PanelName& name = frame_.legend[written.entry];
        const bool off = isOff(name.key);
        const QColor color = off ? theme.faint_text : name.color;
        const double middle = written.place.center().y(), from = written.place.left();
        painter.setBrush(Qt::NoBrush);
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (name.mark == LegendEntry::Mark::area) {
            painter.setPen(pen(color, 1));
            painter.setBrush(theme.tint(color, 0.35));
            painter.drawRect(QRectF(from + style().px(5), middle - style().px(5), style().px(11), style().px(10)));
        } else {
            painter.setPen(
                pen(color, name.width, name.mark == LegendEntry::Mark::dashed ? Qt::DashLine : Qt::SolidLine));
            painter.drawLine(QPointF(from, middle), QPointF(from + style().px(17), middle));
        }
        if (name.look) {
            SeriesLook look = *name.look;
            look.color = color;
            drawMark(painter, {from + style().px(8.5), middle}, look, style());
        }
        QFont font = style().font();
        font.setStrikeOut(off);
        painter.setFont(font);
        painter.setPen(off ? theme.faint_text : theme.text);
        const QRectF text = written.place.adjusted(style().px(22), 0, 0, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
            QFontMetricsF(font).elidedText(name.text, Qt::ElideRight, text.width() + 1));
    }
}

void PanelFigure::paintEvent(QPaintEvent*)
{
    const QSize logical(bodyWidth(), height()), pixels = logical * devicePixelRatioF();
    if (stale_ || picture_.size() != pixels) {
        if (picture_.size() != pixels) {
            picture_ = QPixmap(pixels);
            picture_.setDevicePixelRatio(devicePixelRatioF());
        }
        QPainter onto(&picture_);
        paintStill(onto, QSizeF(logical));
        stale_ = false;
    }
    QPainter painter(this);
    painter.fillRect(rect(), style().theme.background);
    painter.drawPixmap(0, 0, picture_);
    if (framed_ && hovered_ >= 0)
        for (const Placed& p : placed(logical))
            if (p.panel == hovered_) {
                painter.setPen(QPen(style().theme.faint_text, style().px(1)));
                const double y = std::round(p.canvas.plot.top() - style().px(1));
                painter.drawLine(QPointF(p.canvas.plot.left(), y), QPointF(p.canvas.plot.right() + 1, y));
            }
    notifyPainted();
}

// The pointer

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

void PanelFigure::resizeEvent(QResizeEvent*) { placeBar(); }

void PanelFigure::wheelEvent(QWheelEvent* event)
{
    if (!bar_->isVisible())
        return event->ignore();
    constexpr int notch = 120;
    const int turned = event->angleDelta().y();
    bar_->setValue(bar_->value() - (std::abs(turned) < notch ? (turned > 0) - (turned < 0) : turned / notch));
    event->accept();
}

void PanelFigure::mouseMoveEvent(QMouseEvent* event)
{
    if (!framed_ || !shownStudy())
        return;
    const QVector<Placed> all = placed(QSize(bodyWidth(), height()));
    const Placed* p = panelAt(all, event->position());
    const int panel = p ? p->panel : -1;
    if (panel != hovered_) {
        hovered_ = panel;
        update();
    }
    emit readout(p ? readoutIn(panel, p->canvas, event->position()) : QString());
}

void PanelFigure::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !framed_ || !shownStudy())
        return event->ignore();
    if (opened_) {   // the end of a double click
        opened_ = false;
        return;
    }
    const QSize body(bodyWidth(), height());
    const Layout g = layoutOf(body);
    for (const Written& written : header(body, g).legend)
        if (written.place.contains(event->position()) && !frame_.legend[written.entry].key.isEmpty()) {
            const QString key = frame_.legend[written.entry].key;
            if (!off_.removeOne(key))
                off_ << key;
            return changed();
        }
    const QVector<Placed> all = placed(g);
    if (const Placed* p = panelAt(all, event->position())) {
        const int cell = int(cellIn(p->panel, p->canvas, event->position()));
        emit cellChosen(cell == chosenCell(*shownStudy()) ? -1 : cell);
    }
}

void PanelFigure::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !framed_ || !shownStudy())
        return event->ignore();
    const QVector<Placed> all = placed(QSize(bodyWidth(), height()));
    if (const Placed* p = panelAt(all, event->position())) {
        opened_ = true;
        emit cellOpened(int(cellIn(p->panel, p->canvas, event->position())));
    }
}

void PanelFigure::leaveEvent(QEvent*)
{
    hovered_ = -1;
    update();
    emit readout(QString());
}

void PanelFigure::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addActions(choices());
    menu.exec(event->globalPos());
}

}   // namespace stepzero
