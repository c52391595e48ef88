// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/grid/panels.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/elide.h"

namespace stepzero {

PanelFigure::PanelFigure(QWidget* parent) : GridFigure(parent), bar_(new QScrollBar(Qt::Vertical, this))
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

// The view

void PanelFigure::changed()
{
    stale_ = true;
    ViewFigure::changed();
}

QJsonObject PanelFigure::viewState() const
{
    QJsonObject state = ViewFigure::viewState();
    state[QStringLiteral("row")] = row_;
    return state;
}

void PanelFigure::setViewState(const QJsonObject& state)
{
    row_ = state.value(QStringLiteral("row")).toInt();
    stale_ = true;
    ViewFigure::setViewState(state);
    placeBar();
}

void PanelFigure::goHome()
{
    row_ = 0;
    bringNamesBack();
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
    rebuildPanels();
    placeBar();
}

void PanelFigure::restyle()
{
    stale_ = true;
    rebuildView();
    placeBar();
}

QString PanelFigure::nothing() const
{
    QString why;
    for (const Panel& panel : frame_.panels) {
        if (!panel.computed || panel.quiet.isEmpty())
            return {};
        why = panel.quiet;
    }
    return why;
}

bool PanelFigure::ownX() const
{
    return std::any_of(frame_.panels.begin(), frame_.panels.end(), [](const Panel& p) { return p.x.has_value(); });
}

bool PanelFigure::isChosen(const Panel& panel) const
{
    const int cell = chosenCell(*gridStudy());
    return cell >= 0 && std::ranges::find(panel.cells, std::size_t(cell)) != panel.cells.end();
}

std::size_t PanelFigure::cellIn(int panel, const Canvas&, const QPointF&) const
{
    const Panel& p = frame_.panels[panel];
    return isChosen(p) ? std::size_t(chosenCell(*gridStudy())) : p.cells.front();
}

// Painting

void PanelFigure::paint(QPainter& painter, const QSizeF& size) { paintStill(painter, size); }

void PanelFigure::paintStill(QPainter& painter, const QSizeF& exactSize)
{
    refresh();
    const QSize size = exactSize.toSize();
    const Theme& theme = style().theme;
    painter.fillRect(QRectF(QPointF(0, 0), exactSize), theme.background);
    if (!framed_)
        return drawWaiting(painter, exactSize);
    painter.setRenderHint(QPainter::TextAntialiasing);
    const Layout g = layoutOf(size);
    const QVector<Placed> all = placed(g);
    const bool own = ownX();
    drawnPanels_ = 0;
    const int last = g.first + g.seen;   // the first row below the visible ones
    for (const Placed& p : all) {
        const bool lowest = p.panel / g.columns == last - 1 || p.panel + g.columns >= frame_.panels.size();
        if (isChosen(frame_.panels[p.panel])) {
            const QRectF mark = p.whole.adjusted(-style().px(5), -style().px(1), style().px(5), style().px(3));
            painter.fillRect(mark, theme.tint(theme.text, 0.035));   // pale, so that the grid stays visible
            painter.fillRect(QRectF(mark.topLeft(), QSizeF(mark.width(), style().px(1.5))), theme.text);
        }
        drawAxes(painter, p, g, own || lowest, frame_.yTicks && p.panel % g.columns == 0);
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
        ++drawnPanels_;
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
        // Labels stay within the area of their panel.
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

QFont PanelFigure::headFont() const
{
    QFont font = style().font();
    font.setWeight(QFont::DemiBold);
    return font;
}

QRectF PanelFigure::titleStrip(const Placed& p, const Layout& g) const
{
    return {p.whole.left(), p.whole.top(), p.whole.width(), g.strip - style().px(3)};
}

QVector<PanelFigure::Head> PanelFigure::heads(const QSize& size, const Layout& g) const
{
    const QFontMetricsF metrics(headFont());
    QVector<Head> all;
    const auto add
        = [&](const QRectF& place, double room, const QString& text, const QStringList& among, Qt::Alignment side) {
              all.append({place, text, elidedAmong(metrics, text, among, room), side | Qt::AlignVCenter});
          };
    if (!g.trellis) {
        const QVector<Placed> panels = placed(g);
        QStringList titles;
        for (const Placed& p : panels)
            titles << frame_.title(frame_.panels[p.panel]);
        for (qsizetype i = 0; i < panels.size(); ++i)
            add(titleStrip(panels[i], g), panels[i].whole.width(), titles[i], titles, Qt::AlignLeft);
        return all;
    }
    const double high = style().px(strip_height);
    for (int column = 0; column < g.columns; ++column)
        add(QRectF(g.left + column * g.across, g.top - g.strip - high, g.width, high), g.width,
            frame_.columnHeads[column], frame_.columnHeads, Qt::AlignHCenter);
    const double left = g.left + (g.columns - 1) * g.across + g.width + style().px(8);
    for (int row = g.first; row < g.first + g.seen; ++row)
        add(QRectF(left, g.top + (row - g.first) * g.down, size.width() - left, g.height),
            size.width() - left - style().px(4), frame_.rowHeads[row], frame_.rowHeads, Qt::AlignLeft);
    return all;
}

/// Draws titles, and next to each a remark where there is room.
void PanelFigure::drawHeads(QPainter& painter, const QSize& size, const Layout& g) const
{
    const QVector<Head> all = heads(size, g);
    painter.setFont(headFont());
    painter.setPen(style().theme.text);
    for (const Head& head : all)
        painter.drawText(head.place, int(head.side) | Qt::TextDontClip, head.shown);
    const QVector<Placed> panels = placed(g);
    const QFontMetricsF strong(headFont()), small(style().numberFont());
    painter.setFont(style().numberFont());
    painter.setPen(style().theme.faint_text);
    for (int i = 0; i < panels.size(); ++i) {
        QRectF strip = titleStrip(panels[i], g);
        if (!g.trellis)
            strip.setLeft(strip.left() + strong.horizontalAdvance(all[i].shown) + style().px(8));
        for (const QString& remark : remarksOf(panels[i].panel))
            if (small.horizontalAdvance(remark) <= strip.width()) {
                painter.drawText(strip, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, remark);
                break;
            }
    }
}

void PanelFigure::drawHeader(QPainter& painter, const QSize& size, const Header& h) const
{
    const Theme& theme = style().theme;
    const double left = style().px(edge), high = style().px(16);
    Figure::drawTitle(painter, size.width());
    const QFontMetricsF letters(style().font());
    const auto baseline = [&](double top) { return top + (high - letters.height()) / 2 + letters.ascent(); };
    const auto labelled = [&](const QString& words, const Ticks& ticks) {
        return mathLine(ticks.exponent == 0 ? words : words + QStringLiteral(" (×%1)").arg(powerOfTen(ticks.exponent)),
            style().font());
    };
    // The exponent depends only on the range, not on the number of ticks.
    const MathBox across = ownX() ? mathLine(frame_.xLabel, style().font())
                                  : labelled(frame_.xLabel, ticksOf(frame_.xScale, frame_.x, 4));
    const MathBox up = frame_.yTicks ? labelled(frame_.yLabel, ticksOf(frame_.yScale, frame_.y, 4))
                                     : mathLine(frame_.yLabel, style().font());
    up.draw(painter, {left, baseline(rowTop(titleShown() ? 1 : 0) - style().px(1))}, theme.faint_text);
    across.draw(painter,
        {(size.width() - across.width) / 2, baseline(size.height() - style().px(19) - readoutHeight())},
        theme.faint_text);

    for (const auto& [place, text] : h.notes) {
        painter.setFont(style().numberFont());
        painter.setPen(theme.text);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
    QStringList names;
    for (const PanelName& name : frame_.legend)
        names << name.text;
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
            elidedAmong(QFontMetricsF(font), name.text, names, text.width() + 1));
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
    drawReadout(painter, words_);
    notifyPainted();
}

}   // namespace stepzero
