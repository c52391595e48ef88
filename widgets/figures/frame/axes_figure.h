// SPDX-License-Identifier: GPL-3.0-or-later
// A figure with two axes. Draws what all of them share (title, grid, ticks, legend, notes, the chosen layer),
// and has the zoom and the mouse; a subclass draws its data between the axes.
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

/// One name in the legend. With `end` (a y coordinate) it is written at the end of its line where there is room.
struct LegendEntry {
    enum class Mark { line, dashed, dotted, area, point };
    QString key, text;
    QColor color;
    Mark mark = Mark::line;
    std::optional<double> end;
    int pin = -1;   ///< the look of a pinned experiment, in place of the mark
    QString sign {};   ///< "▲", as the line's points are: stands on the mark, or before a name at the line's end

    QString atEnd() const { return sign.isEmpty() ? text : sign + QLatin1Char(' ') + text; }
};

/// The axes of a figure: what rebuild() gives.
struct Frame {
    QString title;   ///< in place of the figure's own, unless empty
    QString xLabel, yLabel;   ///< as mathLine() reads them: "bias variance $σ_b²$"
    Scale xScale = Scale::count, yScale = Scale::linear;
    Range xHome, yHome;   ///< fit the data
    Symlog symlog;   ///< of a symlog y axis
    /// Ticks of a range, at most so many, in place of those of the scale: tokens downwards, or none.
    std::function<Ticks(const Range&, int most)> xTicks, yTicks;
    int layers = 0;   ///< above 0: x is the layer, from 1 to this, and pointer and chosen layer mean something
    int layer = 0;   ///< the chosen one
    QVector<LegendEntry> legend;
    QStringList notes;   ///< sentences about the data, small; as mathLine() reads them
    bool noteRow = false;   ///< notes are always there: a row is kept for them
    QString quiet;   ///< in the middle of empty axes: "computing…"
    QList<QAction*> offers;   ///< below it: buttons for what would fill them
    QVector<PinLine> pins;   ///< over the content; see AxesFigure::addPin()
    double left = 54, right = 12;   ///< room beside the axes, in Style pixels
    double tickGap = 5;   ///< from an axis to its numbers, in Style pixels
    double aspect = 0;   ///< width over height of the room between the axes, in its middle; 0: all that there is
};

/// Where the axes lie in a picture.
struct Canvas {
    QRect plot;
    Range x, y;
    QRect room {};   ///< all that there is for the axes: more than they take where they have an aspect
    double px(double value) const { return plot.left() + (value - x.low) / x.span() * plot.width(); }
    double py(double value) const { return plot.bottom() + 1 - (value - y.low) / y.span() * plot.height(); }
    QPointF at(double vx, double vy) const { return {px(vx), py(vy)}; }
    /// The same, but no farther than a painter counts, which is in whole numbers.
    QPointF drawable(double vx, double vy) const
    {
        constexpr double far = 1e5;
        return {std::clamp(px(vx), -far, far), std::clamp(py(vy), -far, far)};
    }
    double vx(double pixel) const { return x.low + (pixel - plot.left()) / plot.width() * x.span(); }
    double vy(double pixel) const { return y.low + (plot.bottom() + 1 - pixel) / plot.height() * y.span(); }
};

class Offers;

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
    /// The axes as they would be painted at a size: for tests and for the pointer.
    Canvas canvas(const QSize& size) const;

    /// The layers that another figure was zoomed to; none: all. Of a figure whose x is something else, they are kept
    /// until it is layers.
    void zoomLayers(const std::optional<Range>& layers);
    /// On the lines that are drawn now.
    const QVector<Cursor>& cursors() const { return marked_; }
    QList<QAction*> choices() const override;

signals:
    void layersZoomed(const std::optional<stepzero::Range>& layers);

