// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/float_limits.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/level_label.h"

namespace stepzero {

namespace {

QString largestText(const FloatRange& range)
{
    return range.largest < 1e6 ? QString::number(range.largest, 'f', 0) : pretty(range.largest);
}

}   // namespace

FloatLimits::FloatLimits(const std::optional<FloatFormat>& judged) : judged_(judged)
{
    if (judged_) {
        const FloatRange& range = float_range(*judged_);
        const QString label = QString::fromLatin1(range.label);
        limits_ << Limit {std::log2(range.largest), QObject::tr("%1, largest %2").arg(label, largestText(range))}
                << Limit {std::log2(range.smallest_normal),
                       QObject::tr("smallest normal %1").arg(powerOfTwo(std::log2(range.smallest_normal))), false}
                << Limit {std::log2(range.smallest_subnormal),
                       QObject::tr("%1, smallest %2").arg(label, powerOfTwo(std::log2(range.smallest_subnormal)))};
        return;
    }
    for (const FloatFormat format : float_order) {
        const FloatRange& range = float_range(format);
        const QString label = QString::fromLatin1(range.label);
        for (const double log2 : {std::log2(range.largest), std::log2(range.smallest_subnormal)}) {
            constexpr double alike = 0.5;   // limits that are closer share one label
            const auto same = std::find_if(limits_.begin(), limits_.end(),
                [&](const Limit& limit) { return std::abs(limit.log2 - log2) < alike; });
            const bool merged = same != limits_.end();
            if (merged)
                same->words += QObject::tr(", ") + label;
            limits_ << Limit {log2, merged ? QString() : label};
        }
    }
}

Range FloatLimits::range() const
{
    Range range {1e300, -1e300};
    constexpr double far = 32;   // with all formats, the wide ones are visible only when the data reach them
    for (const Limit& limit : limits_)
        if (judged_ || std::abs(limit.log2) < far)
            range = range.united({limit.log2, limit.log2});
    return range;
}

void FloatLimits::drawZones(QPainter& painter, const Canvas& c, const Style& style) const
{
    if (!judged_)
        return;
    const FloatRange& range = float_range(*judged_);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    const auto zone = [&](double low, double high, double share) {
        const double top = std::clamp(c.py(high), c.plot.top() - 1.0, c.plot.bottom() + 2.0);
        const double bottom = std::clamp(c.py(low), c.plot.top() - 1.0, c.plot.bottom() + 2.0);
        painter.setBrush(style.theme.tint(style.theme.warning, share));
        painter.drawRect(QRectF(c.plot.left(), top, c.plot.width() + 1, bottom - top));
    };
    zone(std::log2(range.largest), c.y.high, 0.14);
    zone(std::log2(range.smallest_subnormal), std::log2(range.smallest_normal), 0.06);
    zone(c.y.low, std::log2(range.smallest_subnormal), 0.14);
}

void FloatLimits::draw(QPainter& painter, const Frame& frame, const Canvas& c, const Style& style) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Limit& limit : limits_) {
        painter.setPen(style.pen(
            limit.strong ? style.theme.text : style.theme.faint_text, 1, limit.strong ? Qt::SolidLine : Qt::DashLine));
        const double y = std::round(c.py(limit.log2));
        painter.drawLine(QPointF(c.plot.left(), y), QPointF(c.plot.right() + 1, y));
    }
    // Labels are above their line, or below it, where there is room.
    QVector<QRectF> taken;
    const QFontMetricsF metrics(style.numberFont());
    const double gap = style.px(6), high = metrics.height();
    for (const Limit& limit : limits_) {
        if (limit.words.isEmpty() || !c.y.contains(limit.log2))
            continue;
        const MathBox words = mathLine(limit.words, style.numberFont());
        for (const double top : {c.py(limit.log2) - high, c.py(limit.log2) + style.px(1)}) {
            const QRectF place(levelLabelStart(frame, c, words.width, gap), top, words.width, high);
            if (!QRectF(c.plot).contains(place) || std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) {
                    return other.intersects(place);
                }))
                continue;
            taken << place;
            drawOutlined(painter, words, {place.left(), place.top() + metrics.ascent() - style.px(1)},
                limit.strong ? style.theme.text : style.theme.faint_text, style.theme.background);
            break;
        }
    }
}

}   // namespace stepzero
