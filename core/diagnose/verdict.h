// SPDX-License-Identifier: GPL-3.0-or-later
// A verdict is a summary of a network: its shape, one word for its start, how signal and gradient change per layer, and
// the best fix. Pure, and available immediately, because theory alone is sufficient.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/diagnose/finding.h"

namespace stepzero {

/// How a size changes with depth.
struct Trend {
    /// ln of the factor from one layer (block) to the next; for a gradient, to the previous one.
    double ln_layer = 0;
    /// Single layer with more than half of the total change, and ln of its factor; `ln_layer` then describes the
    /// others. 0: none.
    int jump_layer = 0;
    double ln_jump = 0;
};

struct Verdict {
    Text shape;   ///< "50 × 256 ReLU"
    enum class State {
        found,   ///< findings, including notes
        healthy,
        unknown,   ///< theory has no prediction and nothing is measured
    } state
        = State::healthy;
    Text word;   ///< "vanishing", "dead", … for an error or a warning; "note", "healthy", "unknown"
    std::optional<Severity> severity;   ///< severity of the most severe finding; absent for "healthy" and "unknown"
    int from_layer = 0;   ///< layer or block where that finding begins; 0: the network
    std::optional<Trend> signal, gradient;   ///< absent when unknown, and for a single layer
    bool from_theory = false;   ///< nothing is measured yet

    // The most severe finding, which determines the word.
    Text message, cause;   ///< empty: no finding, or not computed yet
    std::optional<std::size_t> finding;   ///< its index among the findings given; its first fix is the best
    Text fix;   ///< label of the fix; empty: none, or not known yet
    int more = 0;   ///< number of further findings, including notes
};

/// The input of a verdict. A preview's measurement is sufficient, and none or one without records is allowed. Findings
/// may be added later.
struct Evidence {
    const Experiment& experiment;
    const NetworkPlan& plan;
    const Prediction& prediction;
    const Measurement* measurement = nullptr;
    const std::vector<Finding>* findings = nullptr;
};
Verdict verdict(const Evidence& evidence, const Context& context = {});

/// Returns the reason as a sentence: the cause for a problem, the message for "note". May be empty.
const Text& reason(const Verdict& verdict);
/// Returns "×0.71 per layer" or "×1 per layer, ×0.0011 at layer 5".
Text text_of(const Trend& trend, const Network& network);
/// Returns "from layer 5"; empty for the whole network.
Text where_text(const Verdict& verdict, const Network& network);
/// Returns "signal ×0.71, gradient ×0.71 per layer".
Text slopes_text(const Verdict& verdict, const Network& network);

}   // namespace stepzero
