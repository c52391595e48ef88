// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/axes_figure.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QJsonArray>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <cmath>

#include "widgets/figures/frame/layer_text.h"
#include "widgets/figures/frame/pin_numbers.h"

namespace stepzero {

namespace {

QJsonArray toJson(const Range& range) { return {range.low, range.high}; }

std::optional<Range> rangeOf(const QJsonValue& value)
{
    const QJsonArray pair = value.toArray();
    if (pair.size() != 2 || !(pair[0].toDouble() < pair[1].toDouble()))
        return std::nullopt;
    return Range {pair[0].toDouble(), pair[1].toDouble()};
}

}   // namespace

AxesFigure::AxesFigure(const QString& title, QWidget* parent) : Figure(parent), title_(title)
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

// Choices

void AxesFigure::addChoice(const QString& key, const Options& options)
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
    connect(group, &QActionGroup::triggered, this, [this] {
        zoomX_.reset();   // the axes mean something else now
        zoomY_.reset();
        framed_ = false;
        changed();
    });
}

void AxesFigure::addToggle(const QString& key, const QString& words, bool on)
{
    auto* action = new QAction(words, this);
    action->setCheckable(true);
    action->setChecked(on);
    toggles_[key] = action;
    actions_ << action;
    connect(action, &QAction::triggered, this, &AxesFigure::changed);
}

QString AxesFigure::choice(const QString& key) const
{
    const QAction* action = groups_.value(key)->checkedAction();
    return action ? action->data().toString() : QString();
}

bool AxesFigure::toggled(const QString& key) const { return toggles_.value(key)->isChecked(); }

void AxesFigure::changed()
{
    stale_ = true;
    rebuildView();
    emit viewStateChanged();
}

// The view

QJsonObject AxesFigure::viewState() const
{
    QJsonObject state;
    for (auto it = groups_.begin(); it != groups_.end(); ++it)
        state[it.key()] = choice(it.key());
    for (auto it = toggles_.begin(); it != toggles_.end(); ++it)
        state[it.key()] = it.value()->isChecked();
    if (!off_.isEmpty())
        state[QStringLiteral("off")] = QJsonArray::fromStringList(off_);
    // Held axes are a zoom for whoever takes the state over: an export has to show the same axes.
    if (zoomX_ || held_)
        state[QStringLiteral("x")] = toJson(zoomX_ ? *zoomX_ : shownX_);
    if (zoomY_ || held_)
        state[QStringLiteral("y")] = toJson(zoomY_ ? *zoomY_ : shownY_);
    state[QStringLiteral("held")] = held_;
    return state;
}

void AxesFigure::setViewState(const QJsonObject& state)
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
    zoomX_ = rangeOf(state.value(QStringLiteral("x")));
    zoomY_ = rangeOf(state.value(QStringLiteral("y")));
    held_ = state.value(QStringLiteral("held")).toBool();
    framed_ = false;
    stale_ = true;
    rebuildView();
}

void AxesFigure::addPin(Frame& frame, const PinLine& line) const
{
    const QString key = QStringLiteral("pin%1").arg(line.pin.style);
    const auto& entries = frame.legend;
    if (std::none_of(entries.begin(), entries.end(), [&](const LegendEntry& e) { return e.key == key; })) {
        // In front of all others, so that those keep their places.
        const auto place
            = std::count_if(entries.begin(), entries.end(), [](const LegendEntry& e) { return e.pin >= 0; });
        const QString name
            = line.remark.isEmpty() ? line.pin.name : line.pin.name + QStringLiteral(" · ") + line.remark;
        const LegendEntry entry {key, name, style().theme.text, LegendEntry::Mark::line, std::nullopt, line.pin.style};
        frame.legend.insert(place, entry);
    }
    if (!isOff(key))
        frame.pins << line;
}

