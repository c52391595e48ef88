// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/network_painter.h"

#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

using Fate = Level::Fate;
using Detail = NetworkLayout::Detail;

constexpr double thinnest_way = 1.2, thickest_way = 7;   // Style pixels, at the ends of the colour scale
constexpr int most_streams = 4;   // that are drawn

}   // namespace

NetworkPainter::NetworkPainter(
    const NetworkDrawing& drawing, const NetworkLayout& layout, const Style& style, bool backward, double decades)
    : d_(drawing), l_(layout), style_(style), backward_(backward), decades_(decades), stops_(diverging(style.theme))
{
}

QColor NetworkPainter::colorOf(const Level& level) const
{
    return colorAt(stops_, 0.5 + d_.shown(level, backward_) / (2 * decades_));
}

void NetworkPainter::draw(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (l_.detail == Detail::strip) {
        drawStrip(painter);
    } else {
        drawWays(painter);
        drawFates(painter);
    }
    for (const DrawnPiece& piece : l_.pieces)
        drawPiece(painter, piece);
    drawInputs(painter);
    drawShared(painter);
    drawRow(painter);
    painter.restore();
}

QRectF NetworkPainter::stepArea(int first, int last) const
{
    const double step = l_.stepWidth(d_), from = first == 0 ? l_.entrance - px(4) : l_.left + (first - 1) * step;
    return {from, l_.axis - l_.half, l_.left + last * step - from, 2 * l_.half};
}

/// One column of pixels stands for the places that fall into it.
void NetworkPainter::drawStrip(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double step = l_.stepWidth(d_);
    const int from = int(std::floor(l_.left)), to = int(std::ceil(l_.right(d_.depth))),
              last = int(d_.places.size()) - 1;
    const double branches = d_.streams > 0 ? l_.axis - l_.half - px(3) - l_.body.top() : 0;
    for (int x = from; x < to; ++x) {
        const int a = std::clamp(int((x - l_.left) / step) + 1, 1, last);
        const int b = std::clamp(int(std::ceil((x + 1 - l_.left) / step)), a, last);
        const Level level = d_.most_telling(a, b, backward_);
        const double half = std::max(px(2), l_.half * bar_length(d_, d_.places[a].width));
        if (level.fate == Fate::known)
            painter.fillRect(QRectF(x, l_.axis - half, 1, 2 * half), colorOf(level));
        // One band per branch of a block, above the stream.
        const int per_block = d_.streams > 0 ? int(d_.places[a].branches.size()) * d_.per_block : 0;
        const int first = a - (a - 1) % d_.per_block;   // the first place of the block
        for (int k = 0; k < per_block && branches > per_block * px(3); ++k) {
            const DrawnPlace& place = d_.places[std::min(last, first + k % d_.per_block)];
            const Level& written
                = place.branches[std::min<qsizetype>(k / d_.per_block, place.branches.size() - 1)].levels.of(backward_);
            const double high = branches / per_block;
            const QRectF column(x, l_.body.top() + k * high, 1, high - px(2));
            if (written.fate == Fate::known)
                painter.fillRect(column, colorOf(written));
            else if (written.fate == Fate::lost)
                painter.fillRect(column, style_.theme.warning);
            else if (written.fate == Fate::zero && x % 4 == 0)   // as hatched
                painter.fillRect(column, style_.theme.faint_text);
        }
    }
    // Blocks of equal sizes in succession share an outline.
    painter.setBrush(Qt::NoBrush);
    painter.setPen(style_.pen(style_.theme.faint_text, 1));
    for (const EqualBlocks& run : runs_of(d_)) {
        const double half = std::max(px(2), l_.half * bar_length(d_, d_.place(run.last, d_.per_block - 1).width));
        if (const double wide = (run.last - run.first + 1) * l_.slot; wide >= px(6))
            painter.drawRect(QRectF(l_.left + (run.first - 1) * l_.slot, l_.axis - half, wide, 2 * half));
    }
    drawFates(painter);
}

