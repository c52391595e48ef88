// SPDX-License-Identifier: GPL-3.0-or-later
// A figure by layer or block. Marks distinguish its lines without colour, and theory is a thin line through them. There
// are bands of finite width and of replicas, and the chosen layer is marked.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "core/base/words/nan.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/frame/predicted.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/network_figure.h"

namespace stepzero {

/// Shapes of marks. markSign() returns the letter for one in a legend.
enum class BlockMark { disc, triangle, square, diamond, inverted, circle, box, opened };
QChar markSign(BlockMark mark);

/// Numbers by place, in axis coordinates; NaN where there is nothing to draw.
struct BlockLine {
    QString key;   ///< key of its legend entry
    QColor color;
    BlockMark mark = BlockMark::disc;
    double width = 1.8;   ///< width of the line through the marks in Style pixels; 0: marks only
    bool marked = true;
    QVector<double> x, y {};
    QVector<double> low {}, high {};   ///< a band of replicas; empty without one
    Qt::PenStyle style = Qt::SolidLine;
    QColor fill {};   ///< fill below steps; usually none
};

/// The theory of a line, drawn thin and on top.
struct BlockTheory {
    QString key;   ///< key of the line's legend entry
    QColor color;
    Qt::PenStyle line = Qt::SolidLine;
    QVector<double> x, y {};
};

class BlockFigure : public NetworkFigure<PlotFigure>, public PredictedFigure {
    Q_OBJECT
public:
    using NetworkFigure::NetworkFigure;

    std::optional<TheoryCurve> theoryCurve(const QSize& size) const override;

protected:
    bool awaitsStudy(const Study&) const override { return false; }   // theory alone is worth drawing

    /// Returns whether lines are steps, one per layer, without marks. Their areas would hide the chosen layer, which is
    /// therefore drawn on top.
    virtual bool drawsSteps() const { return false; }
    /// Must be called once in rebuild(), before anything is added.
    void clear();
    /// Adds a line, or a line of theory. It has no effect when the user has hidden the legend entry. Theory also obeys
    /// the entry "theory".
    void add(const BlockLine& line);
    void add(const BlockTheory& theory);
    /// Adds bands of finite width around a theory: 2 σ below 1 σ, both below the bands of replicas. `band(k)` returns
    /// the band of k σ, and `color` is that of the line.
    void addWidthBands(const QString& key, const QColor& color, const std::function<Band(double sigmas)>& band);
    /// Returns a sentence on where the band of a subject ("the gradient") ends although its theory continues; empty
    /// where it does not end. `name` returns the name of a place.
    static QString bandEndText(const QString& subject, const Band& band, const QVector<double>& theory,
        const std::function<QString(int)>& name);
    bool hasWidthBands() const { return !widthBands_.front().isEmpty(); }
    bool hasTheory() const { return !theory_.isEmpty(); }
    /// Returns the range of everything added; low > high when there is nothing. On axes that are not logarithmic,
    /// theory that is much larger than anything measured is ignored: it continues after a signal that was lost.
    Range drawn(bool logarithmic) const;
    /// Completes the frame and fills the chart. The x axis is depth, from the first place to `depth` or the deepest
    /// pin. The y axis is `home`, else the range of what was added and pinned. A frame with `quiet` gets an empty
    /// chart. While nothing has been measured yet, a note says so.
    void finish(Frame& frame, int depth, const std::optional<Range>& home = {});
    /// Returns the last y of a line that reaches the right end, where its name is written.
    static std::optional<double> endOf(const QVector<double>& y);
    LegendEntry theoryEntry() const;
    /// Returns the reason why a study cannot be drawn: "the network has no blocks". Empty when there is none.
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
    std::array<QVector<Band>, 2> widthBands_;   // the bands of 2 σ, and those of 1 σ over them
};

}   // namespace stepzero
