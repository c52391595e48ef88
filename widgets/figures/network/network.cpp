// SPDX-License-Identifier: GPL-3.0-or-later
// Network: a drawing of the network itself, from the input to the output, coloured by the size of the signal or of the
// gradient. A click chooses a layer, and the signal can be watched on its way.
#include <QAction>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/view_figure.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/network_painter.h"
#include "widgets/figures/network/network_table.h"

namespace stepzero {

namespace {

constexpr int frame_interval = 33;   // ms
constexpr int fastest_pass = 1200, slowest_pass = 4000, per_place = 80;   // ms in one direction
constexpr int page = 10;   // blocks
constexpr double lens_share = 0.52;   // of the height, for the chosen block by itself

QString levelText(const Level& level)
{
    switch (level.fate) {
    case Level::Fate::known:
        return alignedLog10(level.log10, false);
    case Level::Fate::zero:
        return QStringLiteral("0");
    case Level::Fate::lost:
        return QObject::tr("not finite");
    case Level::Fate::unknown:
        break;
    }
    return QObject::tr("not measured");
}

class DrawingFigure : public NetworkFigure<ViewFigure> {
public:
    explicit DrawingFigure(QWidget* parent)
        : NetworkFigure(parent), separator_(new QAction(this)), play_(new QAction(tr("Play the signal"), this))
    {
        addChoice(backward_, QStringLiteral("colour"),
            {{false, "signal", tr("Colour: signal")}, {true, "gradient", tr("Colour: gradient")}});
        separator_->setSeparator(true);
        play_->setCheckable(true);
        play_->setObjectName("play");
        connect(play_, &QAction::triggered, this, &DrawingFigure::setPlaying);
        clock_.setInterval(frame_interval);
        connect(&clock_, &QTimer::timeout, this, [this] { tick(); });
        setMouseTracking(true);
        setAttribute(Qt::WA_OpaquePaintEvent);
        setFocusPolicy(Qt::StrongFocus);
    }

    QSize minimumSizeHint() const override { return {220, 90}; }
    QSize sizeHint() const override { return {620, 200}; }
    QList<QAction*> choices() const override { return ViewFigure::choices() << separator_ << play_; }
    QRect readoutRow() const override { return lowestRow(); }

    void paint(QPainter& painter, const QSizeF& size) override
    {
        refresh();
        paintStill(painter, size, backward_.value(), false);
    }

    FigureTable table() const override { return study() ? networkTable(*study()) : networkTable(); }

protected:
    void rebuild() override
    {
        drawing_ = network_drawing(*study());
        lens_ = drawing_of_block(drawing_, study()->layer);
        hovered_ = {};
        stale_ = true;
    }
    void restyle() override { redraw(); }
    QString nothing() const override
    {
        return drawing_.measures(backward_.value()) ? QString() : missingText(*shownStudy());
    }
    void hoverChanged(int layer) override
    {
        if (layer != hoveredBlock_) {
            hoveredBlock_ = layer;
            update();
        }
    }

    /// Names outside the blocks may be shortened; matrices and norms have none.
    QString shortenedAt(const QPoint& at) const override { return labelAt(at); }
    QString labelAt(const QPoint& at) const override
    {
        const auto piece = shownStudy() ? seenAt(at).piece : std::nullopt;
        return piece ? piece->name : QString();
    }

    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        if (!shownStudy()) {
            paintStill(painter, QSizeF(size()), false, true);
            return;
        }
        if (stale_ || pictures_.front().deviceIndependentSize() != QSizeF(size()))
            pictures_ = {};
        stale_ = false;
        const bool backward = isPlaying() ? progress_ > 1 : backward_.value();
        painter.drawPixmap(0, 0, picture(backward));
        if (isPlaying())
            drawFront(painter);
        const NetworkLayout placed = layout(size());
        const NetworkPainter marks(drawing_, placed, style(), backward, drawing_.decades(backward));
        if (!hovered_.isEmpty())
            marks.markHovered(painter, hovered_);
        else if (hoveredBlock_ > 0 && hoveredBlock_ <= drawing_.depth)
            marks.markHovered(painter, placed.block(hoveredBlock_));
        drawReadout(painter, words_);
        notifyPainted();
    }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (!shownStudy())
            return;
        const QPointF at = event->position();
        const auto [place, piece] = seenAt(at);
        const int block = drawing_.places[place].block;
        const bool any = piece || block > 0;
        hovered_ = piece ? piece->area : QRectF();
        setCursor(any ? Qt::PointingHandCursor : Qt::ArrowCursor);
        emit layerHovered(block);
        say(any ? textOf(place, piece) : buttonPlace().contains(at) ? play_->text() : QString());
        update();
    }