/// Hatches or crosses successive places where the bars are too narrow for that.
void NetworkPainter::drawFates(QPainter& painter) const
{
    const bool narrow = l_.stepWidth(d_) < px(16);
    for (int first = 1, last = 1; narrow && first < d_.places.size(); first = last + 1) {
        const Fate fate = d_.places[first].levels.of(backward_).fate;
        for (last = first; last + 1 < d_.places.size() && d_.places[last + 1].levels.of(backward_).fate == fate;)
            ++last;
        QRectF area = stepArea(first, last);
        if (area.width() < px(6))
            area = {area.center().x() - px(3), area.top(), px(6), area.height()};
        if (fate == Fate::zero)
            hatch(painter, area);
        if (fate == Fate::lost)
            cross(painter, area);
        if (fate == Fate::unknown && l_.detail == Detail::strip) {
            painter.setPen(style_.pen(style_.theme.faint_text, 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(area);
        }
    }
}

void NetworkPainter::drawWays(QPainter& painter) const
{
    const double limit = l_.half * 0.9;
    const bool crowded = d_.streams == 0 && l_.stepWidth(d_) < px(10);   // bars nearly touch
    for (int i = 1; i < (crowded ? 2 : d_.places.size()); ++i) {
        const Level& level = d_.places[backward_ ? i : i - 1].levels.of(backward_);
        drawWay(painter, level, l_.xOf(d_, i - 1), l_.xOf(d_, i), limit);
    }
    if (!d_.before.isEmpty())
        drawWay(painter, d_.places.first().levels.of(backward_), l_.entrance - px(12), l_.entrance, limit);
    if (d_.head)
        drawWay(painter, d_.places.last().levels.of(backward_), l_.xOf(d_, int(d_.places.size()) - 1),
            l_.right(d_.depth) + px(9), limit);
    for (const DrawnPiece& piece : l_.pieces)
        if (piece.what == DrawnPiece::What::branch)
            drawBranchWay(painter, piece);
}

/// Draws a line that is as thick as the signal is large. Several streams are several lines.
void NetworkPainter::drawWay(QPainter& painter, const Level& level, double from, double to, double limit) const
{
    const double share = std::clamp(0.5 + d_.shown(level, backward_) / (2 * decades_), 0.0, 1.0);
    const bool known = level.fate == Fate::known;
    const int lines = std::clamp(d_.streams, 1, most_streams);
    double thick = known ? std::lerp(thinnest_way, thickest_way, share) : 1;
    thick = std::min({thick, 2 * limit / style_.scale, 10.0 / lines});
    painter.setPen(known
            ? style_.pen(way(), thick)
            : style_.pen(style_.theme.faint_text, 1, level.fate == Fate::zero ? Qt::DotLine : Qt::DashLine));
    const double gap = px(thick + 2);
    for (int k = 0; k < lines; ++k) {
        const double y = l_.axis + (k - (lines - 1) / 2.0) * gap;
        painter.drawLine(QPointF(from, y), QPointF(to, y));
    }
}

/// Draws the way from the stream into a branch and back to its sum.
void NetworkPainter::drawBranchWay(QPainter& painter, const DrawnPiece& piece) const
{
    const DrawnPlace& place = d_.places[piece.place];
    const Level& read = backward_ ? piece.levels.gradient : d_.places[piece.place - 1].levels.signal;
    const Level& written = backward_ ? place.levels.gradient : piece.levels.signal;
    const bool above = piece.area.bottom() < l_.axis;
    const double edge = above ? piece.area.bottom() : piece.area.top();
    const auto draw = [&](const Level& level, double x) {
        const double share = std::clamp(0.5 + d_.shown(level, backward_) / (2 * decades_), 0.0, 1.0);
        painter.setPen(level.fate == Fate::known
                ? style_.pen(way(), std::min(std::lerp(thinnest_way, thickest_way, share), l_.stepWidth(d_) / px(8)))
                : style_.pen(style_.theme.faint_text, 1, level.fate == Fate::zero ? Qt::DotLine : Qt::DashLine));
        painter.drawLine(QPointF(x, edge), QPointF(x, l_.axis));
    };
    const double in = std::min(px(6), piece.area.width() / 5);
    draw(read, piece.area.left() + in);
    const double out = piece.area.right() - in;
    draw(written, out);
    if (l_.detail == Detail::parts) {   // the sum
        const double r = std::min(px(4), 0.1 * l_.stepWidth(d_));
        painter.setPen(style_.pen(style_.theme.text, 1));
        painter.setBrush(style_.theme.background);
        painter.drawEllipse(QPointF(out, l_.axis), r, r);
        painter.drawLine(QPointF(out - r, l_.axis), QPointF(out + r, l_.axis));
        painter.drawLine(QPointF(out, l_.axis - r), QPointF(out, l_.axis + r));
    }
}

void NetworkPainter::drawPiece(QPainter& painter, const DrawnPiece& piece) const
{
    using What = DrawnPiece::What;
    const bool outside = piece.what == What::before || piece.what == What::head;
    if (outside || piece.what == What::branch) {
        painter.setPen(style_.pen(style_.theme.faint_text, 1));
        painter.setBrush(style_.theme.background);
        painter.drawRoundedRect(piece.area, px(3), px(3));
        fill(painter, piece.area.adjusted(1, 1, -1, -1), piece.levels.of(backward_));
    } else {
        fill(painter, piece.area, piece.levels.of(backward_));
    }
    if (piece.norm) {   // a norm has a heavy frame
        painter.setBrush(Qt::NoBrush);
        painter.setPen(style_.pen(style_.theme.text, 1));
        painter.drawRect(piece.area);
    }
    drawName(painter, piece);
}

void NetworkPainter::fill(QPainter& painter, const QRectF& area, const Level& level) const
{
    const bool roomy = area.width() >= px(6);
    switch (level.fate) {
    case Fate::known:
        painter.fillRect(area, colorOf(level));
        if (area.width() >= px(2)) {
            painter.setPen(style_.pen(style_.theme.faint_text, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(area);
        }
        break;
    case Fate::zero:
        if (roomy)
            hatch(painter, area);
        break;
    case Fate::lost:
        if (roomy)
            cross(painter, area);
        break;
    case Fate::unknown:
        painter.setPen(style_.pen(style_.theme.faint_text, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area);
        break;
    }
}

/// Zero: lines that rise to the right.
void NetworkPainter::hatch(QPainter& painter, const QRectF& area) const
{
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.fillRect(area, style_.theme.background);
    painter.setPen(style_.pen(style_.theme.faint_text, 1));
    const double step = px(5);
    for (double t = step / 2; t < area.width() + area.height(); t += step)
        painter.drawLine(area.topLeft() + QPointF(t - area.height(), area.height()), area.topLeft() + QPointF(t, 0));
    painter.setPen(style_.pen(style_.theme.text, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.restore();
}

/// Not finite: the colour of warnings and a cross.
void NetworkPainter::cross(QPainter& painter, const QRectF& area) const
{
    painter.fillRect(area, style_.theme.tint(style_.theme.warning, 0.35));
    painter.setPen(style_.pen(style_.theme.warning, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area);
    const double r = std::min({px(6), area.width() / 2 - 1, area.height() / 2 - 1});
    painter.setPen(style_.pen(style_.theme.text, 1.6));
    const QPointF m = area.center();
    painter.drawLine(m + QPointF(-r, -r), m + QPointF(r, r));
    painter.drawLine(m + QPointF(-r, r), m + QPointF(r, -r));
}

/// Writes the name of a branch above it, or below it, and that of a box outside the blocks into it.
void NetworkPainter::drawName(QPainter& painter, const DrawnPiece& piece) const
{
    using What = DrawnPiece::What;
    const bool branch = piece.what == What::branch, outside = piece.what == What::before || piece.what == What::head;
    if (!(outside || (branch && l_.names_branches)))
        return;
    const QFont font = style_.numberFont();
    const QFontMetricsF metrics(font);
    QRectF room = piece.area.adjusted(px(2), 0, -px(2), 0);
    if (branch) {
        const double step = l_.stepWidth(d_), wide = step - px(8), high = px(14);
        const double middle = l_.left + (piece.place - 0.5) * step;
        const bool above = piece.area.bottom() < l_.axis;
        room = {middle - wide / 2, above ? piece.area.top() - high : piece.area.bottom(), wide, high};
    }
    const QString words = outside ? metrics.elidedText(piece.name, Qt::ElideRight, room.width()) : piece.name;
    if (metrics.horizontalAdvance(words) > room.width() || metrics.height() > room.height())
        return;
    painter.setFont(font);
    painter.setPen(style_.theme.text);
    painter.drawText(room, Qt::AlignCenter, words);
}

/// The row of names: the numbers of blocks, as many as there is room for.
void NetworkPainter::drawRow(QPainter& painter) const
{
    if (l_.names.isEmpty())
        return;
    const QFontMetricsF metrics(style_.numberFont());
    painter.setFont(style_.numberFont());
    painter.setPen(style_.theme.faint_text);
    const double widest = metrics.horizontalAdvance(QString::number(d_.depth)) + px(8);
    int every = 1;
    for (const int factor : {2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000})
        if (every * l_.slot < widest)
            every = factor;
    double last = l_.names.left();   // where the last number ends
    for (int block = every; block <= d_.depth; block += every) {
        const double x = d_.streams == 0 ? l_.xOf(d_, block) : l_.block(block).center().x();
        const QString number = QString::number(d_.place(block, 0).block);
        const double half = metrics.horizontalAdvance(number) / 2 + 1;
        const double middle = std::clamp(x, l_.names.left() + half, l_.names.right() - half);
        if (middle - half < last)
            continue;
        last = middle + half + px(4);
        painter.drawText(QRectF(middle - half, l_.names.top(), 2 * half, l_.names.height()),
            Qt::AlignHCenter | Qt::AlignVCenter, number);
    }
}

/// A sequence reads an input at its steps: arrows from below.
void NetworkPainter::drawInputs(QPainter& painter) const
{
    if (d_.inputs == 0 || l_.stepWidth(d_) < px(10))
        return;
    painter.setPen(style_.pen(style_.theme.faint_text, 1));
    const double tip = px(3);
    for (int i = 1; i <= std::min(d_.inputs, d_.depth); ++i) {
        const QPointF from(l_.xOf(d_, i), l_.body.bottom() - 1);
        const double end = l_.axis + l_.half * bar_length(d_, d_.places[i].width) + px(1);
        if (end + px(4) > from.y())
            continue;
        painter.drawLine(from, QPointF(from.x(), end));
        painter.drawLine(QPointF(from.x(), end), QPointF(from.x() - tip, end + tip));
        painter.drawLine(QPointF(from.x(), end), QPointF(from.x() + tip, end + tip));
    }
}

/// One set of weights for all blocks: a loop from the last to the first.
void NetworkPainter::drawShared(QPainter& painter) const
{
    if (!d_.shared || d_.depth < 2)
        return;
    const double y = l_.body.top() + 0.5, from = l_.xOf(d_, 1), to = l_.xOf(d_, d_.depth), drop = px(6), tip = px(3);
    painter.setPen(style_.pen(style_.theme.text, 1.2));
    painter.drawPolyline(QPolygonF {{to, y + drop}, {to, y}, {from, y}, {from, y + drop}});
    painter.drawPolyline(QPolygonF {{from - tip, y + drop - tip}, {from, y + drop}, {from + tip, y + drop - tip}});
}

void NetworkPainter::markChosen(QPainter& painter, int block, bool strong) const
{
    if (block < 1 || block > d_.depth)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    QRectF area = l_.block(block);
    if (area.width() < px(5))
        area = {area.center().x() - px(2.5), area.top(), px(5), area.height()};
    painter.setPen(style_.pen(style_.theme.text, strong ? 2.5 : 1.5));
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.restore();
}

void NetworkPainter::markHovered(QPainter& painter, const QRectF& area) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(style_.pen(style_.theme.text, 1));
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.restore();
}

void NetworkPainter::drawLegend(QPainter& painter, const QRectF& row, const QString& quantity) const
{
    const QFontMetricsF metrics(style_.numberFont());
    painter.save();
    painter.setFont(style_.numberFont());
    double x = row.left();
    const auto write = [&](const QString& words, double gap) {
        const double wide = metrics.horizontalAdvance(words);
        if (x + wide > row.right()) {
            x = row.right() + 1;   // nothing after it either
            return;
        }
        painter.setPen(style_.theme.text);
        painter.drawText(QRectF(x, row.top(), wide + 1, row.height()), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += wide + gap;
    };
    const double high = px(9), wide = px(96), y = row.center().y() - high / 2;
    const bool cut = decades_ >= 6;
    write(quantity, px(8));
    write((cut ? QStringLiteral("≤ ") : QString()) + powerOfTen(-decades_), px(4));
    if (x + wide < row.right()) {
        QLinearGradient gradient(QPointF(x, 0), QPointF(x + wide, 0));
        for (qsizetype i = 0; i < stops_.size(); ++i)
            gradient.setColorAt(double(i) / double(stops_.size() - 1), stops_[i]);
        painter.fillRect(QRectF(x, y, wide, high), gradient);
        painter.setPen(style_.pen(style_.theme.faint_text, 1));
        painter.drawRect(QRectF(x, y, wide, high));
        painter.drawLine(QPointF(x + wide / 2, y), QPointF(x + wide / 2, y + high));
        x += wide + px(4);
    }
    write((cut ? QStringLiteral("≥ ") : QString()) + powerOfTen(decades_), px(14));
    const auto sign = [&](Fate fate, const QString& words) {
        if (x + px(16) + metrics.horizontalAdvance(words) > row.right())
            return;
        fill(painter, QRectF(x, y, px(12), high), {fate});
        x += px(16);
        write(words, px(12));
    };
    sign(Fate::zero, QObject::tr("all zero"));
    sign(Fate::lost, QObject::tr("not finite"));
    if (std::ranges::any_of(
            d_.places, [&](const DrawnPlace& place) { return place.levels.of(backward_).fate == Fate::unknown; }))
        sign(Fate::unknown, QObject::tr("not computed"));
    painter.restore();
}

}   // namespace stepzero
