// SPDX-License-Identifier: GPL-3.0-or-later
// Small multiples: a study's cells in many small axes that are alike, in rows and columns. Draws what all of them share
// (titles, grid, ticks at the outer edges, legend, the chosen cell), scrolls, and has the choices and the mouse; a
// subclass draws into each panel.
#pragma once

#include <QPixmap>
#include <functional>
#include <optional>

#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/grid/grid_figure.h"
#include "widgets/figures/grid/series.h"

class QScrollBar;

namespace stepzero {

struct Panel {
    std::vector<std::size_t> cells;   ///< that it shows, by index; not empty
    bool computed = true;   ///< whether any of them is there: an ellipsis stands for it else
    QString quiet {};   ///< in place of data
    std::optional<Range> x {}, y {};   ///< axes of its own
};

/// What stands above a panel.
struct PanelWords {
    QString title;
    QStringList remarks {};   ///< behind the title: the first that has room
};

/// One name in the legend; one with a key can be clicked away.
struct PanelName {
    QString key, text;
    LegendEntry::Mark mark = LegendEntry::Mark::line;
    QColor color;
    double width = 1.5;   ///< of a line, in Style pixels
    std::optional<SeriesLook> look {};   ///< with this mark on the line
};

struct PanelFrame {
    QVector<Panel> panels;
    /// Makes the title of a panel. It is called for visible panels only, since there may be ten thousand.
    std::function<QString(const Panel&)> title;
    bool remarked = false;   ///< whether panels have remarks
    /// Of a trellis, whose panels are row by row; without them panels are wrapped. Where a trellis has no room they are
    /// wrapped as well, and have their titles in place of heads.
    QStringList rowHeads {}, columnHeads {};
    QString xLabel, yLabel;
    Scale xScale = Scale::linear, yScale = Scale::linear;
    Range x, y;   ///< of panels without axes of their own
    bool yTicks = true;
    QVector<PanelName> legend {};
    QStringList notes {};
};

/// A panel for every combination of the values of some lists, row by row; two lists are a trellis. The frame's titles
/// are read from the result.
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

    /// The axes of the panels that are seen in a picture of that size, in their order. For tests and for the pointer.
    struct Placed {
        int panel;
        Canvas canvas;
        QRectF whole;   ///< with its title
    };
    QVector<Placed> placed(const QSize& size) const;
    const QVector<Panel>& panels() const { return frame_.panels; }
    PanelWords wordsOf(int panel) const { return {frame_.title(frame_.panels[panel]), remarksOf(panel)}; }
    /// Number of panels drawn in the last picture, for tests: only visible ones are.
    int drawnPanels() const { return drawnPanels_; }

protected:
    /// To be called once in rebuildPanels().
    void setFrame(const PanelFrame& frame);
    virtual void rebuildPanels() = 0;
    /// Between the axes, clipped to them.
    virtual void drawPanel(QPainter& painter, int panel, const Canvas& canvas) const = 0;
    virtual QStringList remarksOf(int) const { return {}; }
    /// What the pointer reads.
    virtual QString readoutIn(int panel, const Canvas& canvas, const QPointF& place) const = 0;
    /// The cell under the pointer in a panel of several.
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
    // In Style pixels.
    static constexpr double edge = 10, column_gap = 16;
    static constexpr double strip_height = 19;   // of a panel's title

    struct Written {   // a name of the legend in its place
        QRectF place;
        int entry;
    };
    struct Header {
        int rows = 1;
        QVector<Written> legend;
        QVector<QPair<QRectF, QString>> notes;
        QStringList cut;   // what notes say of which not all is written
    };
    struct Layout {   // where panels are
        int columns = 1, rows = 1, seen = 1, first = 0;   // rows: of all, seen, and the first of these
        bool trellis = false;
        double left = 0, top = 0, width = 0, height = 0;   // of the first panel's axes
        double across = 0, down = 0;   // from one to the next
        double strip = 0;   // for the title above the axes
    };
    Header header(const QSize& size, const Layout& layout) const;
    Layout layoutOf(const QSize& size) const;
    Layout layoutBelow(const QSize& size, int headerRows) const;
    QVector<Placed> placed(const Layout& layout) const;
    const Placed* panelAt(const QVector<Placed>& all, const QPointF& place) const;
    void paintStill(QPainter& painter, const QSizeF& size);
    void drawHeader(QPainter& painter, const QSize& size, const Header& header) const;
    struct Head {   // of a column, of a row, or of one panel
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
    int row_ = 0;   // the first that is wanted in sight; an export has no scroll bar
    QPixmap picture_;
    bool stale_ = true, opened_ = false;
    int drawnPanels_ = 0;
    int hovered_ = -1;
    QString words_;   // at the pointer
};

}   // namespace stepzero