    void leaveEvent(QEvent*) override
    {
        hovered_ = {};
        emit layerHovered(0);
        say({});
        update();
    }

    void mousePressEvent(QMouseEvent* event) override { pressed_ = event->pos(); }

    /// A click chooses the block, and in the chosen block the matrix.
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        constexpr int still = 4;   // in pixels; a larger movement is a drag
        if (event->button() != Qt::LeftButton || !shownStudy() || (event->pos() - pressed_).manhattanLength() >= still)
            return event->ignore();
        const QPointF at = event->position();
        if (buttonPlace().contains(at))
            return play_->trigger();
        const auto [place, piece] = seenAt(at);
        const int block = drawing_.places[place].block;
        const bool outside
            = piece && (piece->what == DrawnPiece::What::before || piece->what == DrawnPiece::What::head);
        if (!outside && block > 0 && block != shownStudy()->layer)
            emit layerChosen(block);
        else if (piece && !piece->role.empty() && !piece->norm)
            emit matrixChosen(QString::fromStdString(piece->role));
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        if (!shownStudy())
            return ViewFigure::keyPressEvent(event);
        const int chosen = shownStudy()->layer;
        int to = chosen;
        switch (event->key()) {
        case Qt::Key_Left:
            --to;
            break;
        case Qt::Key_Right:
            ++to;
            break;
        case Qt::Key_PageUp:
            to -= page;
            break;
        case Qt::Key_PageDown:
            to += page;
            break;
        case Qt::Key_Home:
            to = 1;
            break;
        case Qt::Key_End:
            to = drawing_.depth;
            break;
        case Qt::Key_Space:
            return play_->trigger();
        default:
            return ViewFigure::keyPressEvent(event);
        }
        to = std::clamp(to, 1, drawing_.depth);
        if (to != chosen)
            emit layerChosen(to);
    }

    void focusInEvent(QFocusEvent*) override { redraw(); }
    void focusOutEvent(QFocusEvent*) override { redraw(); }
    void hideEvent(QHideEvent* event) override
    {
        setPlaying(false);
        ViewFigure::hideEvent(event);
    }

