// SPDX-License-Identifier: GPL-3.0-or-later
// A figure with two axes. It draws what all such figures share (title, grid, ticks, legend, notes, the chosen layer),
// and handles zoom and mouse. A subclass draws its data between the axes.
#pragma once

#include <QPixmap>
#include <algorithm>
#include <functional>
#include <optional>

#include "widgets/figures/frame/cursors.h"
#include "widgets/figures/frame/math_line.h"
#include "widgets/figures/frame/ticks.h"
#include "widgets/figures/frame/view_figure.h"

namespace stepzero {

/// One name in the legend. With `end` (a y coordinate), the name is written at the end of its line where there is room.
struct LegendEntry {
    enum class Mark { line, dashed, dotted, area, point };
    QString key, text;
    QColor color;
    Mark mark = Mark::line;
    std::optional<double> end;
    int pin = -1;   ///< the look of a pinned experiment, replaces the mark
    QString sign {};   ///< "▲", the mark of the line's points: drawn on the legend's mark, or before a name at the
                       ///< line's end

    QString atEnd() const { return sign.isEmpty() ? text : sign + QLatin1Char(' ') + text; }
};

/// The axes of a figure, which rebuild() provides.
struct Frame {
    QString title;   ///< replaces the title of the figure, unless empty
    QString xLabel, yLabel;   ///< in the syntax of mathLine(): "bias variance $σ_b²$"
    Scale xScale = Scale::count, yScale = Scale::linear;
    Range xHome, yHome;   ///< ranges that fit the data
    Symlog symlog;   ///< the scale of a symlog y axis
    /// Compute at most `most` ticks of a range, instead of those of the scale: tokens downwards, or none.
    std::function<Ticks(const Range&, int most)> xTicks, yTicks;
    int layers = 0;   ///< above 0: x is the layer, from 1 to this number, and pointer and chosen layer have a meaning
    int layer = 0;   ///< the chosen layer
    QVector<LegendEntry> legend;
    QStringList notes;   ///< sentences about the data in small type, in the syntax of mathLine()
    bool noteRow = false;   ///< always keeps a row for notes
    QString quiet;   ///< shown in the middle of empty axes: "computing…"
    QList<QAction*> offers;   ///< buttons below `quiet` whose actions would fill the axes
    QVector<PinLine> pins;   ///< drawn over the content; see AxesFigure::addPin()
    double left = 54, right = 12;   ///< room left and right of the axes, in Style pixels
    double tickGap = 5;   ///< distance from an axis to its numbers, in Style pixels
    double aspect = 0;   ///< width over height of the axes, centred in the available room; 0: all of the room
};

/// The position of the axes in a picture.
struct Canvas {
    QRect plot;
    Range x, y;
    QRect room {};   ///< the available room, which is larger than the axes when they have a fixed aspect
    double px(double value) const { return plot.left() + (value - x.low) / x.span() * plot.width(); }
    double py(double value) const { return plot.bottom() + 1 - (value - y.low) / y.span() * plot.height(); }
    QPointF at(double vx, double vy) const { return {px(vx), py(vy)}; }
    /// Maps axis coordinates to pixels, limited to what a painter can draw, since it converts to integers.
    QPointF drawable(double vx, double vy) const
    {
        constexpr double far = 1e5;
        return {std::clamp(px(vx), -far, far), std::clamp(py(vy), -far, far)};
    }
    double vx(double pixel) const { return x.low + (pixel - plot.left()) / plot.width() * x.span(); }
    double vy(double pixel) const { return y.low + (plot.bottom() + 1 - pixel) / plot.height() * y.span(); }
};

class Offers;
struct HeaderRows;

class AxesFigure : public ViewFigure {
    Q_OBJECT
public:
    explicit AxesFigure(QWidget* parent);

    void paint(QPainter& painter, const QSizeF& size) final;
    QJsonObject viewState() const override;
    void setViewState(const QJsonObject& state) override;
    void goHome() override;
    void setAxesHeld(bool held) override;
    bool axesHeld() const override { return held_; }
    QSize minimumSizeHint() const override { return {220, 140}; }
    QSize sizeHint() const override { return {480, 300}; }

