// SPDX-License-Identifier: GPL-3.0-or-later
// What is found of a network at several widths or depths, drawn and zoomed as the figures of the board: a coordinate
// check, and losses by learning rate.
#pragma once

#include <memory>

#include "core/train/coordinate_check.h"
#include "core/train/transfer.h"
#include "widgets/figures/frame/plot_figure.h"

namespace stepzero {

/// One line over a shared x axis.
struct SizeLine {
    QString name, words;   ///< words: what is said of it beside its numbers
    QColor color;
    QVector<double> y;   ///< log10; NaN where there is nothing to draw
};

class SizeFigure : public PlotFigure {
    Q_OBJECT
public:
    FigureTable table() const override;

protected:
    SizeFigure(const QString& title, QWidget* parent);

    /// To be called by rebuild(), with a frame that has its labels: draws lines over x (log10), scales the axes.
    void draw(Frame frame, const QString& xName, QVector<double> x, QVector<SizeLine> lines);
    const QVector<double>& x() const { return x_; }
    const QVector<SizeLine>& lines() const { return lines_; }
    /// Shows what it was given anew.
    void renew();
    QString readoutAt(const QPointF& value) const override;

private:
    QString xName_;
    QVector<double> x_;
    QVector<SizeLine> lines_;
};

/// RMS over width or depth: of what the steps change, or at step 0, of each block and of what leaves the network. A
/// line that has to be level is dotted from its first point.
class CheckFigure : public SizeFigure {
    Q_OBJECT
public:
    explicit CheckFigure(QWidget* parent);
    /// Null: bare axes.
    void setCheck(std::shared_ptr<const CoordinateCheck> check);

protected:
    void rebuild() override;
    void drawUnder(QPainter& painter, const Canvas& canvas) override;

private:
    std::shared_ptr<const CoordinateCheck> check_;
};

/// Loss behind the last step over the learning rate, a line a size, with the best rate of each marked on the axis.
class TransferFigure : public SizeFigure {
    Q_OBJECT
public:
    explicit TransferFigure(QWidget* parent);
    /// Null: bare axes.
    void setTransfer(std::shared_ptr<const Transfer> transfer);

protected:
    void rebuild() override;
    void drawOver(QPainter& painter, const Canvas& canvas) override;

private:
    std::shared_ptr<const Transfer> transfer_;
};

}   // namespace stepzero