void AxesFigure::setFrame(const Frame& frame)
{
    const bool otherScale = framed_ && (frame.yScale != frame_.yScale || frame.xScale != frame_.xScale);
    if (otherScale) {
        zoomX_.reset();
        zoomY_.reset();
    }
    const bool first = !framed_ || otherScale;
    frame_ = frame;
    ++version_;
    framed_ = true;
    stale_ = true;
    if (first) {
        shownX_ = frame.xHome;
        shownY_ = frame.yHome;
    } else {
        rescale();
    }
}

void AxesFigure::rescale()
{
    if (held_)
        return;
    shownX_ = dragging_ ? shownX_.united(frame_.xHome) : frame_.xHome;
    shownY_ = dragging_ ? shownY_.united(frame_.yHome) : frame_.yHome;
}

void AxesFigure::goHome()
{
    zoomX_.reset();
    zoomY_.reset();
    shownX_ = frame_.xHome;
    shownY_ = frame_.yHome;
    stale_ = true;
    update();
    emit viewStateChanged();
}

void AxesFigure::setAxesHeld(bool held)
{
    if (held == held_)
        return;
    held_ = held;
    rescale();
    stale_ = true;
    update();
    emit viewStateChanged();
}

void AxesFigure::draggingChanged(bool dragging)
{
    dragging_ = dragging;
    if (dragging || !framed_)
        return;
    rescale();
    stale_ = true;
    update();
}

void AxesFigure::restyle()
{
    stale_ = true;
    ++version_;
    rebuildView();
}

void AxesFigure::hoverChanged(int layer)
{
    if (layer == hovered_)
        return;
    hovered_ = layer;
    update();
}

// Painting

QPen AxesFigure::pen(const QColor& color, double width, Qt::PenStyle line) const
{
    QPen p(color, style().px(width), line);
    p.setCapStyle(Qt::FlatCap);
    p.setJoinStyle(Qt::RoundJoin);
    return p;
}

Ticks AxesFigure::xTicks(const Range& range, int most) const
{
    return frame_.xTicks ? frame_.xTicks(range, most) : ticksOf(frame_.xScale, range, most);
}

Ticks AxesFigure::yTicks(const Range& range, int most) const
{
    return frame_.yTicks ? frame_.yTicks(range, most) : ticksOf(frame_.yScale, range, most, frame_.symlog);
}

bool AxesFigure::hasDirectLabels(const QSize& size) const
{
    return size.width() >= style().px(420)
        && std::any_of(
            frame_.legend.begin(), frame_.legend.end(), [](const LegendEntry& e) { return e.end.has_value(); });
}

double AxesFigure::roomRight(const QSize& size) const
{
    double right = frame_.right;
    if (hasDirectLabels(size)) {
        const QFontMetricsF metrics(style().font());
        for (const LegendEntry& entry : frame_.legend)
            if (entry.pin < 0)
                right = std::max(right, metrics.horizontalAdvance(entry.text) / style().scale + 16);
    }
    return right;
}

Canvas AxesFigure::canvas(const QSize& size) const
{
    const int left = qRound(style().px(54)), top = qRound(style().px(10 + 18 * header(size).rows)),
              bottom = qRound(style().px(40));
    const QRect plot(left, top, std::max(10, size.width() - left - qRound(style().px(roomRight(size)))),
        std::max(10, size.height() - top - bottom));
    return {plot, zoomX_ ? *zoomX_ : shownX_, zoomY_ ? *zoomY_ : shownY_};
}

const AxesFigure::Header& AxesFigure::header(const QSize& size) const
{
    const int exponent = yTicks(zoomY_ ? *zoomY_ : shownY_, 4).exponent;
    const HeaderKey key {size, exponent, version_, titleShown(), off_};
    if (!(headerKey_ == key)) {
        header_ = headerFor(size, exponent);
        headerKey_ = key;
    }
    return header_;
}

