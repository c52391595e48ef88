// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/capture_thresholds.h"
#include "core/capture/depth_trend.h"
#include "core/capture/rules.h"
#include "core/capture/trend_finding.h"

namespace stepzero {

namespace {

/// A gradient that is smaller in the first block than in the last one vanishes: it goes backward.
std::vector<CaptureFinding> find_gradient_trend(const Capture& capture)
{
    const std::vector<DepthSeries> all = gradient_series(capture);
    std::vector<CaptureFinding> findings;
    for (const int sign : {1, -1}) {
        const auto series = drifting(all, capture_limits::gradient_drift, sign);
        if (series.empty())
            continue;
        const bool vanishes = sign > 0;
        findings.push_back(trend_finding(
            capture, vanishes ? "vanishing_gradient" : "exploding_gradient", series,
            capture_limits::grave_gradient_drift, tr("going backward, the norm of the gradient"),
            [](const CapturedModule& one) { return one.gradient->norm().value_or(0); }, true,
            vanishes ? tr("Every layer shrinks the gradient, so the first layers hardly learn.")
                     : tr("Every layer amplifies the gradient, so the first layers take steps that are too large."),
            vanishes
                ? tr("Use an initialization with the activation's gain, residual connections, or an activation that "
                     "does not saturate.")
                : tr("Use an initialization with the activation's gain, divide residual branches by √(2·blocks), or "
                     "add norms.")));
    }
    return findings;
}

}   // namespace

CaptureRule capture_rule_gradient_trend()
{
    return {"gradient_trend",
        {{"vanishing_gradient", tr("vanishing gradient"), tr("gradients shrink on their way back to the first layers")},
            {"exploding_gradient", tr("exploding gradient"),
                tr("gradients grow on their way back to the first layers")}},
        find_gradient_trend};
}

}   // namespace stepzero
