// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding errors that grow from layer to layer until little of the signal is left.
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/modules/precision.h"

namespace stepzero {

namespace {

/// Returns whether the error at the last layer is large, or beyond the range of theory.
bool loses_digits(const Experiment&, const Profile& profile)
{
    const std::optional<double>& error = profile.layers.back().rounding_error;
    return !error || *error > thresholds::margin * thresholds::rounding_error;
}

std::vector<Finding> find_rounding(const Case& c)
{
    const int depth = c.measurement.depth();
    const auto number = [&](int layer, Quantity quantity) { return c.measurement.number(layer, quantity).value_or(0); };
    const double last = number(depth, Quantity::rounding_error), first = number(1, Quantity::rounding_error);
    // Underflow is reported separately (rules/precision.cpp).
    if (!c.plan.kind->layered || depth < 2 || !(last > thresholds::rounding_error) || !(last > first)
        || number(depth, Quantity::flushed_fraction) > thresholds::underflow)
        return {};
    int from = depth;
    while (from > 1 && number(from - 1, Quantity::rounding_error) > thresholds::rounding_error)
        --from;
    const Text format = precision_info(c.experiment.measure).label;
    Finding finding {.id = "rounding_error",
        .severity = Severity::warning,
        .first_layer = from,
        .last_layer = depth,
        .message = tr("In %1 the rounding error is %2 of the output of %3, compared with float32. After the first "
                      "layer it is %4.",
            format, percent_text(last), span_text(c.network, depth, depth), percent_text(first)),
        .cause = tr("Each layer rounds its output and amplifies differences in its input by χ: in a chaotic network, "
                    "rounding errors change the output."),
        .formula = "ε_l² ≈ χ ε_{l−1}² + what the layer rounds; small where χ ≤ 1",
        .fixes = {}};
    return {with_ways_out(c, std::move(finding), loses_digits)};
}

}   // namespace

Rule rule_rounding()
{
    return {"rounding", "Schoenholz et al. 2017: χ; Higham 2002: rounding errors",
        {{"rounding_error", tr("imprecise"),
            tr("in the chosen precision, rounding errors grow until they change the output"), 430, {"rounding"}}},
        find_rounding};
}

}   // namespace stepzero