/// Rows of words above the axes: title and axis label left, names and notes right. What finds no room goes one row
/// down, and only when rows would press the axes flat it is shortened.
AxesFigure::Header AxesFigure::headerFor(const QSize& size, int exponent) const
{
    const QFontMetricsF label(style().font()), title(style().titleFont());
    const double edge = style().px(10), gap = style().px(14), sign = style().px(22), high = style().px(16);
    const double end = size.width() - edge;
    const int least = (titleShown() ? 2 : 1) + (frame_.noteRow && !titleShown() ? 1 : 0);
    const int most = std::max(least, std::min(5, int((size.height() - style().px(120)) / style().px(18))));
    Header h;
    h.labelRow = titleShown() ? 1 : 0;
    QVector<double> lefts(most, edge), rights(most, end);   // what is free of each row
    if (frame_.right > Frame().right)   // a colour scale, whose title is as high as the lowest row
        for (int row = h.labelRow; row < most; ++row)
            rights[row] = std::min(end, size.width() - style().px(frame_.right));
    if (titleShown())
        lefts[0] = edge + title.horizontalAdvance(this->title()) + gap;
    lefts[h.labelRow] = edge + mathLine(frame_.yLabel, style().font()).width
        + (exponent == 0 ? 0 : label.horizontalAdvance(QStringLiteral(" (×10⁻³)"))) + gap;
    h.rows = least;

    // Names from the right, so that they keep their places when others come and go. All in one row, if one has room.
    // Those of pins are shortened where that saves rows, down to their marks.
    struct Names {
        QVector<Written> written;
        QVector<double> rights;
        int rows;
        bool complete = true;
    };
    const auto placed = [&](double longest) {
        const auto wideOf = [&](int i) {
            const LegendEntry& entry = frame_.legend[i];
            const double wide = label.horizontalAdvance(entry.text);
            return sign + (entry.pin < 0 ? wide : std::min(wide, style().px(longest)));
        };
        Names names {{}, rights, h.rows};
        QVector<int> entries;
        double all = -gap;
        for (int i = int(frame_.legend.size()) - 1; i >= 0; --i) {
            const LegendEntry& entry = frame_.legend[i];
            if (hasDirectLabels(size) && entry.end && !isOff(entry.key))
                continue;
            entries << i;
            all += wideOf(i) + gap;
        }
        int row = 0;
        while (row < most && names.rights[row] - lefts[row] < all)
            ++row;
        const bool wrapped = row == most;
        if (wrapped)
            row = 0;
        for (const int i : entries) {
            const double wide = wideOf(i);
            while (wrapped && row + 1 < most && names.rights[row] - lefts[row] < wide)
                ++row;
            const double room = std::min(wide, names.rights[row] - lefts[row]);
            if (room < std::min(wide, frame_.legend[i].pin < 0 ? 2 * sign : sign)) {
                names.complete = false;   // a line without a word says nothing
                continue;
            }
            names.written << Written {QRectF(names.rights[row] - room, rowTop(row), room, high), i, false};
            names.rights[row] -= room + gap;
            names.rows = std::max(names.rows, row + 1);
        }
        return names;
    };
    constexpr int enough = 3;   // rows
    Names names = placed(200);
    if (std::any_of(frame_.legend.begin(), frame_.legend.end(), [](const LegendEntry& e) { return e.pin >= 0; }))
        for (const double longest : {140.0, 100.0, 70.0, 45.0, 0.0}) {
            if (names.complete && names.rows <= enough)
                break;
            const Names shorter = placed(longest);
            if (!names.complete || shorter.rows < names.rows)
                names = shorter;
        }
    h.legend = names.written;
    rights = names.rights;
    h.rows = names.rows;

    const double plotEnd = size.width() - style().px(roomRight(size));
    const int first = frame_.noteRow && !titleShown() ? h.labelRow + 1 : h.labelRow;
    for (const QString& note : frame_.notes) {
        const double wide = mathLine(note, style().numberFont()).width;
        const auto room = [&](int i) { return std::min(rights[i], plotEnd) - lefts[i]; };
        int to = first;
        while (to < most && room(to) < wide)
            ++to;
        if (to == most)
            for (int i = to = first; i < most; ++i)
                if (room(i) > room(to))
                    to = i;
        const MathBox text = elidedLine(note, style().numberFont(), room(to));
        const double from = std::min(rights[to], plotEnd) - text.width;
        if (room(to) < (frame_.noteRow ? wide / 2 : style().px(30)))
            continue;
        h.notes << qMakePair(QRectF(from, rowTop(to), text.width, high), text);
        rights[to] = from - gap;
        h.rows = std::max(h.rows, to + 1);
    }
    return h;
}

