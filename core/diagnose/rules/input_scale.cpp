// SPDX-License-Identifier: GPL-3.0-or-later
// Raw data: an input that was not standardized.
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

/// What all samples share outweighs what they differ by.
bool shares_mean(double mean, double std) { return std::abs(mean) > std; }

bool is_off_scale(double rms) { return rms > thresholds::input_scale || rms < 1 / thresholds::input_scale; }

std::string cause_of(const Case& c, double mean, double std)
{
    const double rms = std::hypot(mean, std), shared = mean * mean / (rms * rms);
    if (!shares_mean(mean, std))
        return "weights are made for an input of RMS 1; this one has " + short_text(rms)
            + ", and all that follows is as far off";
    if (c.plan.kind->attends)
        return "all patches share the mean, which is " + percent_text(shared)
            + " of what they are made of, and LayerNorm leaves them as alike as that: it takes out a mean over "
              "channels, not over tokens";
    return "all samples share the mean, " + percent_text(shared) + " of what layer 1 reads, and its RMS is "
        + short_text(rms) + " where weights are made for 1";
}

std::vector<Finding> find_input_scale(const Case& c)
{
    // A norm before the first branch takes the mean out, but for that of patches, of whatever size it is.
    const bool patches = c.plan.kind->attends;
    if (c.plan.kind->takes_tokens || (!c.layered && !patches && has_norms(c.network)))
        return {};
    const Input& input = c.experiment.input;
    const Distribution& measured = c.measurement.input;
    const bool from_file = !input.file.empty();
    const double mean = from_file ? measured.plain(measured.mean) : input.mean,
                 std = from_file ? measured.plain(measured.std) : input.std;
    const double rms = std::hypot(mean, std);
    const bool shared = shares_mean(mean, std) && (patches || rms > thresholds::high_std);
    if (rms == 0 || !(shared || is_off_scale(rms)))
        return {};
    Finding finding {.id = "raw_input",
        .severity = Severity::warning,
        .first_layer = 1,
        .last_layer = 1,
        .message = "the input is not standardized: mean " + short_text(mean) + ", σ " + short_text(std),
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
    finding.fixes.push_back(fix_of({"scale the input to mean 0 and std 1", std::move(standard)}));
    return {finding};
}

}   // namespace

Rule rule_input_scale()
{
    return {"input_scale", "LeCun, Bottou, Orr, Müller 1998: normalizing the inputs",
        {{"raw_input", "unscaled",
            "the input is far from mean 0 and variance 1, as pixels of 0 to 255, or its RMS is off by a factor of ten; "
            "of patches, images whose mean outweighs what they differ by, as pixels of 0 to 1",
            290}},
        find_input_scale, true};
}

}   // namespace stepzero
