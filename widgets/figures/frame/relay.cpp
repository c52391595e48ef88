// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/relay.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <cmath>
#include <functional>
#include <optional>

namespace stepzero {

namespace {

/// Clips a line to a rectangle (Liang and Barsky).
std::optional<QLineF> cutLine(const QLineF& line, const QRectF& clip)
{
    double from = 0, to = 1;
    const auto within = [&](double delta, double room) {   // restricts t by delta·t ≤ room
        if (delta == 0)
            return room >= 0;
        (delta > 0 ? to : from) = delta > 0 ? std::min(to, room / delta) : std::max(from, room / delta);
        return from <= to;
    };
    if (!within(-line.dx(), line.x1() - clip.left()) || !within(line.dx(), clip.right() - line.x1())
        || !within(-line.dy(), line.y1() - clip.top()) || !within(line.dy(), clip.bottom() - line.y1()))
        return std::nullopt;
    return QLineF(line.pointAt(from), line.pointAt(to));
}

/// Clips a polygon to a rectangle (Sutherland and Hodgman).
QPolygonF cutPolygon(QPolygonF polygon, const QRectF& clip)
{
    using Side = std::function<double(const QPointF&)>;   // ≥ 0 inside
    const Side sides[] = {[&](const QPointF& p) { return p.x() - clip.left(); },
        [&](const QPointF& p) { return clip.right() - p.x(); }, [&](const QPointF& p) { return p.y() - clip.top(); },
        [&](const QPointF& p) { return clip.bottom() - p.y(); }};
    for (const Side& side : sides) {
        QPolygonF kept;
        for (qsizetype i = 0; i < polygon.size(); ++i) {
            const QPointF a = polygon[i], b = polygon[(i + 1) % polygon.size()];
            const double da = side(a), db = side(b);
            if (da >= 0)
                kept << a;
            if ((da < 0) != (db < 0))
                kept << a + (b - a) * (da / (da - db));
        }
        polygon = kept;
    }
    return polygon;
}

class RelayEngine : public QPaintEngine {
public:
    RelayEngine(QPainter& target, Clipping clipping)
        : QPaintEngine(AllFeatures), target_(target), base_(target.transform()), cutting_(clipping == Clipping::cut)
    {
        if (target.hasClipping())
            outer_ = target.clipBoundingRect();
        target.save();
    }
    ~RelayEngine() override { target_.restore(); }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& next) override
    {
        const DirtyFlags dirty = next.state();
        if (dirty & DirtyTransform) {
            transform_ = next.transform();
            target_.setTransform(transform_ * base_);
        }
        if (dirty & DirtyPen)
            target_.setPen(next.pen());
        if (dirty & DirtyBrush)
            target_.setBrush(next.brush());
        if (dirty & DirtyBrushOrigin)
            target_.setBrushOrigin(next.brushOrigin());
        if (dirty & DirtyFont)
            target_.setFont(next.font());
        if (dirty & DirtyOpacity)
            target_.setOpacity(next.opacity());
        if (dirty & DirtyHints) {
            target_.setRenderHints(target_.renderHints(), false);
            target_.setRenderHints(next.renderHints());
        }
        if (dirty & (DirtyClipRegion | DirtyClipPath | DirtyClipEnabled))
            updateClip(next, dirty);
    }

    void drawLines(const QLineF* lines, int n) override
    {
        if (!cutting_ || !clip_)
            return target_.drawLines(lines, n);
        const QRectF clip = localClip();
        for (int i = 0; i < n; ++i)
            if (const auto part = cutLine(lines[i], clip))
                target_.drawLine(*part);
    }

    void drawRects(const QRectF* rects, int n) override
    {
        for (int i = 0; i < n; ++i) {
            if (!cutting_ || !clip_ || localClip().contains(rects[i]))
                target_.drawRect(rects[i]);
            else
                cutFilled({QPolygonF(rects[i])});
        }
    }