void AxesFigure::paint(QPainter& painter, const QSizeF& size)
{
    paintStill(painter, size);
    if (framed_)
        drawLive(painter, canvas(size.toSize()));
}

void AxesFigure::paintStill(QPainter& painter, const QSizeF& exactSize)
{
    refresh();
    const QSize size = exactSize.toSize();
    painter.fillRect(QRectF(QPointF(0, 0), exactSize), style().theme.background);
    if (!framed_) {
        drawWaiting(painter, exactSize);
        return;
    }
    const Canvas c = canvas(size);
    painter.setRenderHint(QPainter::TextAntialiasing);
    const auto clipped = [&](auto&& draw) {
        painter.save();
        painter.setClipRect(c.plot, Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing);
        draw();
        painter.restore();
    };
    clipped([&] { drawUnder(painter, c); });
    drawFrame(painter, size, c);
    drawContent(painter, size, c);
    if (!frame_.pins.isEmpty())
        clipped([&] {
            for (const PinLine& line : frame_.pins)
                drawPinLine(
                    painter, line, c.plot, [&c](double x, double y) { return c.at(x, y); }, style());
        });
    clipped([&] { drawOver(painter, c); });
    drawBeside(painter, c);
    drawLegend(painter, size, c);
    drawNotes(painter, size, c);
}

void AxesFigure::drawFrame(QPainter& painter, const QSize& size, const Canvas& c) const
{
    const Theme& theme = style().theme;
    const double edge = style().px(10);
    if (titleShown()) {
        painter.setFont(style().titleFont());
        painter.setPen(theme.text);
        painter.drawText(QRectF(edge, style().px(6), size.width() - edge, style().px(18)),
            Qt::AlignLeft | Qt::AlignVCenter, title());
    }

    const Ticks xs = xTicks(c.x, std::max(2, int(c.plot.width() / style().px(64))));
    const Ticks ys = yTicks(c.y, std::max(2, int(c.plot.height() / style().px(34))));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.grid, style().px(1)));
    for (const Tick& tick : ys.ticks)
        painter.drawLine(
            QPointF(c.plot.left(), std::round(c.py(tick.at))), QPointF(c.plot.right() + 1, std::round(c.py(tick.at))));
    if (!frame_.layersOnX)
        for (const Tick& tick : xs.ticks)
            painter.drawLine(QPointF(std::round(c.px(tick.at)), c.plot.top()),
                QPointF(std::round(c.px(tick.at)), c.plot.bottom() + 1));
    painter.setPen(QPen(theme.faint_text, style().px(1)));
    const double base = c.plot.bottom() + 1;
    for (const Tick& tick : xs.ticks)
        painter.drawLine(
            QPointF(std::round(c.px(tick.at)), base), QPointF(std::round(c.px(tick.at)), base + style().px(4)));

    painter.setFont(style().numberFont());
    painter.setPen(theme.faint_text);
    const double high = style().px(16), gap = style().px(6);
    for (const Tick& tick : ys.ticks)
        painter.drawText(QRectF(0, c.py(tick.at) - high / 2, c.plot.left() - gap, high),
            Qt::AlignRight | Qt::AlignVCenter, tick.label);
    const QFontMetricsF metrics(style().numberFont());
    for (const Tick& tick : xs.ticks) {
        const double wide = metrics.horizontalAdvance(tick.label);
        const double from = std::min(c.px(tick.at) - wide / 2, size.width() - wide - style().px(2));
        painter.drawText(QRectF(from, base + style().px(5), wide, high),
            Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip, tick.label);
    }

    const auto label = [](const QString& words, const Ticks& ticks) {
        return ticks.exponent == 0 ? words : words + QStringLiteral(" (×%1)").arg(powerOfTen(ticks.exponent));
    };
    const QFontMetricsF letters(style().font());
    const auto baseline = [&](double top) { return top + (high - letters.height()) / 2 + letters.ascent(); };
    const MathBox across = mathLine(label(frame_.xLabel, xs), style().font());
    mathLine(label(frame_.yLabel, ys), style().font())
        .draw(painter, {edge, baseline(rowTop(header(size).labelRow) - style().px(1))}, theme.faint_text);
    across.draw(painter,
        {c.plot.left() + (c.plot.width() - across.width) / 2, baseline(size.height() - style().px(19))},
        theme.faint_text);
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
    // Labels at line ends make room for each other.
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
                }
            text.setLeft(left + style().px(22));
        }
        // A name in the text colour is easier to read than one in its line's; at the end of a line it needs the tie.
        painter.setPen(off ? style().theme.faint_text : written.direct ? entry.color : style().theme.text);
        QFont font = style().font();
        font.setStrikeOut(off);
        painter.setFont(font);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
            QFontMetricsF(font).elidedText(entry.text, Qt::ElideRight, text.width() + 1));
    }
}

