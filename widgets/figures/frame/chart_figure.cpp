// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/chart_figure.h"

#include <QGraphicsLayout>
#include <QPainter>
#include <QtCharts/QLegend>
#include <QtCharts/QValueAxis>

#include "widgets/figures/frame/relay.h"

namespace stepzero {

ChartFigure::ChartFigure(QWidget* parent)
    : AxesFigure(parent), scene_(std::make_unique<QGraphicsScene>()), chart_(new QChart)
{
    chart_->setAnimationOptions(QChart::NoAnimation);
    chart_->setBackgroundVisible(false);
    chart_->setPlotAreaBackgroundVisible(false);
    chart_->setMargins({0, 0, 0, 0});
    chart_->layout()->setContentsMargins(0, 0, 0, 0);
    chart_->legend()->hide();
    scene_->addItem(chart_);
    scene_->setItemIndexMethod(QGraphicsScene::NoIndex);
}

void ChartFigure::setAxes(QAbstractAxis* x, QAbstractAxis* y)
{
    x_ = x;
    y_ = y;
    for (QAbstractAxis* axis : {x, y}) {
        axis->setVisible(false);
        axis->setGridLineVisible(false);
    }
    chart_->addAxis(x, Qt::AlignBottom);
    chart_->addAxis(y, Qt::AlignLeft);
}

void ChartFigure::add(QAbstractSeries* series)
{
    chart_->addSeries(series);
    series->attachAxis(x_);
    series->attachAxis(y_);
}

void ChartFigure::applyRanges(const Canvas& c)
{
    x_->setRange(c.x.low, c.x.high);
    y_->setRange(c.y.low, c.y.high);
}

void ChartFigure::drawContent(QPainter& painter, const QSize& size, const Canvas& c)
{
    chart_->setGeometry(QRectF(QPointF(0, 0), QSizeF(size)));
    chart_->setPlotArea(QRectF(c.plot));
    applyRanges(c);
    scene_->setSceneRect(chart_->sceneBoundingRect());
    painter.save();
    painter.setClipRect(c.plot, Qt::IntersectClip);
    // Chart items replace the painter's clip. Drawn through a relay, they cannot leave the axes.
    {
        Relay relay(painter, size);
        QPainter onto(&relay);
        onto.setRenderHint(QPainter::Antialiasing);
        scene_->render(&onto, QRectF(QPointF(0, 0), QSizeF(size)), chart_->sceneBoundingRect(), Qt::IgnoreAspectRatio);
    }
    painter.restore();
}

}   // namespace stepzero
