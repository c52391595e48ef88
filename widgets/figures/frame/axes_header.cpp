// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the text above the axes of a figure and at the ends of its lines: names and notes, and how they share the
// room.
#include <QPainter>
#include <algorithm>

#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/elide.h"
#include "widgets/figures/frame/header_rows.h"
#include "widgets/figures/frame/offers.h"

namespace stepzero {

bool AxesFigure::hasDirectLabels(const QSize& size) const
{
    return size.width() >= style().px(420)
        && std::any_of(
            frame_.legend.begin(), frame_.legend.end(), [](const LegendEntry& e) { return e.end.has_value(); });
}

const AxesFigure::Header& AxesFigure::header(const QSize& size) const
{
    const int exponent = yTicks(zoomY_ ? *zoomY_ : shownY_, 4).exponent;
    const HeaderKey key {size, exponent, version_, titleShown(), off(), notes()};
    if (!(headerKey_ == key)) {
        header_ = headerFor(size, exponent);
        headerKey_ = key;
    }
    return header_;
}

constexpr double headerEdge = 10;   // in Style pixels

/// The names of the legend above the axes, and the room that they leave.
struct AxesFigure::Names {
    QVector<Written> written;
    HeaderRows free;
    int rows;
    bool complete = true;
};

/// Rows of text above the axes: title and axis label left, names and notes right. What does not fit goes one row down.
/// Text is shortened only when more rows would squeeze the axes.
AxesFigure::Header AxesFigure::headerFor(const QSize& size, int exponent) const
{
    Header h;
    h.labelRow = titleShown() ? 1 : 0;
    h.rows = (titleShown() ? 2 : 1) + (frame_.noteRow && !titleShown() ? 1 : 0);
    // Names share one row if it has room. They are shortened where that saves rows, names of pins down to their marks.
    const Names none {{}, freeRows(size, h, exponent), h.rows};
    constexpr int enough = 3;   // number of rows
    const QFontMetricsF metrics(style().font());
    QVector<double> texts;
    for (const LegendEntry& entry : frame_.legend)
        texts << metrics.horizontalAdvance(entry.text);
    Names names = placedNames(size, none, texts, 1e9);
    for (const double longest : {200.0, 140.0, 100.0, 70.0, 45.0, 0.0}) {
        if (names.complete && names.rows <= enough)
            break;
        const Names shorter = placedNames(size, none, texts, longest);
        if (!names.complete || shorter.rows < names.rows)
            names = shorter;
    }
    h.legend = names.written;
    h.rows = names.rows;
    placeNotes(size, names.free, h);
    return h;
}

/// Returns the room that title, axis label and colour scale leave.
HeaderRows AxesFigure::freeRows(const QSize& size, const Header& h, int exponent) const
{
    const QFontMetricsF label(style().font()), title(style().titleFont());
    const double edge = style().px(headerEdge), gap = style().px(headerGap), end = size.width() - edge;
    const int most = std::max(h.rows, std::min(5, int((size.height() - style().px(120)) / style().px(18))));
    HeaderRows rows {QVector<double>(most, edge), QVector<double>(most, end)};
    if (frame_.right > Frame().right)   // there is a colour scale, whose title is as high as the lowest row
        for (int row = h.labelRow; row < most; ++row)
            rows.right[row] = std::min(end, size.width() - style().px(frame_.right));
    if (titleShown())
        rows.left[0] = edge + title.horizontalAdvance(wholeTitle()) + gap;
    rows.left[h.labelRow] = edge + mathLine(frame_.yLabel, style().font()).width
        + (exponent == 0 ? 0 : label.horizontalAdvance(QStringLiteral(" (×10⁻³)"))) + gap;
    return rows;
}

/// Places names in reading order, aligned to the right, so that they keep their places when others come and go. `texts`
/// has the widths of their texts, which are shortened to `longest` Style pixels.
AxesFigure::Names AxesFigure::placedNames(
    const QSize& size, const Names& none, const QVector<double>& texts, double longest) const
{
    const double gap = style().px(headerGap), sign = style().px(headerMarkRoom), high = style().px(headerRowHeight);
    const auto most = int(none.free.left.size());
    const auto nameWidth = [&](int i) {
        const Range bounds = frame_.legend[i].pin < 0 ? Range {70, 1e9} : Range {0, 200};
        return sign + std::min(texts[i], style().px(std::clamp(longest, bounds.low, bounds.high)));
    };
    Names names = none;
    QVector<int> entries;
    double all = -gap;
    for (int i = 0; i < frame_.legend.size(); ++i) {
        const LegendEntry& entry = frame_.legend[i];
        if (hasDirectLabels(size) && entry.end && !isOff(entry.key))
            continue;
        entries << i;
        all += nameWidth(i) + gap;
    }
    // What does not fit into the last row is left out at its beginning.
    const std::optional<int> whole = none.free.with(all);
    qsizetype next = 0;
    for (int row = whole.value_or(0); row < most && next < entries.size(); ++row) {
        const bool last = whole || row + 1 == most;
        qsizetype after = next;
        for (double used = -gap; after < entries.size(); ++after) {
            used += gap + nameWidth(entries[after]);
            if (!last && used > names.free.room(row))
                break;
        }
        for (qsizetype at = after; at-- > next;) {
            const int i = entries[at];
            const double wide = nameWidth(i), room = std::min(wide, names.free.room(row));
            if (room < std::min(wide, frame_.legend[i].pin < 0 ? 2 * sign : sign)) {
                names.complete = false;   // a line without any text is useless
                continue;
            }
            names.written << Written {QRectF(names.free.right[row] - room, rowTop(row), room, high), i, false};
            names.free.right[row] -= room + gap;
            names.rows = std::max(names.rows, row + 1);
        }
        next = after;
    }
    return names;
}

/// Writes the notes as a caption of one row. It ends at the end of the axes, or of the figure where all of it fits only
/// there.
void AxesFigure::placeNotes(const QSize& size, HeaderRows rows, Header& h) const
{
    const double gap = style().px(headerGap), high = style().px(headerRowHeight);
    const int first = frame_.noteRow && !titleShown() ? h.labelRow + 1 : h.labelRow;
    const auto wideOf = [&](const QString& note) { return mathLine(note, style().numberFont()).width; };
    double all = -gap;
    for (const QString& note : notes())
        all += wideOf(note) + gap;
    HeaderRows aligned = rows;
    for (double& right : aligned.right)
        right = std::min(right, size.width() - style().px(roomRight(size)));
    if (aligned.room(aligned.captionRow(all, first)) >= all)
        rows = aligned;
    const int to = rows.captionRow(all, first);
    // The first notes matter most. Those that do not fit are cut from the end, which an ellipsis marks.
    double used = -gap;
    QVector<MathBox> written;
    QStringList words;
    for (const QString& note : notes()) {
        const double room = rows.room(to) - used - gap;
        const QString kept = elidedCaption(note, room, wideOf);
        const bool cut = wideOf(kept) > room;
        h.notesCut = h.notesCut || kept != note || cut;
        // A note is kept whole or left out.
        if (cut && (!written.isEmpty() || room < style().px(60))) {
            const MathBox more = mathLine(QChar(0x2026), style().numberFont());
            if (!written.isEmpty()) {
                used += gap + more.width;   // ends beyond the axes at most
                written << more;
                words << QString();
            }
            break;
        }
        written << elidedLine(kept, style().numberFont(), room);
        words << kept;
        used += gap + written.last().width;
    }
    double from = rows.right[to] - std::min(used, rows.room(to));
    for (const MathBox& text : written) {
        h.notes << qMakePair(QRectF(from, rowTop(to), text.width, high), text);
        from += text.width + gap;
        h.rows = std::max(h.rows, to + 1);
    }
    h.written = words;
}

QStringList AxesFigure::notes() const
{
    return cursorNote_.isEmpty() ? frame_.notes : QStringList {cursorNote_} + frame_.notes;
}

QString AxesFigure::shortenedAt(const QPoint& place) const
{
    if (!framed_)
        return {};
    const Canvas c = canvas(size());
    const QFontMetricsF metrics(style().font());
    for (const Written& written : legendPlaces(size(), c))
        if (const QString& name = frame_.legend[written.entry].text;
            written.place.contains(place) && metrics.horizontalAdvance(name) > nameRoom(written))
            return name;
    return place.y() < c.plot.top() && header(size()).notesCut ? notes().join('\n').remove('$') : QString();
}

QString AxesFigure::labelAt(const QPoint& place) const
{
    if (!framed_)
        return {};
    const Canvas c = canvas(size());
    const Header& head = header(size());
    const double high = style().px(16);
    for (const Written& written : legendPlaces(size(), c))
        if (written.place.contains(place))
            return frame_.legend[written.entry].pin < 0 ? frame_.legend[written.entry].text : QString();
    for (qsizetype i = 0; i < head.notes.size(); ++i)
        if (const QRectF& note = head.notes[i].first; note.contains(place))
            return captionPartAt(head.written[i], place.x() - note.left(), style().numberFont());
    const double up = mathLine(frame_.yLabel, style().font()).width;
    if (QRectF(style().px(10), rowTop(head.labelRow), up, high).contains(place))
        return captionPartAt(frame_.yLabel, place.x() - style().px(10), style().font());
    const double across = mathLine(frame_.xLabel, style().font()).width;
    const QPointF below(c.plot.center().x() - across / 2, c.plot.bottom() + style().px(frame_.tickGap + 16));
    return QRectF(below, QSizeF(across, high)).contains(place) ? frame_.xLabel : QString();
}

double AxesFigure::nameRoom(const Written& written) const
{
    return written.place.width() - (written.direct ? 0 : style().px(22)) + 1;
}

QVector<AxesFigure::Written> AxesFigure::legendPlaces(const QSize& size, const Canvas& c) const
{
    QVector<Written> places = header(size).legend;
    const double high = style().px(16);
    if (hasDirectLabels(size))
        for (int i = 0; i < frame_.legend.size(); ++i) {
            const LegendEntry& entry = frame_.legend[i];
            if (!entry.end || isOff(entry.key))
                continue;
            const double at = std::clamp(c.py(*entry.end), double(c.plot.top()), double(c.plot.bottom()));
            places.append({QRectF(c.plot.right() + style().px(8), at - high / 2,
                               size.width() - c.plot.right() - style().px(8), high),
                i, true});
        }
    // Labels at line ends are moved apart.
    std::sort(
        places.begin(), places.end(), [](const Written& a, const Written& b) { return a.place.top() < b.place.top(); });
    const auto spread = [&] {
        Written* above = nullptr;
        for (Written& written : places) {
            if (!written.direct)
                continue;
            if (above && written.place.top() < above->place.bottom())
                written.place.moveTop(above->place.bottom());
            above = &written;
        }
        return above ? above->place.bottom() - (c.plot.bottom() + high / 2) : 0;
    };
    const double excess = spread();
    if (excess > 0) {
        for (Written& written : places)
            if (written.direct)
                written.place.translate(0, -excess);
    }
    return places;
}

void AxesFigure::drawLegend(QPainter& painter, const QSize& size, const Canvas& c) const
{
    painter.setFont(style().font());
    QStringList names;
    for (const LegendEntry& entry : frame_.legend)
        names << entry.text << entry.atEnd();
    for (const Written& written : legendPlaces(size, c)) {
        const LegendEntry& entry = frame_.legend[written.entry];
        const bool off = isOff(entry.key);
        const QColor color = off ? style().theme.faint_text : entry.color;
        QRectF text = written.place;
        if (!written.direct) {
            const double middle = text.center().y(), left = text.left();
            painter.setRenderHint(QPainter::Antialiasing, entry.mark == LegendEntry::Mark::point);
            painter.setBrush(Qt::NoBrush);
            if (entry.pin >= 0)
                drawPinSample(painter, QRectF(left - style().px(2), text.top(), style().px(21), text.height()),
                    entry.pin, style(), off ? color : QColor());
            else
                switch (entry.mark) {
                case LegendEntry::Mark::area:
                    painter.setPen(pen(color, 1));
                    painter.setBrush(style().theme.tint(color, 0.35));
                    painter.drawRect(
                        QRectF(left + style().px(5), middle - style().px(5), style().px(11), style().px(10)));
                    break;
                case LegendEntry::Mark::point:
                    painter.setPen(Qt::NoPen);
                    painter.setBrush(color);
                    painter.drawEllipse(QPointF(left + style().px(9), middle), style().px(3), style().px(3));
                    break;
                default:
                    painter.setPen(pen(color, 2,
                        entry.mark == LegendEntry::Mark::dashed       ? Qt::DashLine
                            : entry.mark == LegendEntry::Mark::dotted ? Qt::DotLine
                                                                      : Qt::SolidLine));
                    painter.drawLine(QPointF(left, middle), QPointF(left + style().px(17), middle));
                    painter.drawText(
                        QRectF(left, text.top(), style().px(17), text.height()), Qt::AlignCenter, entry.sign);
                }
            text.setLeft(left + style().px(22));
        }
        // A name in the text colour is easier to read than one in its line's colour. At the end of a line it needs the
        // line's.
        const QColor ink = off ? style().theme.faint_text : written.direct ? entry.color : style().theme.text;
        QFont font = style().font();
        font.setStrikeOut(off);
        const MathBox name = mathLine(
            elidedAmong(QFontMetricsF(font), written.direct ? entry.atEnd() : entry.text, names, nameRoom(written)),
            font);
        name.draw(painter, {text.left(), text.center().y() + (name.ascent - name.descent) / 2}, ink);
    }
}

void AxesFigure::drawNotes(QPainter& painter, const QSize& size, const Canvas& c) const
{
    const bool has_label
        = offers_->isVisible() && painter.device() == &picture_;   // above its buttons, which exist only on the screen
    if (!frame_.quiet.isEmpty() && !has_label) {
        painter.setFont(style().font());
        painter.setPen(style().theme.faint_text);
        constexpr int flags = Qt::AlignCenter | Qt::TextWordWrap;
        const double air = style().px(4);   // keeps the lines of the grid out of the text
        painter.fillRect(painter.boundingRect(QRectF(c.plot), flags, frame_.quiet).adjusted(-air, 0, air, 0),
            style().theme.background);
        painter.drawText(QRectF(c.plot), flags, frame_.quiet);
    }
    const QFontMetricsF metrics(style().numberFont());
    for (const auto& [place, text] : header(size).notes)
        text.draw(painter, {place.left(), place.top() + (place.height() - metrics.height()) / 2 + metrics.ascent()},
            style().theme.text);
}

}   // namespace stepzero