    QString shownTitle() const override;
    /// Returns the axes as they would be painted at a size, for tests and for the pointer.
    Canvas canvas(const QSize& size) const;

    /// Zooms to the layers that another figure was zoomed to; none: all layers. A figure whose x is not the layer keeps
    /// them until it is.
    void zoomLayers(const std::optional<Range>& layers);
    /// Links the axes of two figures of one kind. As far as they have the same scales, both show the union of their
    /// data, zoom together, and read out the same place.
    static void linkAxes(AxesFigure& one, AxesFigure& other);
    /// Returns the cursors that lie on the lines drawn now.
    const QVector<Cursor>& cursors() const { return marked_; }
    QList<QAction*> choices() const override;

signals:
    void layersZoomed(const std::optional<stepzero::Range>& layers);
    void axesFitted();   ///< the axes without zoom fit other data
    void axesMoved();   ///< the user zooms or pans
    void pointedAt(const std::optional<QPointF>& place);   ///< in axis coordinates; none: outside of the axes

protected:
    /// Adds a line of a pin to the frame, with the name of the pin in the legend. Only the name is added when the user
    /// has hidden the pin.
    void addPin(Frame& frame, const PinLine& line) const;
    using ViewFigure::isOff;
    /// Returns whether the user hid a pin in the legend.
    bool isOff(const Pin& pin) const { return isOff(keyOf(pin)); }
    /// Must be called once in rebuild().
    void setFrame(const Frame& frame);
    const Frame& frame() const { return frame_; }
    /// Returns the y of the horizontal grid lines, in pixels.
    QVector<double> gridLines(const Canvas& canvas) const;

    virtual void drawContent(QPainter& painter, const QSize& size, const Canvas& canvas) = 0;
    /// Draws below the grid and the content, clipped to the axes.
    virtual void drawUnder(QPainter& painter, const Canvas& canvas);
    /// Draws lines that mark a place, above the grid and below the content, clipped to the axes. Below the grid they
    /// would vanish where they coincide with one of its lines.
    virtual void drawMarks(QPainter&, const Canvas&) { }
    virtual void drawOver(QPainter&, const Canvas&) { }
    /// Draws next to the axes (a colour scale), or over their edges.
    virtual void drawBeside(QPainter&, const Canvas&) { }
    /// Draws on top of everything, unclipped: marks that follow the pointer. On the screen these are redrawn over a
    /// cached picture of the rest.
    virtual void drawLive(QPainter&, const Canvas&) { }
    virtual QString readoutAt(const QPointF&) const { return {}; }
    /// Returns the drawn lines as points in axis coordinates, for cursors.
    virtual QVector<QPolygonF> drawnLines() const { return {}; }
    /// Called for a click in a figure without layers.
    virtual void clickedAt(const QPointF&) { }
    /// Draws a frame around the column of the chosen layer, for drawOver() of a map. A line would hide the data.
    void drawChosenColumn(QPainter& painter, const Canvas& canvas) const;
    /// Shows a text in the readout row, and emits it as readout().
    void say(const QString& words);
    /// Returns the layer at a position of the x axis, where the frame has layers.
    virtual int layerOf(double x) const;

