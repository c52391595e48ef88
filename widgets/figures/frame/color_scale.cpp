// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/color_scale.h"

#include <qcustomplot.h>

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/math_line.h"

namespace stepzero {

const ColorStops& viridis()
{
    static const ColorStops stops {
        "#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"};
    return stops;
}

ColorStops diverging(const Theme& theme)
{
    return theme.dark ? ColorStops {"#4f8fd0", "#3c6a99", "#2e4862", "#26292e", "#5b3937", "#934e47", "#d0695c"}
                      : ColorStops {"#4a7fb8", "#86abd2", "#c1d5e7", "#f5f5f3", "#eecbbd", "#dd9a86", "#c2604f"};
}

QColor colorAt(const ColorStops& stops, double share)
{
    const double at = std::clamp(share, 0.0, 1.0) * double(stops.size() - 1);
    const auto i = std::min(qsizetype(at), stops.size() - 2);
    const double t = at - double(i);
    const QColor &a = stops[i], &b = stops[i + 1];
    return QColor::fromRgbF(float(std::lerp(a.redF(), b.redF(), t)), float(std::lerp(a.greenF(), b.greenF(), t)),
        float(std::lerp(a.blueF(), b.blueF(), t)));
}

ColorStops lineColors(const Theme& theme)
{
    constexpr int left_out = 2;   // of nine
    return theme.dark ? viridis().mid(left_out) : viridis().first(viridis().size() - left_out / 2);
}

QColor lineColor(const Theme& theme, int i, int n)
{
    return colorAt(lineColors(theme), n > 1 ? double(i) / (n - 1) : 0);
}

QCPColorGradient gradientOf(const ColorStops& stops)
{
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i < stops.size(); ++i)
        gradient.setColorStopAt(double(i) / double(stops.size() - 1), stops[i]);
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

void drawColorScale(QPainter& painter, const Style& style, const QRect& axes, const ColorStops& stops,
    const QVector<Tick>& ticks, const QString& title)
{
    const QRectF bar(axes.right() + style.px(12), axes.top(), style.px(10), axes.height());
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (int i = 0; i < stops.size(); ++i)
        gradient.setColorAt(double(i) / double(stops.size() - 1), stops[i]);
    painter.fillRect(bar, gradient);
    painter.setFont(style.numberFont());
    painter.setPen(style.theme.faint_text);
    const double high = style.px(16);
    const QFontMetricsF metrics(style.numberFont());
    const double half = metrics.capHeight() / 2;   // the first and last number end with the bar
    for (const Tick& tick : ticks) {
        const double y = std::clamp(bar.bottom() - tick.at * bar.height(), bar.top() + half, bar.bottom() - half);
        painter.drawText(QRectF(bar.right() + style.px(4), y - high / 2, style.px(40), high),
            Qt::AlignLeft | Qt::AlignVCenter, tick.label);
    }
    const MathBox name = mathLine(title, style.numberFont());
    name.draw(painter,
        {bar.left() + style.px(7) + (bar.width() - name.width) / 2,
            bar.top() - style.px(14) + (name.ascent - name.descent) / 2},
        style.theme.faint_text);
}

}   // namespace stepzero