void AxesFigure::drawNotes(QPainter& painter, const QSize& size, const Canvas& c) const
{
    if (!frame_.quiet.isEmpty()) {
        painter.setFont(style().font());
        painter.setPen(style().theme.faint_text);
        painter.drawText(QRectF(c.plot), Qt::AlignCenter | Qt::TextWordWrap, frame_.quiet);
    }
    const QFontMetricsF metrics(style().numberFont());
    for (const auto& [place, text] : header(size).notes)
        text.draw(painter, {place.left(), place.top() + (place.height() - metrics.height()) / 2 + metrics.ascent()},
            style().theme.text);
}

void AxesFigure::drawUnder(QPainter& painter, const Canvas& c)
{
    if (!frame_.layersOnX || !shownStudy())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(style().theme.faint_text, style().px(1)));
    const double x = std::round(c.px(shownStudy()->layer));
    painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
}

void AxesFigure::paintEvent(QPaintEvent*)
{
    const QSize pixels = size() * devicePixelRatioF();
    if (stale_ || picture_.size() != pixels) {
        if (picture_.size() != pixels) {
            picture_ = QPixmap(pixels);
            picture_.setDevicePixelRatio(devicePixelRatioF());
        }
        QPainter painter(&picture_);
        paintStill(painter, QSizeF(size()));
        stale_ = false;
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, picture_);
    if (framed_)
        drawLive(painter, canvas(size()));
    if (hovered_ > 0 && frame_.layersOnX && framed_) {
        const Canvas c = canvas(size());
        const double x = std::round(c.px(hovered_));
        if (c.plot.contains(int(x), c.plot.center().y())) {
            painter.setPen(pen(style().theme.text, 1, Qt::DotLine));
            painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
        }
    }
    notifyPainted();
}

// The pointer

int AxesFigure::layerAt(const Canvas& c, double pixel) const
{
    if (!frame_.layersOnX || !shownStudy())
        return 0;
    return layerOf(c.vx(pixel));
}

int AxesFigure::layerOf(double x) const
{
    return std::clamp(int(std::lround(x)), 1, shownStudy()->measurement->depth());
}

QString AxesFigure::readoutAt(const QPointF& value) const { return layerText(*shownStudy(), layerOf(value.x())); }

