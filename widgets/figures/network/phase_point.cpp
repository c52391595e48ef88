// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/phase_point.h"

#include <QLineF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/figures/network/phase_labels.h"

namespace stepzero {

namespace {

/// Rounds to a number that is finer than a pixel.
double rounded(double value, double perPixel)
{
    const double step = std::pow(10.0, std::floor(std::log10(perPixel / 2)));
    return std::max(0.0, std::round(value / step) * step);
}

}   // namespace

bool isNear(Variances a, Variances b)
{
    const auto same = [](double x, double y) { return std::abs(x - y) <= 1e-9 * std::max(std::abs(x), std::abs(y)); };
    return same(a.weight, b.weight) && same(a.bias, b.bias);
}

std::optional<Variances> nearestCritical(const PhaseMap& map, const Canvas& c, const QPointF& at, double reach)
{
    double to_vertex = std::numeric_limits<double>::infinity();
    bool within = false;
    std::optional<Variances> nearest;
    const CriticalPoint* last = nullptr;
    for (const CriticalPoint& point : map.critical_line) {
        if (std::isnan(point.q)) {
            last = nullptr;
            continue;
        }
        const QPointF b = c.at(point.variances.weight, point.variances.bias);
        const QPointF a = last ? c.at(last->variances.weight, last->variances.bias) : b;
        const QPointF along = b - a;
        const double length = QPointF::dotProduct(along, along);
        const double share = length > 0 ? std::clamp(QPointF::dotProduct(at - a, along) / length, 0.0, 1.0) : 0;
        within = within || QLineF(at, a + share * along).length() <= reach;
        const double distance = QLineF(at, b).length();
        if (isOn(c, b) && distance < to_vertex) {
            to_vertex = distance;
            nearest = point.variances;
        }
        last = &point;
    }
    return within ? nearest : std::nullopt;
}

Variances variancesAt(const Canvas& c, const QPointF& at)
{
    return {rounded(std::clamp(c.vx(at.x()), c.x.low, c.x.high), c.x.span() / c.plot.width()),
        rounded(std::clamp(c.vy(at.y()), c.y.low, c.y.high), c.y.span() / c.plot.height())};
}

void PhasePoint::begin()
{
    static int steps = 0;
    key_ = QStringLiteral("phase %1").arg(++steps);
    passed_.clear();
}

void PhasePoint::putAt(Variances v)
{
    put_ = v;
    passed_ << v;
}

bool PhasePoint::isPassed(Variances v) const
{
    return std::any_of(passed_.begin(), passed_.end(), [&](Variances p) { return isNear(p, v); }) && !isNear(*put_, v);
}

}   // namespace stepzero
