// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/trend_finding.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/diagnose/text.h"

namespace stepzero {

CaptureFinding trend_finding(const Capture& capture, const std::string& id,
    const std::vector<const DepthSeries*>& series, double grave, const Text& quantity,
    const std::function<double(const CapturedModule&)>& size, bool backward, const Text& cause, const Text& fix)
{
    const DepthSeries* worst = series.front();
    std::vector<const CapturedModule*> modules;
    for (const DepthSeries* one : series) {
        if (std::abs(trend_of(*one)->drift) > std::abs(trend_of(*worst)->drift))
            worst = one;
        for (const DepthSeries::Point& point : one->points)
            modules.push_back(point.module);
    }
    const DepthTrend trend = *trend_of(*worst);
    // The last layer may be a head of another size.
    const auto by_direction = [&trend](const DepthSeries::Point& one) { return trend.slope < 0 ? -one.ln : one.ln; };
    const auto extreme = std::ranges::max_element(worst->points, {}, by_direction);
    const CapturedModule *from = worst->points.front().module, *to = extreme->module;
    if (backward)
        std::swap(from, to);
    const std::string factor = exp_text(backward ? -trend.slope : trend.slope), first = short_text(size(*from)),
                      last = short_text(size(*to));
    const Text what = worst->blocks ? tr("%1 changes by ×%2 per block, from %3 in block %4 to %5 in block %6.",
                          quantity, factor, first, from->block, last, to->block)
                                    : tr("%1 changes by ×%2 per layer, from %3 to %4 over %5 layers.", quantity, factor,
                                        first, last, extreme - worst->points.begin() + 1);
    return finding_of(
        capture, id, std::abs(trend.drift) > grave ? Severity::error : Severity::warning, modules, what, cause, fix);
}

}   // namespace stepzero
