// SPDX-License-Identifier: GPL-3.0-or-later
// Small multiples: the cells of a study in many small axes of equal layout, in rows and columns. This class draws what
// all panels share (titles, grid, ticks at the outer edges, legend, the chosen cell), scrolls, and handles choices and
// mouse. A subclass draws into each panel.
#pragma once

#include <QPixmap>
#include <functional>
#include <optional>

#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/grid/grid_figure.h"
#include "widgets/figures/grid/series.h"

class QScrollBar;

namespace stepzero {

struct HeaderRows;

struct Panel {
    std::vector<std::size_t> cells;   ///< indices of the shown cells; not empty
    bool computed = true;   ///< true when any of them is computed; otherwise an ellipsis is shown
    QString quiet {};   ///< text shown instead of data
    std::optional<Range> x {}, y {};   ///< separate axes of this panel, if any
};

/// The texts above a panel.
struct PanelWords {
    QString title;
    QStringList remarks {};   ///< follow the title; the first one that fits is used
};

/// One name in the legend. A name with a key can be clicked to hide its series.
struct PanelName {
    QString key, text;
    LegendEntry::Mark mark = LegendEntry::Mark::line;
    QColor color;
    double width = 1.5;   ///< line width in Style pixels
    std::optional<SeriesLook> look {};   ///< the mark drawn on the line
};

struct PanelFrame {
    QVector<Panel> panels;
    /// Returns the title of a panel. It is called for visible panels only, since there may be ten thousand.
    std::function<QString(const Panel&)> title;
    bool remarked = false;   ///< true when panels have remarks
    /// Heads of a trellis, whose panels are stored row by row. Without heads panels are wrapped. Where a trellis does
    /// not fit, its panels are wrapped as well, and have titles instead of heads.
    QStringList rowHeads {}, columnHeads {};
    QString xLabel, yLabel;
    Scale xScale = Scale::linear, yScale = Scale::linear;
    Range x, y;   ///< ranges for panels without separate axes
    bool yTicks = true;
    QVector<PanelName> legend {};
    QStringList notes {};
};

/// Returns a panel for every combination of the values of some lists, row by row; two lists form a trellis. The titles
/// refer to `result`, which must outlive the frame.
PanelFrame panelsOver(const GridResult& result, const std::vector<std::size_t>& lists);

class PanelFigure : public GridFigure<ViewFigure> {
    Q_OBJECT
public:
    explicit PanelFigure(QWidget* parent);

    void paint(QPainter& painter, const QSizeF& size) final;
    QJsonObject viewState() const override;
    void setViewState(const QJsonObject& state) override;
    void goHome() override;
    QSize minimumSizeHint() const override { return {220, 140}; }
    QSize sizeHint() const override { return {520, 300}; }

    /// The axes of a visible panel in a picture of a given size, for tests and for the pointer.
    struct Placed {
        int panel;
        Canvas canvas;
        QRectF whole;   ///< the panel with its title
    };
    QVector<Placed> placed(const QSize& size) const;
    const QVector<Panel>& panels() const { return frame_.panels; }
    PanelWords wordsOf(int panel) const { return {frame_.title(frame_.panels[panel]), remarksOf(panel)}; }
    /// Number of panels drawn in the last picture, for tests. Only visible panels are drawn.
    int drawnPanels() const { return drawnPanels_; }

protected:
    /// Must be called once in rebuildPanels().
    void setFrame(const PanelFrame& frame);
    virtual void rebuildPanels() = 0;
    /// Draws the data of a panel between its axes, clipped to them.
    virtual void drawPanel(QPainter& painter, int panel, const Canvas& canvas) const = 0;
    virtual QStringList remarksOf(int) const { return {}; }
    /// Returns the text for the pointer at a position.
    virtual QString readoutIn(int panel, const Canvas& canvas, const QPointF& place) const = 0;
    /// Returns the cell under the pointer in a panel of several cells.
    virtual std::size_t cellIn(int panel, const Canvas& canvas, const QPointF& place) const;

    QString nothing() const override;
    QRect readoutRow() const override { return lowestRow(); }
    QString shortenedAt(const QPoint& place) const override;
    QString labelAt(const QPoint& place) const override;
    void changed() override;
    void rebuild() final;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    // All in Style pixels.
    static constexpr double edge = 10, column_gap = 16;
    static constexpr double strip_height = 19;   // height of a panel's title

    struct Written {   // a legend name with its position
        QRectF place;
        int entry;
    };
    struct Header {
        int rows = 1;
        QVector<Written> legend;
        QVector<QPair<QRectF, QString>> notes;
        QStringList cut;   // the full notes, where they were shortened
    };
    struct Layout {   // positions of the panels
        int columns = 1, rows = 1, seen = 1, first = 0;   // rows: the total, the visible ones, and the first visible
                                                          // one
        bool trellis = false;
        double left = 0, top = 0, width = 0, height = 0;   // the axes of the first panel
        double across = 0, down = 0;   // distances from one panel to the next
        double strip = 0;   // height for the title above the axes
    };
    Header header(const QSize& size, const Layout& layout) const;
    Layout layoutOf(const QSize& size) const;
    Layout layoutBelow(const QSize& size, int headerRows) const;
    Layout bestLayout(const QSize& size, int headerRows) const;
    void measure(Layout& layout, const QSize& size, int headerRows) const;
    void placeNames(Header& header, HeaderRows& free, double longest) const;
    void placeNote(Header& header, HeaderRows& rows, const QString& note) const;
    QVector<Placed> placed(const Layout& layout) const;
    const Placed* panelAt(const QVector<Placed>& all, const QPointF& place) const;
    void paintStill(QPainter& painter, const QSizeF& size);
    void drawHeader(QPainter& painter, const QSize& size, const Header& header) const;
    struct Head {   // head of a column, of a row, or of one panel
        QRectF place;
        QString whole, shown;
        Qt::Alignment side;
    };
    QVector<Head> heads(const QSize& size, const Layout& layout) const;
    QFont headFont() const;
    QRectF titleStrip(const Placed& panel, const Layout& layout) const;
    void drawHeads(QPainter& painter, const QSize& size, const Layout& layout) const;
    void drawAxes(QPainter& painter, const Placed& panel, const Layout& layout, bool withX, bool withY) const;
    bool ownX() const;
    bool isChosen(const Panel& panel) const;
    int bodyWidth() const;
    void say(const QString& words);
    void placeBar();
    double rowTop(int row) const { return style().px(7 + 18 * row); }

    PanelFrame frame_;
    bool framed_ = false;
    QScrollBar* bar_;
    int row_ = 0;   // the first row to show; an export has no scroll bar
    QPixmap picture_;
    bool stale_ = true, opened_ = false;
    int drawnPanels_ = 0;
    int hovered_ = -1;
    QString words_;   // text at the pointer
};

}   // namespace stepzero
