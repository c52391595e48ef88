// SPDX-License-Identifier: GPL-3.0-or-later
// A figure whose series Qt Charts draws: what is small and categorical. There is no QChartView: its mouse handling
// crashes in Qt 6.4 (QTBUG-118669), and AxesFigure has the pointer anyway. The axes are bare, as in PlotFigure.
#pragma once

#include <QtCharts/QChart>

#include <QGraphicsScene>
#include <memory>

#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

class ChartFigure : public AxesFigure {
    Q_OBJECT
public:
    explicit ChartFigure(QWidget* parent);

protected:
    QChart& chart() { return *chart_; }
    /// Gives the chart a series with both axes. The x axis is set by setAxes() before.
    void add(QAbstractSeries* series);
    /// The chart takes the axes over.
    void setAxes(QAbstractAxis* x, QAbstractAxis* y);
    void drawContent(QPainter& painter, const QSize& size, const Canvas& canvas) override;
    /// The chart's x axis follows the canvas; a category axis does not.
    virtual void applyRanges(const Canvas& canvas);

private:
    std::unique_ptr<QGraphicsScene> scene_;
    QChart* chart_;   // owned by the scene
    QAbstractAxis *x_ = nullptr, *y_ = nullptr;
};

}   // namespace stepzero