    void drawPolygon(const QPointF* points, int n, PolygonDrawMode mode) override
    {
        const QPolygonF polygon(QList<QPointF>(points, points + n));
        if (!cutting_ || !clip_ || localClip().contains(polygon.boundingRect())) {
            if (mode == PolylineMode)
                target_.drawPolyline(polygon);
            else
                target_.drawPolygon(polygon, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        } else if (mode == PolylineMode) {
            cutPolyline(polygon);
        } else {
            cutFilled({polygon + QPolygonF {polygon.first()}});
        }
    }

    void drawEllipse(const QRectF& rect) override
    {
        if (!cutting_ || !clip_)
            return target_.drawEllipse(rect);
        // A marker belongs to the point in its middle, so it is drawn whole or not at all.
        if (localClip().contains(rect.center()))
            target_.drawEllipse(rect);
    }

    void drawPath(const QPainterPath& path) override
    {
        if (!cutting_ || !clip_ || localClip().contains(path.boundingRect()))
            target_.drawPath(path);
        else
            cutFilled(path.toSubpathPolygons());
    }

    void drawPoints(const QPointF* points, int n) override
    {
        for (int i = 0; i < n; ++i)
            if (!cutting_ || !clip_ || localClip().contains(points[i]))
                target_.drawPoint(points[i]);
    }

    void drawTextItem(const QPointF& point, const QTextItem& item) override
    {
        if (!cutting_)
            return target_.drawTextItem(point, item);
        if (clip_ && !localClip().adjusted(-1, -1, 1, 1).contains(point))
            return;
        QPainterPath letters;
        letters.addText(point, item.font(), item.text());
        target_.fillPath(letters, target_.pen().brush());
    }

    void drawPixmap(const QRectF& rect, const QPixmap& pixmap, const QRectF& source) override
    {
        drawImage(rect, pixmap.toImage(), source, Qt::AutoColor);
    }

    void drawImage(const QRectF& rect, const QImage& image, const QRectF& source, Qt::ImageConversionFlags) override
    {
        if (!cutting_ || !clip_ || localClip().contains(rect))
            return target_.drawImage(rect, image, source);
        const QRectF part = rect & localClip();
        const double sx = source.width() / rect.width(), sy = source.height() / rect.height();
        if (!part.isEmpty())
            target_.drawImage(part, image,
                QRectF(source.x() + (part.x() - rect.x()) * sx, source.y() + (part.y() - rect.y()) * sy,
                    part.width() * sx, part.height() * sy));
    }

private:
    QRectF localClip() const { return transform_.inverted().mapRect(*clip_); }

    void updateClip(const QPaintEngineState& next, DirtyFlags dirty)
    {
        if (dirty & (DirtyClipRegion | DirtyClipPath)) {
            const QRectF bounds
                = dirty & DirtyClipPath ? next.clipPath().boundingRect() : QRectF(next.clipRegion().boundingRect());
            const QRectF mapped = next.transform().mapRect(bounds);
            if (next.clipOperation() == Qt::NoClip)
                own_.reset();
            else
                own_ = next.clipOperation() == Qt::IntersectClip && own_ ? *own_ & mapped : mapped;
        }
        clip_ = (dirty & DirtyClipEnabled) && !next.isClipEnabled() ? std::nullopt : own_;
        if (outer_)
            clip_ = clip_ ? *clip_ & *outer_ : *outer_;
        if (cutting_)
            return;
        target_.setTransform(base_);
        if (clip_)
            target_.setClipRect(*clip_);
        else
            target_.setClipping(false);
        target_.setTransform(transform_ * base_);
    }

    void cutPolyline(const QPolygonF& polyline)
    {
        const QRectF clip = localClip();
        QPolygonF run;
        const auto flush = [&] {
            if (run.size() > 1)
                target_.drawPolyline(run);
            run.clear();
        };
        for (qsizetype i = 0; i + 1 < polyline.size(); ++i) {
            const auto part = cutLine({polyline[i], polyline[i + 1]}, clip);
            if (!part) {
                flush();
                continue;
            }
            if (run.isEmpty() || run.last() != part->p1()) {
                flush();
                run << part->p1();
            }
            run << part->p2();
            if (part->p2() != polyline[i + 1])
                flush();
        }
        flush();
    }

    /// Draws closed outlines: areas are clipped as polygons, and strokes as lines.
    void cutFilled(const QList<QPolygonF>& polygons)
    {
        const QPen pen = target_.pen();
        if (target_.brush().style() != Qt::NoBrush) {
            target_.setPen(Qt::NoPen);
            for (const QPolygonF& polygon : polygons) {
                const QPolygonF inside = cutPolygon(polygon, localClip());
                if (inside.size() > 2)
                    target_.drawPolygon(inside);
            }
            target_.setPen(pen);
        }
        if (pen.style() != Qt::NoPen)
            for (const QPolygonF& polygon : polygons)
                cutPolyline(polygon);
    }

    QPainter& target_;
    QTransform base_, transform_;
    bool cutting_;
    std::optional<QRectF> outer_, own_, clip_;   // in pixels of the relay
};

}   // namespace

Relay::Relay(QPainter& target, const QSize& size, Clipping clipping) : size_(size)
{
    engine_ = std::make_unique<RelayEngine>(target, clipping);
}

Relay::~Relay() = default;

QPaintEngine* Relay::paintEngine() const { return engine_.get(); }

int Relay::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return size_.width();
    case PdmHeight:
        return size_.height();
    case PdmWidthMM:
        return qRound(size_.width() * 25.4 / 96);
    case PdmHeightMM:
        return qRound(size_.height() * 25.4 / 96);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return 96;
    case PdmDepth:
        return 32;
    case PdmNumColors:
        return 2147483647;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return int(devicePixelRatioFScale());
    default:   // Qt 6.8 has more metrics: parts of a fractional ratio
        return 0;
    }
}

}   // namespace stepzero