private:
    double headerHeight() const { return style().px(titleShown() ? 27 : 5); }
    bool hasLegend(const QSizeF& size) const { return size.height() >= style().px(96); }
    QRectF legendRow(const QSizeF& size) const
    {
        const double edge = style().px(10);
        return {edge, headerHeight(), size.width() - 2 * edge, style().px(18)};
    }
    /// Returns the place of the button that plays. Only the screen has it.
    QRectF buttonPlace() const
    {
        const QRectF row = legendRow(size());
        return hasLegend(size()) && shownStudy() ? QRectF(row.topLeft(), QSizeF(style().px(16), row.height()))
                                                 : QRectF();
    }

    QRectF area(const QSizeF& size) const
    {
        const double top = headerHeight() + (hasLegend(size) ? style().px(24) : 0), edge = style().px(10);
        return {edge, top, size.width() - 2 * edge, size.height() - top - readoutHeight() - style().px(4)};
    }

    /// Returns the layout of the whole network. It leaves room for the chosen block below it where blocks are too
    /// narrow for their parts.
    NetworkLayout layout(const QSizeF& size) const
    {
        const QRectF all = area(size);
        NetworkLayout placed = network_layout(drawing_, all, style().scale);
        if (!needsLens(all, placed))
            return placed;
        return network_layout(drawing_, all.adjusted(0, 0, 0, -lens_share * all.height()), style().scale);
    }

    bool needsLens(const QRectF& all, const NetworkLayout& placed) const
    {
        constexpr double high_enough = 230;
        return drawing_.streams > 0 && placed.detail != NetworkLayout::Detail::parts
            && all.height() >= style().px(high_enough);
    }

    /// Returns the layout of the chosen block by itself; absent where its parts are visible in the whole network.
    std::optional<NetworkLayout> lensLayout(const QSizeF& size, const NetworkLayout& placed) const
    {
        const QRectF all = area(size);
        if (!needsLens(all, placed))
            return {};
        const double gap = style().px(14);
        return network_layout(lens_, all.adjusted(0, (1 - lens_share) * all.height() + gap, 0, 0), style().scale);
    }

    /// What lies at a position: the index of a place of the whole network, and a piece if there is one.
    struct Seen {
        int place = 0;
        std::optional<DrawnPiece> piece {};
    };
    Seen seenAt(const QPointF& at) const
    {
        const NetworkLayout placed = layout(size());
        const auto lens = lensLayout(size(), placed);
        const bool inLens = lens && at.y() >= lens->body.top();
        const NetworkLayout& here = inLens ? *lens : placed;
        Seen seen;
        if (const DrawnPiece* piece = here.pieceAt(at))
            seen.piece = *piece;
        seen.place = seen.piece ? seen.piece->place : here.placeAt(inLens ? lens_ : drawing_, at);
        if (inLens && (seen.place > 0 || seen.piece))
            seen.place += (shownStudy()->layer - 1) * drawing_.per_block;
        return seen;
    }

    /// Draws the chosen block by itself, and lines to it from its place in the network.
    void drawLens(QPainter& painter, const NetworkLayout& placed, const NetworkLayout& lens, bool backward) const
    {
        const QRectF from = placed.block(shownStudy()->layer), to = lens.block(1);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(pen(style().theme.faint_text, 1, Qt::DotLine));
        painter.drawLine(from.bottomLeft(), to.topLeft());
        painter.drawLine(from.bottomRight(), to.topRight());
        painter.restore();
        NetworkPainter(lens_, lens, style(), backward, drawing_.decades(backward)).draw(painter);
    }

    void paintStill(QPainter& painter, const QSizeF& size, bool backward, bool screen) const
    {
        painter.fillRect(QRectF(QPointF(0, 0), size), style().theme.background);
        if (!shownStudy())
            return drawWaiting(painter, size);
        painter.setRenderHint(QPainter::TextAntialiasing);
        drawTitle(painter, size.width());
        const NetworkLayout placed = layout(size);
        const NetworkPainter drawn(drawing_, placed, style(), backward, drawing_.decades(backward));
        if (placed.body.height() > 1)
            drawn.draw(painter);
        if (const auto lens = lensLayout(size, placed))
            drawLens(painter, placed, *lens, backward);
        drawn.markChosen(painter, shownStudy()->layer, screen && hasFocus());
        if (!hasLegend(size))
            return;
        const double button = screen ? style().px(22) : 0;
        drawn.drawLegend(painter, legendRow(size).adjusted(button, 0, 0, 0),
            backward ? tr("gradient RMS relative to the output end") : tr("signal RMS"));
        if (screen)
            drawButton(painter);
    }

    void drawButton(QPainter& painter) const
    {
        const QRectF place = buttonPlace();
        const QPointF m = place.center();
        const double r = style().px(5);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(style().theme.text);
        if (isPlaying())
            painter.drawRect(QRectF(m.x() - r, m.y() - r, 2 * r, 2 * r));
        else
            painter.drawPolygon(QPolygonF {{m.x() - r, m.y() - r}, {m.x() + r, m.y()}, {m.x() - r, m.y() + r}});
        painter.restore();
    }

    const QPixmap& picture(bool backward)
    {
        QPixmap& made = pictures_[backward ? 1 : 0];
        if (made.isNull()) {
            made = QPixmap(size() * devicePixelRatioF());
            made.setDevicePixelRatio(devicePixelRatioF());
            QPainter painter(&made);
            paintStill(painter, QSizeF(size()), backward, true);
        }
        return made;
    }

    void redraw()
    {
        stale_ = true;
        update();
    }

    /// Draws where signal or gradient have arrived: what lies ahead is faint, or still shows the signal.
    void drawFront(QPainter& painter)
    {
        const NetworkLayout placed = layout(size());
        const bool backward = progress_ > 1;
        const double from = placed.entrance, to = placed.right(drawing_.depth);
        const double x = std::lerp(from, to, backward ? 2 - progress_ : progress_);
        const QRectF ahead = backward
            ? QRectF(0, placed.body.top(), x, placed.names.isEmpty() ? placed.body.height() : placed.names.bottom())
            : QRectF(x, placed.body.top(), width() - x, placed.body.height());
        if (backward) {
            const double ratio = devicePixelRatioF();
            const QRectF part(ahead.topLeft(), QSizeF(ahead.width(), placed.body.height()));
            painter.drawPixmap(part, picture(false), QRectF(part.topLeft() * ratio, part.size() * ratio));
        } else {
            QColor veil = style().theme.background;
            veil.setAlphaF(0.75F);
            painter.fillRect(ahead, veil);
        }
        const QColor color = backward ? style().theme.gradient : style().theme.forward;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(pen(color, 2));
        painter.drawLine(QPointF(x, placed.body.top()), QPointF(x, placed.body.bottom()));
        painter.setBrush(color);
        const double r = style().px(5), way = backward ? -r : r;
        painter.drawPolygon(QPolygonF {{x, placed.axis - r}, {x + way, placed.axis}, {x, placed.axis + r}});
        painter.restore();
    }

    bool isPlaying() const { return clock_.isActive(); }

    /// Starts or stops. A pass ends by itself, forward and then, if gradients were measured, backward.
    void setPlaying(bool playing)
    {
        const bool starts = playing && isVisible() && shownStudy() && drawing_.measures(false);
        play_->setChecked(starts);
        if (starts) {
            progress_ = 0;
            time_.start();
            clock_.start();
        } else {
            clock_.stop();
        }
        redraw();
    }

    void tick()
    {
        const double pass = std::clamp(per_place * int(drawing_.places.size()), fastest_pass, slowest_pass);
        progress_ = double(time_.elapsed()) / pass;
        if (progress_ >= (drawing_.measures(true) ? 2 : 1))
            setPlaying(false);
        update();
    }

    void say(const QString& words)
    {
        words_ = words;
        emit readout(words);
    }

    /// "block 3, MLP · width 768 · stream RMS 1.02 · …", with the part that the pointer is over.
    QString textOf(int index, const std::optional<DrawnPiece>& piece) const
    {
        const DrawnPlace& place = drawing_.places[index];
        const bool whole = !piece || piece->what == DrawnPiece::What::place;
        const Levels& levels = whole ? place.levels : piece->levels;
        const bool outside
            = piece && (piece->what == DrawnPiece::What::before || piece->what == DrawnPiece::What::head);
        QStringList where;
        if (!outside)
            where << blockSource(*shownStudy()).nameOf(place.number);
        if (piece && !piece->name.isEmpty() && !where.contains(piece->name))
            where << piece->name;
        QStringList parts {joinedText(where, ", ")};
        parts << tr("width %1").arg(whole ? place.width : piece->width);
        if (whole && place.positions > 1)
            parts << tr("%1 positions").arg(place.positions);
        parts << tr("signal RMS %1").arg(levelText(levels.signal))
              << tr("gradient RMS %1").arg(levelText(levels.gradient));
        return parts.join(QStringLiteral(" · "));
    }

    NetworkDrawing drawing_, lens_;   // lens_: the chosen block
    std::array<QPixmap, 2> pictures_;   // coloured by signal and by gradient; null: not drawn yet
    bool stale_ = true;
    int hoveredBlock_ = 0;
    QRectF hovered_;   // the piece that the pointer is over
    QPoint pressed_;
    QString words_;   // text at the pointer
    ChoiceOf<bool> backward_;
    QAction *separator_, *play_;
    QTimer clock_;
    QElapsedTimer time_;
    double progress_ = 0;   // 0 to 1: forward, 1 to 2: backward
};

}   // namespace

FigureKind figure_network()
{
    return {QStringLiteral("network"), QObject::tr("Network"), created<DrawingFigure>,
        {{networkLayers, 0}, {networkStream, 0}, {networkTokens, 0}}};
}

}   // namespace stepzero
