// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/phase_marks.h"

#include <QLineF>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/phase_labels.h"
#include "widgets/figures/network/phase_text.h"
#include "widgets/language/language.h"

namespace stepzero {

void drawPhaseSchemes(QPainter& painter, const Canvas& c, std::vector<Landmark> schemes, const Style& style)
{
    const double base = c.plot.bottom() + 1, half = style.px(4), high = style.px(7);
    std::stable_partition(schemes.begin(), schemes.end(), [](const Landmark& l) { return !l.covered; });
    for (const Landmark& scheme : schemes) {
        const double x = c.px(scheme.variances.weight);
        if (x < c.plot.left() - 1 || x > c.plot.right() + 1)
            continue;
        painter.setPen(style.pen(style.theme.text, 1));
        painter.setBrush(scheme.covered ? style.theme.text : style.theme.background);
        painter.drawPolygon(QPolygonF {{x, base}, {x - half, base + high}, {x + half, base + high}});
    }
}

QString phaseSchemesAt(const QPointF& at, const Canvas& c, const std::vector<Landmark>& schemes, const Style& style)
{
    const double below = at.y() - c.plot.bottom();
    QStringList names;
    Variances variances;
    for (const Landmark& scheme : schemes)
        if (below > 0 && below <= style.px(20) && std::abs(c.px(scheme.variances.weight) - at.x()) <= style.px(5)) {
            names << translated(scheme.label)
                    + (scheme.covered ? QString() : QObject::tr(" (mean-field theory does not hold for it)"));
            variances = scheme.variances;
        }
    return names.isEmpty() ? QString() : joinedText(names, ", ") + QStringLiteral(" · ") + variancesText(variances);
}

void drawPhasePins(QPainter& painter, const Canvas& c, const Frame& frame, QVector<QRectF> taken, const Style& style)
{
    const double gap = style.px(7);
    const QRectF inside = QRectF(c.plot).adjusted(style.px(2), style.px(2), -style.px(2), -style.px(2));
    for (const PinLine& line : frame.pins) {
        const Variances v {line.x.first(), line.y.first()};
        QPointF at = c.at(v.weight, v.bias);
        QString beyond;
        if (v.weight > frame.xHome.high && at.x() > c.plot.right()) {
            beyond = QObject::tr(" · σ_w² %1 →").arg(aligned(v.weight));
            at.setX(c.plot.right());
        }
        if (v.bias > frame.yHome.high && at.y() < c.plot.top()) {
            beyond += QObject::tr(" · σ_b² %1 ↑").arg(aligned(v.bias));
            at.setY(c.plot.top());
        }
        if (!isOn(c, at))
            continue;
        drawPinLine(
            painter, {line.pin, {0}, {0}}, QRectF(c.plot), [at](double, double) { return at; }, style);
        QString words
            = (line.remark.isEmpty() ? line.pin.name : line.pin.name + QStringLiteral(" · ") + line.remark) + beyond;
        const MathBox text
            = elidedLine(words.remove(QLatin1Char('$')), style.numberFont(), style.px(beyond.isEmpty() ? 130 : 190));
        const double right = at.x() + gap, left = at.x() - gap - text.width;
        const auto fits = [&](const QPointF& baseline) {
            const QRectF place = phasePlaceOf(text, baseline, style);
            return inside.contains(place) && isFree(taken, place);
        };
        // Next to the mark, otherwise on the nearest free row above or below it, connected by a line.
        for (int row = 0; row < 12; ++row) {
            const int away = (row % 2 == 0 ? 1 : -1) * ((row + 1) / 2);
            const double shift = away * (text.height() + style.px(1));
            const double baseline = at.y() + (text.ascent - text.descent) / 2 + shift;
            const double x = fits({right, baseline}) ? right : left;
            if (!fits({x, baseline}))
                continue;
            if (std::abs(shift) > 1.5 * text.height()) {
                painter.setPen(style.pen(style.theme.text, 0.8));
                painter.drawLine(at + QPointF(0, shift > 0 ? gap : -gap), QPointF(at.x(), at.y() + shift));
            }
            taken << phasePlaceOf(text, {x, baseline}, style);
            drawOutlined(painter, text, {x, baseline}, style.theme.text, style.theme.background);
            break;
        }
    }
}

void drawPhaseMarker(QPainter& painter, const QPointF& at, const QPointF& put, const Style& style)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(style.pen(style.theme.background, 5.5));
    painter.drawEllipse(at, style.px(6.5), style.px(6.5));
    painter.setPen(style.pen(style.theme.text, 2.5));
    painter.setBrush(style.theme.background);
    painter.drawEllipse(at, style.px(6.5), style.px(6.5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.theme.text);
    painter.drawEllipse(at, style.px(2.2), style.px(2.2));
    if (const QLineF way(at, put); way.length() > 1) {   // the point lies beyond zoomed axes
        const QPointF unit = (way.p2() - way.p1()) / way.length(), across(-unit.y(), unit.x());
        const double tip = style.px(17), base = style.px(10), half = style.px(4.5);
        painter.drawPolygon(
            QPolygonF {at + tip * unit, at + base * unit + half * across, at + base * unit - half * across});
    }
}

}   // namespace stepzero
