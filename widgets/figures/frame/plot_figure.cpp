// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/plot_figure.h"

#include <qcustomplot.h>

#include "widgets/figures/frame/relay.h"

namespace stepzero {

PlotFigure::PlotFigure(QWidget* parent) : AxesFigure(parent), plot_(std::make_unique<QCustomPlot>())
{
    plot_->setBackground(Qt::NoBrush);
    plot_->plotLayout()->setMinimumSize(1, 1);
    QCPAxisRect* rect = plot_->axisRect();
    rect->setAutoMargins(QCP::msNone);
    rect->setMinimumSize(1, 1);
    rect->setBackground(Qt::NoBrush);
    for (QCPAxis* axis : rect->axes()) {
        axis->grid()->setVisible(false);
        axis->setVisible(false);
    }
}

PlotFigure::~PlotFigure() = default;

QCPGraph* PlotFigure::graph(int i)
{
    while (plot_->graphCount() <= i)
        plot_->addGraph();
    QCPGraph* g = plot_->graph(i);
    g->setVisible(true);
    return g;
}

void PlotFigure::clearGraphs(int from)
{
    for (int i = from; i < plot_->graphCount(); ++i) {
        plot_->graph(i)->setVisible(false);
        plot_->graph(i)->data()->clear();
    }
}

/// Returns the graphs that have a stroke or points, but not areas.
QVector<QPolygonF> PlotFigure::drawnLines() const
{
    QVector<QPolygonF> all;
    for (int i = 0; i < plot_->graphCount(); ++i) {
        QPolygonF line;
        const QCPGraph* g = plot_->graph(i);
        if (g->visible() && g->brush().style() == Qt::NoBrush && !g->channelFillGraph())
            for (const QCPGraphData& point : *g->data())
                line << QPointF(point.key, point.value);
        all << line;
    }
    return all;
}

void PlotFigure::drawContent(QPainter& painter, const QSize& size, const Canvas& c)
{
    plot_->axisRect()->setMargins(
        {c.plot.left(), c.plot.top(), size.width() - c.plot.right() - 1, size.height() - c.plot.bottom() - 1});
    plot_->xAxis->setRange(c.x.low, c.x.high);
    plot_->yAxis->setRange(c.y.low, c.y.high);
    Relay relay(painter, size);
    QCPPainter onto(&relay);
    plot_->setViewport(QRect(QPoint(0, 0), size));
    plot_->toPainter(&onto, size.width(), size.height());
    onto.end();
}

}   // namespace stepzero
