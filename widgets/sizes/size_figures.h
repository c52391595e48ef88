// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of one network at several widths or depths, drawn and zoomed like the figures of the board: a coordinate
// check, and losses by learning rate.
#pragma once

#include <memory>

#include "core/train/coordinate_check.h"
#include "core/train/transfer.h"
#include "widgets/figures/frame/plot_figure.h"

namespace stepzero {

/// One line over a shared x axis.
struct SizeLine {
    QString name, words;   ///< `words` is a remark shown with its numbers
    QColor color;
    QVector<double> y;   ///< log10; NaN where there is nothing to draw
};

class SizeFigure : public PlotFigure {
    Q_OBJECT
public:
    FigureTable table() const override;

protected:
    SizeFigure(const QString& title, QWidget* parent);

    /// Must be called by rebuild(), with a frame that has its labels. Draws lines over x (log10) and scales the axes.
    void draw(Frame frame, const QString& xName, QVector<double> x, QVector<SizeLine> lines);
    const QVector<double>& x() const { return x_; }
    const QVector<SizeLine>& lines() const { return lines_; }
    /// Shows the present data again.
    void renew();
    QString readoutAt(const QPointF& value) const override;

private:
    QString xName_;
    QVector<double> x_;
    QVector<SizeLine> lines_;
};

/// RMS over width or depth: of the changes by training steps, or at step 0 of each block and of the network output. A
/// line that should be level has a dotted line from its first point.
class CheckFigure : public SizeFigure {
    Q_OBJECT
public:
    explicit CheckFigure(QWidget* parent);
    /// Sets the check; null: bare axes.
    void setCheck(std::shared_ptr<const CoordinateCheck> check);

protected:
    void rebuild() override;
    void drawUnder(QPainter& painter, const Canvas& canvas) override;

private:
    std::shared_ptr<const CoordinateCheck> check_;
    ChoiceOf<bool> first_;   // values at step 0 instead of changes
};

/// Loss after the last step over the learning rate, one line per size, with the best rate of each marked on the axis.
class TransferFigure : public SizeFigure {
    Q_OBJECT
public:
    explicit TransferFigure(QWidget* parent);
    /// Sets the data; null: bare axes.
    void setTransfer(std::shared_ptr<const Transfer> transfer);

protected:
    void rebuild() override;
    void drawOver(QPainter& painter, const Canvas& canvas) override;

private:
    std::shared_ptr<const Transfer> transfer_;
};

}   // namespace stepzero
