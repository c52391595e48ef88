// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/slope.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "core/base/words/shown_text.h"

namespace stepzero {

std::optional<Slope> slope_of(const std::vector<double>& x, const std::vector<std::vector<double>>& y)
{
    const auto sizes = double(x.size()), seeds = double(y.empty() ? 0 : y.front().size());
    const double freedom = sizes * seeds - seeds - 1;
    double mx = 0, sxx = 0;
    for (const double at : x)
        mx += at / sizes;
    for (const double at : x)
        sxx += (at - mx) * (at - mx) * seeds;
    if (freedom < 1 || !(sxx > 0))
        return std::nullopt;
    std::vector<double> means(std::size_t(seeds), 0);
    double sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t seed = 0; seed < means.size(); ++seed) {
            if (!std::isfinite(y[i][seed]))
                return std::nullopt;
            means[seed] += y[i][seed] / sizes;
            sxy += (x[i] - mx) * y[i][seed];
        }
    Slope line {.slope = sxy / sxx};
    double residuals = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t seed = 0; seed < means.size(); ++seed) {
            const double off = y[i][seed] - means[seed] - line.slope * (x[i] - mx);
            residuals += off * off;
        }
    constexpr double upper = 0.975;
    const double quantile = boost::math::quantile(boost::math::students_t(freedom), upper);
    const double error = quantile * std::sqrt(residuals / freedom / sxx);
    line.low = line.slope - error;
    line.high = line.slope + error;
    return line;
}

Scaling scaling_of(const std::optional<Slope>& slope)
{
    if (!slope)
        return Scaling::unknown;
    const double low = slope->low, high = slope->high;
    return low > flat_slope                                ? Scaling::grows
        : high < -flat_slope                               ? Scaling::shrinks
        : low >= -2 * flat_slope && high <= 2 * flat_slope ? Scaling::level
                                                           : Scaling::uncertain;
}

const char* word(Scaling scaling)
{
    switch (scaling) {
    case Scaling::level:
        return "level";
    case Scaling::grows:
        return "grows";
    case Scaling::shrinks:
        return "shrinks";
    case Scaling::uncertain:
        return "uncertain";
    case Scaling::unknown:
        break;
    }
    return "unknown";
}

Text text_of(Scaling scaling)
{
    switch (scaling) {
    case Scaling::level:
        return tr("level");
    case Scaling::grows:
        return tr("grows");
    case Scaling::shrinks:
        return tr("shrinks");
    case Scaling::uncertain:
        return tr("uncertain");
    case Scaling::unknown:
        break;
    }
    return tr("unknown");
}

Text size_text(bool depths) { return depths ? tr("depth") : tr("width"); }

std::string slope_text(double number)
{
    const std::string text = hundredths_text(number);
    return number < 0 && text != hundredths_text(0) ? "−" + text : text;
}

Text slope_text(const Slope& slope)
{
    return tr("slope %1 (95%: %2 to %3)", slope_text(slope.slope), slope_text(slope.low), slope_text(slope.high));
}

}   // namespace stepzero