void AxesFigure::wheelEvent(QWheelEvent* event)
{
    const Canvas c = canvas(size());
    const QPointF at = event->position();
    const double factor = std::pow(1.2, -event->angleDelta().y() / 120.0);
    if (!framed_ || factor == 1)
        return;
    const auto zoomed = [factor](const Range& range, double around) {
        const Range next {around - (around - range.low) * factor, around + (range.high - around) * factor};
        const double size = std::max({std::abs(next.low), std::abs(next.high), 1e-300});
        return next.span() < 1e-9 * size || next.span() > 1e9 * range.span() + 1e9 ? range : next;
    };
    // Over an axis: that axis only.
    if (at.x() >= c.plot.left())
        zoomX_ = zoomed(c.x, c.vx(std::min(at.x(), double(c.plot.right()))));
    if (at.y() <= c.plot.bottom())
        zoomY_ = zoomed(c.y, c.vy(std::max(at.y(), double(c.plot.top()))));
    stale_ = true;
    update();
    event->accept();
    emit viewStateChanged();
}

void AxesFigure::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !framed_)
        return event->ignore();
    pressed_ = event->pos();
    pressedCanvas_ = canvas(size());
    moved_ = false;
}

void AxesFigure::mouseMoveEvent(QMouseEvent* event)
{
    if (!framed_ || !shownStudy())
        return;
    const QPoint pos = event->pos();
    if (pressed_) {
        const QPoint by = pos - *pressed_;
        if (!moved_ && by.manhattanLength() < 4)
            return;
        moved_ = true;
        if (!pressedCanvas_.plot.contains(*pressed_))
            return;
        const double dx = -by.x() * pressedCanvas_.x.span() / pressedCanvas_.plot.width();
        const double dy = by.y() * pressedCanvas_.y.span() / pressedCanvas_.plot.height();
        zoomX_ = Range {pressedCanvas_.x.low + dx, pressedCanvas_.x.high + dx};
        zoomY_ = Range {pressedCanvas_.y.low + dy, pressedCanvas_.y.high + dy};
        stale_ = true;
        update();
        return;
    }
    const Canvas c = canvas(size());
    if (!c.plot.contains(pos)) {
        if (frame_.layersOnX)
            emit layerHovered(0);
        emit readout(QString());
        return;
    }
    if (frame_.layersOnX)
        emit layerHovered(layerAt(c, pos.x()));
    const QPointF value(c.vx(pos.x() + 0.5), c.vy(pos.y() + 0.5));
    QStringList parts {readoutAt(value), pinReadout(frame_, value.x())};
    parts.removeAll(QString());
    emit readout(parts.join(QStringLiteral(" · ")));
}

void AxesFigure::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !pressed_)
        return event->ignore();
    pressed_.reset();
    if (moved_) {
        emit viewStateChanged();
        return;
    }
    const Canvas c = canvas(size());
    for (const Written& written : legendPlaces(size(), c))
        if (written.place.contains(event->position())) {
            const QString key = frame_.legend[written.entry].key;
            if (!off_.removeOne(key))
                off_ << key;
            return changed();
        }
    if (c.plot.contains(event->pos()) && frame_.layersOnX && shownStudy())
        emit layerChosen(layerAt(c, event->pos().x()));
}

void AxesFigure::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        goHome();
}

void AxesFigure::leaveEvent(QEvent*)
{
    if (frame_.layersOnX)
        emit layerHovered(0);
    emit readout(QString());
}

void AxesFigure::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addActions(choices());
    menu.addSeparator();
    menu.addAction(tr("Fit axes"), this, &AxesFigure::goHome);
    QAction* hold = menu.addAction(tr("Hold axes"));
    hold->setCheckable(true);
    hold->setChecked(held_);
    connect(hold, &QAction::toggled, this, &AxesFigure::setAxesHeld);
    menu.exec(event->globalPos());
}

}   // namespace stepzero
