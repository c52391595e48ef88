// SPDX-License-Identifier: GPL-3.0-or-later
// A figure whose data QCustomPlot draws, for dense or logarithmic data. The plot is never a widget on the screen. Its
// axes are bare, because AxesFigure draws the frame of all figures.
#pragma once

#include <memory>

#include "widgets/figures/frame/axes_figure.h"

class QCPGraph;
class QCustomPlot;

namespace stepzero {

class PlotFigure : public AxesFigure {
    Q_OBJECT
public:
    explicit PlotFigure(QWidget* parent);
    ~PlotFigure() override;

protected:
    QCustomPlot& plot() { return *plot_; }
    /// Returns graph number i. It is made on first use and then reused, so that a new study allocates nothing.
    QCPGraph* graph(int i);
    /// Clears the data of graph number `from` and of those after it.
    void clearGraphs(int from);
    void drawContent(QPainter& painter, const QSize& size, const Canvas& canvas) override;
    QVector<QPolygonF> drawnLines() const override;

private:
    std::unique_ptr<QCustomPlot> plot_;
};

}   // namespace stepzero
