// SPDX-License-Identifier: GPL-3.0-or-later
// Raw data: an input that is not standardized.
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

/// Returns whether the common mean of all samples outweighs their differences.
bool shares_mean(double mean, double std) { return std::abs(mean) > std; }

bool is_off_scale(double rms) { return rms > thresholds::input_scale || rms < 1 / thresholds::input_scale; }

Text cause_of(const Case& c, double mean, double std)
{
    const double rms = std::hypot(mean, std);
    const std::string size = short_text(rms), shared = percent_text(mean * mean / (rms * rms));
    if (!shares_mean(mean, std))
        return tr(
            "The weights are made for an input of RMS 1, but its RMS is %1, and all layers are off by this factor.",
            size);
    if (c.plan.kind->attends)
        return tr("All patches share a mean, whose square is %1 of their mean square. LayerNorm keeps it, since it "
                  "subtracts the mean over channels, not over tokens.",
            shared);
    return tr("All samples share a mean, whose square is %1 of the input's mean square. The input's RMS is %2, but the "
              "weights are made for 1.",
        shared, size);
}

std::vector<Finding> find_input_scale(const Case& c)
{
    // A norm before the first branch removes the mean, but not that of patches, whatever its size. In plain layers,
    // BatchNorm removes the mean of all samples, and LayerNorm only the size.
    const bool patches = c.plan.kind->attends;
    const auto norms = structure_of(c.network).norms;
    if (c.plan.kind->takes_tokens || (norms && !patches && (!c.layered || norms->over_batch)))
        return {};
    const Input& input = c.experiment.input;
    const Distribution& measured = c.measurement.input;
    const bool from_file = !input.file.empty();
    const double mean = from_file ? measured.plain(measured.mean) : input.mean,
                 std = from_file ? measured.plain(measured.std) : input.std;
    const double rms = std::hypot(mean, std);
    const bool shared = shares_mean(mean, std) && (patches || rms > thresholds::high_std);
    const bool rescaled = c.layered && has_norms(c.network);
    if (rms == 0 || !(shared || (!rescaled && is_off_scale(rms))))
        return {};
    Finding finding {.id = "raw_input",
        .severity = Severity::warning,
        .first_layer = 1,
        .last_layer = 1,
        .message = tr("The input is not standardized: mean %1, σ %2.", short_text(mean), short_text(std)),
        .cause = cause_of(c, mean, std),
        .formula = "x ← (x − mean)/σ",
        .fixes = {}};
    Experiment standard = c.experiment;
    if (from_file) {
        standard.input.scaling = "standardized";
    } else {
        standard.input.mean = 0;
        standard.input.std = 1;
    }
    finding.fixes.push_back(fix_of({tr("Standardize the input"), std::move(standard)}));
    return {finding};
}

}   // namespace

Rule rule_input_scale()
{
    return {"input_scale", "LeCun, Bottou, Orr, Müller 1998: normalizing the inputs",
        {{"raw_input", tr("missing scale"),
            tr("the input is not standardized, as with pixels from 0 to 255, or its RMS is off by a factor of ten. For "
               "patches, the mean of the images outweighs their differences, as with pixels from 0 to 1"),
            290}},
        find_input_scale, true};
}

}   // namespace stepzero
