// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with an initialization, as findings: each with its numbers, the layers, the cause and ways out of it.
// Pure: the same symptoms give the same findings.
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
    note,   ///< works, but not everywhere or not as well as it could
    warning,   ///< training suffers
    error,   ///< nothing will be learned, or numbers are lost
};
const char* word(Severity severity);   ///< "note", "warning", "error"
Text label_of(Severity severity);   ///< the same for people
const char* sign(Severity severity);   ///< "●", "▲", "✕": told apart without colour; healthy is "✓"

/// A way out. Its finding is gone in the experiment that it gives, as far as theory can tell beforehand.
struct Fix {
    Text label;   ///< "Switch to He initialization: σ 0.01 → 0.0632"
    /// Most are at hand; LSUV has to simulate. Throws what simulate() throws.
    std::function<Experiment(NoiseCache&, const Context&)> experiment;
};

struct Finding;

/// What is known of all findings of an id.
struct FindingInfo {
    std::string id;   ///< "vanishing_signal"
    Text word;   ///< the verdict's, where this finding is the most severe: "vanishing"
    Text meaning;   ///< for the manual; empty: that of the finding before it in its rule
    /// Among findings of one severity the lowest rank makes the verdict: a state of the network goes before what only
    /// causes one. No two findings share a rank.
    int rank = 0;
    std::vector<std::string> figures {};   ///< that show it
};

/// All findings of networks and then of their training steps, rule by rule.
const std::vector<FindingInfo>& finding_infos();
const FindingInfo& info_of(const Finding& finding);   ///< precondition: it has an id of the program

struct Finding {
    std::string id;   ///< "vanishing_signal"
    Severity severity = Severity::warning;
    int first_layer = 0, last_layer = 0;   ///< or blocks; 0: the network
    Text message;   ///< a sentence with the numbers
    Text cause;   ///< a sentence
    std::string formula;   ///< plain text
    std::vector<Fix> fixes;   ///< the plainest first
};

/// What findings are made from. Refers to all of it.
struct Symptoms {
    const Experiment& experiment;
    const NetworkPlan& plan;
    const Measurement& measurement;
    const Prediction& prediction;
    const LogSpectrum* jacobian = nullptr;   ///< of the whole network at the first sample; null: not known
};

/// The gravest first, then in the order of the rules. Precondition: the experiment passed validate(), and the
/// measurement is of all its layers. Throws Stopped.
std::vector<Finding> diagnose(const Symptoms& symptoms, const Context& context = {});
/// The same at a glance: without looking for fixes, and for what single layers are to blame for. Of a preview too.
std::vector<Finding> signs(const Symptoms& symptoms, const Context& context = {});

}   // namespace stepzero