protected:
    /// A line of a pin for the frame, with the pin's name in the legend; only that when it was clicked away.
    void addPin(Frame& frame, const PinLine& line) const;
    /// To be called once in rebuild().
    void setFrame(const Frame& frame);
    const Frame& frame() const { return frame_; }

    virtual void drawContent(QPainter& painter, const QSize& size, const Canvas& canvas) = 0;
    /// Below the grid and above the content, clipped to the axes.
    virtual void drawUnder(QPainter& painter, const Canvas& canvas);
    /// Draws lines that mark a place, above the grid and below the content, clipped to the axes. Below the grid they
    /// would vanish where they fall on one of its lines.
    virtual void drawMarks(QPainter&, const Canvas&) { }
    virtual void drawOver(QPainter&, const Canvas&) { }
    /// Beside the axes (a colour scale), or over their edges.
    virtual void drawBeside(QPainter&, const Canvas&) { }
    /// On top of all, not clipped: what follows the pointer. On the screen it is drawn anew over a picture of the rest.
    virtual void drawLive(QPainter&, const Canvas&) { }
    virtual QString readoutAt(const QPointF&) const { return {}; }
    /// The lines that are drawn, as points between the axes: what cursors are put on.
    virtual QVector<QPolygonF> drawnLines() const { return {}; }
    /// Of a figure without layers, where a click has a meaning.
    virtual void clickedAt(const QPointF&) { }
    /// Draws a frame around the column of the chosen layer, for drawOver() of a map: a line would hide the data.
    void drawChosenColumn(QPainter& painter, const Canvas& canvas) const;
    /// Says it in its row, and as readout().
    void say(const QString& words);
    /// The layer at a place of the x axis, where the frame has layers.
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
    struct Written {   // a legend entry in its place
        QRectF place;
        int entry;
        bool direct;   // at the end of its line
    };
    struct Header {   // what stands above the axes
        int rows = 0;
        int labelRow = 0;   // where the y axis has its name
        QVector<Written> legend;
        QVector<QPair<QRectF, MathBox>> notes;
        QStringList written;   // the words of each of them
        bool notesCut = false;   // not all is written that they say
    };
    Ticks xTicks(const Range& range, int most) const;
    Ticks yTicks(const Range& range, int most) const;
    bool hasDirectLabels(const QSize& size) const;
    double roomRight(const QSize& size) const;   // beside the axes
    double rowTop(int row) const { return style().px(7 + 18 * row); }
    struct HeaderKey {   // what a header depends on
        QSize size;
        int exponent = 0, version = 0;
        bool title = true;
        QStringList off, notes;
        bool operator==(const HeaderKey&) const = default;
    };
    /// Of the present frame: laid out once, and asked for several times in a picture.
    const Header& header(const QSize& size) const;
    Header headerFor(const QSize& size, int exponent) const;
    QVector<Written> legendPlaces(const QSize& size, const Canvas& canvas) const;
    void paintStill(QPainter& painter, const QSizeF& size);
    void drawFrame(QPainter& painter, const QSize& size, const Canvas& canvas) const;
    void drawLegend(QPainter& painter, const QSize& size, const Canvas& canvas) const;
    void drawNotes(QPainter& painter, const QSize& size, const Canvas& canvas) const;
    void rescale();
    void placeOffers();
    int layerAt(const Canvas& canvas, double pixel) const;
    /// What the user asked of the x axis.
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
    int version_ = 0;   // of frame and style
    mutable Header header_;
    mutable HeaderKey headerKey_;
    bool framed_ = false;
    Range shownX_, shownY_;   // home, grown while dragging, still while held
    std::optional<Range> zoomX_, zoomLayers_, zoomY_;   // what the user asked for
    std::optional<Range> restoredX_;   // the same of a view, until it is known whether x is layers
    bool held_ = false, dragging_ = false;

    QPixmap picture_;   // what paintStill() drew; drawLive() and the hovered layer go on top
    bool stale_ = true;
    int hovered_ = 0;
    std::optional<QPoint> pressed_;
    Canvas pressedCanvas_;
    bool moved_ = false, boxing_ = false;
    QRect box_;   // that is being drawn
    QVector<Cursor> cursors_;   // none, one or two, as they were put; a preview or theory alone may lack their lines
    QVector<Cursor> marked_;   // those of them whose line is there, where it is now
    QString cursorNote_;   // what they say, in a picture that nobody points at
    QAction* clear_;
    QString words_;   // at the pointer
    Offers* offers_;
};

}   // namespace stepzero
