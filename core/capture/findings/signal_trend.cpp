// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/capture_thresholds.h"
#include "core/capture/depth_trend.h"
#include "core/capture/rules.h"
#include "core/capture/trend_finding.h"

namespace stepzero {

namespace {

std::vector<CaptureFinding> find_signal_trend(const Capture& capture)
{
    const std::vector<DepthSeries> all = signal_series(capture);
    std::vector<CaptureFinding> findings;
    for (const int sign : {-1, 1}) {
        const auto series = drifting(all, capture_limits::signal_drift, sign);
        if (series.empty())
            continue;
        const bool grows = sign > 0;
        findings.push_back(trend_finding(
            capture, grows ? "exploding_signal" : "vanishing_signal", series, capture_limits::grave_signal_drift,
            tr("the RMS of the output"), [](const CapturedModule& one) { return one.output->rms.value_or(0); }, false,
            grows ? tr("Every layer amplifies its input. The weights are too large for their fan-in, or branches add "
                       "up without a norm or a factor that falls with depth.")
                  : tr("Every layer shrinks its input. The gain of the initialization is too small for the activation, "
                       "or the weights are too small for their fan-in."),
            grows ? tr("Use an initialization with the activation's gain, divide residual branches by √(2·blocks), or "
                       "add norms.")
                  : tr("Use an initialization with the activation's gain, such as He for ReLU, or add norms.")));
    }
    return findings;
}

}   // namespace

CaptureRule capture_rule_signal_trend()
{
    return {"signal_trend",
        {{"vanishing_signal", tr("vanishing"), tr("outputs shrink with depth")},
            {"exploding_signal", tr("exploding"), tr("outputs grow with depth")}},
        find_signal_trend};
}

}   // namespace stepzero
