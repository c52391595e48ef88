// SPDX-License-Identifier: GPL-3.0-or-later
// A figure whose series Qt Charts draws, for small and categorical data. It uses no QChartView: the mouse handling of
// that class crashes in Qt 6.4 (QTBUG-118669), and AxesFigure handles the pointer anyway. The axes are bare, as in
// PlotFigure.
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
    /// Adds a series to the chart and attaches both axes. Precondition: setAxes() was called.
    void add(QAbstractSeries* series);
    /// The chart takes ownership of the axes.
    void setAxes(QAbstractAxis* x, QAbstractAxis* y);
    void drawContent(QPainter& painter, const QSize& size, const Canvas& canvas) override;
    /// Makes the x axis of the chart follow the canvas. A category axis does not follow it.
    virtual void applyRanges(const Canvas& canvas);

private:
    std::unique_ptr<QGraphicsScene> scene_;
    QChart* chart_;   // owned by the scene
    QAbstractAxis *x_ = nullptr, *y_ = nullptr;
};

}   // namespace stepzero
