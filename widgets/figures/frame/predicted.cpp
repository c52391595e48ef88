// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/predicted.h"

#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

namespace {

constexpr int mostPlaces = 49;   // arrow keys go from place to place

}   // namespace

std::optional<TheoryCurve> withShape(TheoryCurve curve, const Canvas& c, const std::function<double(double x)>& height)
{
    const double base = std::clamp(c.py(0), double(c.plot.top()), double(c.plot.bottom()) + 1);
    curve.base = base;
    for (int i = 0; i < mostPlaces; ++i) {
        const double x = c.plot.left() + double(c.plot.width() * i) / (mostPlaces - 1), y = height(c.vx(x));
        curve.x << x;
        curve.y << (std::isfinite(y) ? std::clamp(c.py(y), double(c.plot.top()), base) : base);
    }
    return *std::min_element(curve.y.begin(), curve.y.end()) < base - 1 ? std::optional(curve) : std::nullopt;
}

std::optional<TheoryCurve> withLine(
    TheoryCurve curve, const Canvas& c, const std::vector<double>& x, const std::vector<double>& y)
{
    const std::size_t step = std::max<std::size_t>(1, (x.size() + mostPlaces - 1) / mostPlaces);
    for (std::size_t i = 0; i < x.size(); i += step)
        if (c.x.contains(x[i]) && c.y.contains(y[i])) {
            curve.x << c.px(x[i]);
            curve.y << c.py(y[i]);
        }
    curve.top = curve.bottom = curve.y;
    return curve.x.isEmpty() ? std::nullopt : std::optional(curve);
}

}   // namespace stepzero
