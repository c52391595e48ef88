// SPDX-License-Identifier: GPL-3.0-or-later
// Records the texts of a figure and their positions, for tests.
#pragma once

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include "widgets/figures/picture.h"

namespace stepzero {

/// Records the positions of texts and lines instead of drawing them.
class PaperRecorder : public QPaintDevice {
public:
    explicit PaperRecorder(const QSize& size) : size_(size), engine_(*this) { }
    QPaintEngine* paintEngine() const override { return &engine_; }

    QVector<QRectF> ink;   ///< bounds of letters according to the font
    QStringList texts;
    QVector<QRectF> lines;

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return size_.width();
        case PdmHeight:
            return size_.height();
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return int(devicePixelRatioFScale());
        default:
            return 96;
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        explicit Engine(PaperRecorder& to) : QPaintEngine(AllFeatures), to_(to) { }
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        Type type() const override { return User; }
        void updateState(const QPaintEngineState& next) override
        {
            if (next.state() & DirtyTransform)
                transform_ = next.transform();
        }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { }
        void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override { }
        void drawRects(const QRectF*, int) override { }
        void drawPath(const QPainterPath&) override { }
        void drawPolygon(const QPointF* points, int count, PolygonDrawMode) override
        {
            to_.lines << transform_.mapRect(QPolygonF(QVector<QPointF>(points, points + count)).boundingRect());
        }
        void drawTextItem(const QPointF& at, const QTextItem& item) override
        {
            to_.texts << item.text();
            to_.ink << transform_.mapRect(QFontMetricsF(item.font()).tightBoundingRect(item.text()).translated(at));
        }

    private:
        PaperRecorder& to_;
        QTransform transform_;
    };
    QSize size_;
    mutable Engine engine_;
};

/// Returns the texts of a figure's picture, each as ">text<".
inline QString wordsOf(
    const QString& kind, const ExhibitPtr& exhibit, const QJsonObject& view = {}, int width = 1300, int height = 500)
{
    PaperRecorder paper({width, height});
    QPainter painter(&paper);
    figureOf({kind, view}, exhibit)->paint(painter, QSizeF(width, height));
    return QLatin1Char('>') + paper.texts.join(QStringLiteral("<>")) + QLatin1Char('<');
}

}   // namespace stepzero
