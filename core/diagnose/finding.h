// SPDX-License-Identifier: GPL-3.0-or-later
// Findings: problems of an initialization, each with numbers, affected layers, cause and fixes. Pure: the same symptoms
// give the same findings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/modules/spectrum/singular_values.h"
#include "core/network/init/noise_cache.h"
#include "core/simulate/measurement.h"
#include "core/theory/prediction.h"

namespace stepzero {

enum class Severity {
    note,   ///< works, but not everywhere or not as well as possible
    warning,   ///< training is impaired
    error,   ///< nothing will be learned, or numbers overflow or underflow
};
const char* word(Severity severity);   ///< "note", "warning", "error"
Text label_of(Severity severity);   ///< display name
const char* sign(Severity severity);   ///< "●", "▲", "✕", distinguishable without color; healthy is "✓"

/// A change that fixes a finding: the finding is absent in the resulting experiment, as far as theory predicts. Where
/// theory does not cover the network, a simulation with few samples lacks the finding, and the label says so.
struct Fix {
    Text label;   ///< "Switch to He initialization: σ 0.01 → 0.0632"
    /// Most fixes are immediate, but LSUV has to simulate. Throws what simulate() throws.
    std::function<Experiment(NoiseCache&, const Context&)> experiment;
};

struct Finding;

/// Properties common to all findings of an id.
struct FindingInfo {
    std::string id;   ///< "vanishing_signal"
    Text word;   ///< word of the verdict when this finding is the most severe: "vanishing"
    Text meaning;   ///< for the manual; empty: the meaning of the previous finding of its rule
    /// Among findings of equal severity, the lowest rank determines the verdict. A state of the network precedes its
    /// causes. Ranks are unique.
    int rank = 0;
    std::vector<std::string> figures {};   ///< figures that show it
};

/// Returns all findings of networks, and then those of training steps, by rule.
const std::vector<FindingInfo>& finding_infos();
const FindingInfo& info_of(const Finding& finding);   ///< precondition: a valid id

struct Finding {
    std::string id;   ///< "vanishing_signal"
    Severity severity = Severity::warning;
    int first_layer = 0, last_layer = 0;   ///< layers or blocks; 0: the whole network
    Text message;   ///< a sentence with numbers
    Text cause;   ///< a sentence
    std::string formula;   ///< plain text
    std::vector<Fix> fixes;   ///< simplest first
    Text unfixed {};   ///< why there are no fixes, as a sentence; empty if there are some, and for signs()
};

/// The input of a diagnosis, by reference.
struct Symptoms {
    const Experiment& experiment;
    const NetworkPlan& plan;
    const Measurement& measurement;
    const Prediction& prediction;
    const LogSpectrum* jacobian = nullptr;   ///< singular values of the whole network at the first sample; may be null
};

/// Returns the findings, most severe first; ties in rule order. Precondition: the experiment passed validate(), and the
/// measurement covers all its layers. Simulations of fixes sample weights through the cache; they take about a second
/// at most, or as long as the measurement. Throws Stopped.
std::vector<Finding> diagnose(const Symptoms& symptoms, NoiseCache& cache, const Context& context = {});
/// Returns the findings without fixes and without causes in single layers; also for a preview.
std::vector<Finding> signs(const Symptoms& symptoms, const Context& context = {});

}   // namespace stepzero
