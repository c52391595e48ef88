// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/inspection.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/capture/depth_trend.h"
#include "core/capture/rules.h"
#include "core/capture/weights_audit.h"

namespace stepzero {

namespace {

std::optional<DepthFactor> factor_of(const std::vector<DepthSeries>& all, int sign)
{
    const DepthSeries* series = median_series(all);
    if (!series)
        return {};
    return DepthFactor {std::exp(sign * trend_of(*series)->slope), series->blocks};
}

}   // namespace

const CapturedWidths::One& widest(const CapturedWidths& captures)
{
    return *std::ranges::max_element(
        captures.captures, {}, [](const CapturedWidths::One& one) { return std::pair(one.width, one.step); });
}

Inspection inspect(Capture capture, const Capture* before, std::optional<Audit> weights)
{
    Inspection inspection {std::move(capture), {}};
    inspection.findings = capture_findings(inspection.capture);
    inspection.weights = std::move(weights);
    if (inspection.weights)
        add_findings(inspection.findings, *inspection.weights);
    if (before)
        inspection.change = capture_change(*before, inspection.capture);
    return inspection;
}

WidthInspection inspect(CapturedWidths captures)
{
    WidthInspection inspection {std::move(captures), {}, {}};
    inspection.exponents = width_exponents(inspection.captures);
    inspection.findings = findings_at(widest(inspection.captures).capture, inspection.exponents);
    return inspection;
}

std::vector<CaptureFinding> findings_at(const Capture& capture, const std::vector<WidthExponent>& exponents)
{
    std::vector<CaptureFinding> findings = capture_findings(capture);
    std::ranges::move(width_findings(exponents), std::back_inserter(findings));
    std::ranges::stable_sort(findings, std::greater(), &CaptureFinding::severity);
    return findings;
}

std::optional<DepthFactor> signal_factor(const Capture& capture) { return factor_of(signal_series(capture), 1); }

std::optional<DepthFactor> gradient_factor(const Capture& capture) { return factor_of(gradient_series(capture), -1); }

}   // namespace stepzero
