// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/pin_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

/// Returns the y of a line at x; NaN where it has none.
double valueAt(const PinLine& line, double x, bool points)
{
    const auto& xs = line.x;
    if (xs.isEmpty() || std::any_of(xs.begin(), xs.end(), [](double each) { return !std::isfinite(each); })
        || !std::is_sorted(xs.begin(), xs.end()))
        return nan;
    const auto next = std::upper_bound(xs.begin(), xs.end(), x) - xs.begin();
    if (line.steps)
        return next == 0 || next == xs.size() ? nan : line.y[next - 1];
    if (points) {
        const auto nearest = next == 0 ? 0 : next == xs.size() || x - xs[next - 1] <= xs[next] - x ? next - 1 : next;
        return std::abs(xs[nearest] - x) <= 0.5 ? line.y[nearest] : nan;
    }
    if (next == 0 || next == xs.size())
        return nan;
    return std::lerp(line.y[next - 1], line.y[next], (x - xs[next - 1]) / (xs[next] - xs[next - 1]));
}

QChar signOf(PinFill fill)
{
    return fill == PinFill::filled ? QChar(0x25cf) : fill == PinFill::open ? QChar(0x25cb) : QChar(0x25c9);
}

}   // namespace

QString numberOnY(const Frame& frame, double y)
{
    switch (frame.yScale) {
    case Scale::log10:
        return alignedLog10(y, false);
    case Scale::symlog:
        return y == 0 ? QStringLiteral("0") : alignedLog10(frame.symlog.log10_magnitude(y), y < 0);
    case Scale::percent:
        return QString::number(100 * y, 'f', 1) + QStringLiteral("%");
    default:
        return aligned(y);
    }
}

QString pinReadout(const Frame& frame, double x)
{
    const bool points = frame.layers > 0 || frame.xScale == Scale::count;
    QStringList all;
    QVector<int> said;
    for (const PinLine& first : frame.pins) {
        if (said.contains(first.pin.style))
            continue;
        said << first.pin.style;
        bool several = false;
        QStringList values;
        for (const PinLine& line : frame.pins) {
            if (line.pin.style != first.pin.style)
                continue;
            several = several || line.fill != PinFill::filled;
            if (const double y = valueAt(line, x, points); std::isfinite(y))
                values << QString(signOf(line.fill)) + QLatin1Char(' ') + numberOnY(frame, y);
        }
        if (values.isEmpty())
            continue;
        if (!several)
            for (QString& value : values)
                value.remove(0, 2);
        all << first.pin.name + QLatin1Char(' ') + values.join(several ? QStringLiteral(" ") : QStringLiteral(", "));
    }
    return all.join(QStringLiteral(" · "));
}

}   // namespace stepzero