    QRect readoutRow() const override { return lowestRow(); }
    QString shortenedAt(const QPoint& place) const override;
    QString labelAt(const QPoint& place) const override;
    QString nothing() const override { return frame_.quiet; }
    void chosenAnew() override;
    void changed() override;
    void restyle() override;
    void hoverChanged(int layer) override;
    void draggingChanged(bool dragging) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    static QString keyOf(const Pin& pin) { return QStringLiteral("pin%1").arg(pin.style); }   // in the legend
    struct Written {   // a legend entry with its position
        QRectF place;
        int entry;
        bool direct;   // written at the end of its line
    };
    struct Header {   // everything above the axes
        int rows = 0;
        int labelRow = 0;   // the row with the name of the y axis
        QVector<Written> legend;
        QVector<QPair<QRectF, MathBox>> notes;
        QStringList written;   // the notes as they were written
        bool notesCut = false;   // true when some notes were shortened
    };
    Ticks xTicks(const Range& range, int most) const;
    Ticks yTicks(const Range& range, int most) const;
    bool hasDirectLabels(const QSize& size) const;
    double roomRight(const QSize& size) const;   // the room right of the axes
    double rowTop(int row) const { return style().px(7 + 18 * row); }
    struct HeaderKey {   // the inputs that a header depends on
        QSize size;
        int exponent = 0, version = 0;
        bool title = true;
        QStringList off, notes;
        bool operator==(const HeaderKey&) const = default;
    };
    /// Returns the header of the present frame. It is cached, since a picture needs it several times.
    const Header& header(const QSize& size) const;
    Header headerFor(const QSize& size, int exponent) const;
    struct Names;
    HeaderRows freeRows(const QSize& size, const Header& header, int exponent) const;
    Names placedNames(const QSize& size, const Names& none, const QVector<double>& texts, double longest) const;
    void placeNotes(const QSize& size, HeaderRows rows, Header& header) const;
    QVector<Written> legendPlaces(const QSize& size, const Canvas& canvas) const;
    void paintStill(QPainter& painter, const QSizeF& size);
    void drawFrame(QPainter& painter, const QSize& size, const Canvas& canvas) const;
    void drawLegend(QPainter& painter, const QSize& size, const Canvas& canvas) const;
    void drawNotes(QPainter& painter, const QSize& size, const Canvas& canvas) const;
    void rescale();
    bool sharesX(const AxesFigure& other) const;
    bool sharesY(const AxesFigure& other) const;
    void uniteWith(AxesFigure& other);
    void zoomLike(const AxesFigure& other);
    void readAt(const std::optional<QPointF>& place);
    QString wordsAt(const QPointF& place) const;
    void placeOffers();
    int layerAt(const Canvas& canvas, double pixel) const;
    /// Returns the range of the x axis that the user zoomed to, if any.
    const std::optional<Range>& zoomX() const { return frame_.layers > 0 ? zoomLayers_ : zoomX_; }
    void setZoomX(const std::optional<Range>& range) { (frame_.layers > 0 ? zoomLayers_ : zoomX_) = range; }
    void zoomed();
    void zoomTo(const QRect& box);
    void putCursor(const QPointF& pixel);
    void clearCursors();
    void drawCursors(QPainter& painter, const Canvas& canvas) const;
    void followLines();
    QStringList notes() const;
    double nameRoom(const Written& written) const;

    Frame frame_;
    int version_ = 0;   // counts changes of frame and style
    mutable Header header_;
    mutable HeaderKey headerKey_;
    bool framed_ = false;
    Range shownX_, shownY_;   // the home ranges, which grow while dragging and stay fixed while held
    std::optional<Range> zoomX_, zoomLayers_, zoomY_;   // the ranges that the user zoomed to
    std::optional<Range> restoredX_;   // the x range of a restored view, until it is known whether x is the layer
    bool held_ = false, dragging_ = false;

    QPixmap picture_;   // result of paintStill(); drawLive() and the hovered layer are drawn on top
    bool stale_ = true;
    int hovered_ = 0;
    std::optional<QPoint> pressed_;
    Canvas pressedCanvas_;
    bool moved_ = false, boxing_ = false;
    QRect box_;   // the zoom rectangle that is being drawn
    QVector<Cursor> cursors_;   // none, one or two, as the user placed them; a preview or theory alone may lack their
                                // lines
    QVector<Cursor> marked_;   // the cursors whose line is present, at its present position
    QString cursorNote_;   // text of the cursors, in a picture without a pointer
    QAction* clear_;
    QString words_;   // text at the pointer
    Offers* offers_;
};

}   // namespace stepzero
