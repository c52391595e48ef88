// SPDX-License-Identifier: GPL-3.0-or-later
// A figure by layer or block: lines with marks that are told apart without colour, theory as thin lines through them,
// bands of finite width and of replicas, and the chosen layer.
#pragma once

#include <array>
#include <functional>

#include "core/base/words/nan.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/network_figure.h"

namespace stepzero {

/// Shapes of marks. markSign() is the letter that stands for one in a legend.
enum class BlockMark { disc, triangle, square, diamond, inverted, circle, box, opened };
QChar markSign(BlockMark mark);

/// Numbers by place, in axis coordinates; NaN where there is nothing to draw.
struct BlockLine {
    QString key;   ///< of its legend entry
    QColor color;
    BlockMark mark = BlockMark::disc;
    double width = 1.8;   ///< of the line through the marks in Style pixels; 0: marks only
    bool marked = true;
    QVector<double> x, y {};
    QVector<double> low {}, high {};   ///< a band of replicas; empty without one
    Qt::PenStyle style = Qt::SolidLine;
    QColor fill {};   ///< below steps; mostly none
};

/// Theory of a line: thin, on top.
struct BlockTheory {
    QString key;   ///< of the line's legend entry
    QColor color;
    Qt::PenStyle line = Qt::SolidLine;
    QVector<double> x, y {};
};

class BlockFigure : public NetworkFigure<PlotFigure> {
    Q_OBJECT
public:
    using NetworkFigure::NetworkFigure;

protected:
    bool awaitsStudy(const Study&) const override { return false; }   // theory alone is worth drawing

    /// Whether lines are steps, one a layer, without marks; their areas would hide the chosen layer, which is drawn
    /// over.
    virtual bool drawsSteps() const { return false; }
    /// Once in rebuild(), before anything is added.
    void clear();
    /// Without effect when the legend entry was clicked away. Theory also obeys the entry "theory".
    void add(const BlockLine& line);
    void add(const BlockTheory& theory);
    /// Bands of finite width about a theory: 2 σ below 1 σ below those of replicas. `band(k)` is that of k σ, and
    /// `color` of what it belongs to.
    void addWidthBands(const QString& key, const QColor& color, const std::function<Band(double sigmas)>& band);
    /// Where the band of a subject ("the gradient") ends although its theory goes on, in words; empty where it does
    /// not. `name` is that of a place.
    static QString bandEndText(const QString& subject, const Band& band, const QVector<double>& theory,
        const std::function<QString(int)>& name);
    bool hasWidthBands() const { return !widthBands_.front().isEmpty(); }
    bool hasTheory() const { return !theory_.isEmpty(); }
    /// Of all that was added; low > high when that is nothing. On axes that are not logarithmic, theory does not count
    /// where it is much larger than anything measured: it goes on behind a signal that was lost.
    Range drawn(bool logarithmic) const;
    /// Axes of depth, from the first place to `depth` or the deepest pin, and of y: `home`, else what was added and
    /// pinned; and the chart filled. A frame with `quiet` is that of an empty chart. Says so while nothing was measured
    /// yet.
    void finish(Frame& frame, int depth, const std::optional<Range>& home = {});
    /// The last y of a line if it reaches the right end: the place of its name.
    static std::optional<double> endOf(const QVector<double>& y);
    LegendEntry theoryEntry() const;
    /// What stands in the way of drawing a study: "the network has no blocks". Empty when nothing does.
    static QString obstacle(const Study& study);

    void drawUnder(QPainter& painter, const Canvas& canvas) override;
    void drawOver(QPainter& painter, const Canvas& canvas) override;
    void drawBeside(QPainter& painter, const Canvas& canvas) override;
    int layerOf(double x) const override { return blockNear(*shownStudy(), x); }

private:
    void fill(int depth);
    int fillLine(const BlockLine& line, int depth, int next);

    QVector<BlockLine> lines_;
    QVector<BlockTheory> theory_;
    std::array<QVector<Band>, 2> widthBands_;   // 2 σ, and 1 σ over them
};

}   // namespace stepzero
