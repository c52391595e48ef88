// SPDX-License-Identifier: GPL-3.0-or-later
// A network at a glance: what it is, one word for how it starts, how signal and gradient change from layer to layer,
// and what to do first. Pure, and there from the first moment: theory alone will do.
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
    /// ln of the factor from one layer (block) to the next; of a gradient, from one to the one before.
    double ln_layer = 0;
    /// Where a single layer makes more than half of all the change: which, and ln of its factor; `ln_layer` is of the
    /// others. 0: none.
    int jump_layer = 0;
    double ln_jump = 0;
};

struct Verdict {
    Text shape;   ///< "50 × 256 ReLU"
    enum class State {
        found,   ///< something, notes among it
        healthy,
        unknown,   ///< theory is silent and nothing is measured
    } state
        = State::healthy;
    Text word;   ///< "vanishing", "dead", … of an error or a warning; "note", "healthy", "unknown"
    std::optional<Severity> severity;   ///< of the most severe finding; absent for "healthy" and "unknown"
    int from_layer = 0;   ///< or block, where that finding begins; 0: the network
    std::optional<Trend> signal, gradient;   ///< absent where not known, and of one layer
    bool from_theory = false;   ///< nothing was measured yet

    // The gravest finding, which is the one that the word is of.
    Text message, cause;   ///< empty: nothing is found, or not looked for yet
    std::optional<std::size_t> finding;   ///< its place among the findings given; its first fix is the best
    Text fix;   ///< label of that; empty: there is none, or not known yet
    int more = 0;   ///< further findings, notes among them
};

/// What a verdict is from. A preview's measurement will do, and none or one without records; the findings may come
/// later.
struct Evidence {
    const Experiment& experiment;
    const NetworkPlan& plan;
    const Prediction& prediction;
    const Measurement* measurement = nullptr;
    const std::vector<Finding>* findings = nullptr;
};
Verdict verdict(const Evidence& evidence, const Context& context = {});

/// Why, in a sentence: the cause behind a word that says what is wrong, the message behind "note". May be empty.
const Text& reason(const Verdict& verdict);
/// "×0.71 per layer"; "×1 per layer, ×0.0011 at layer 5".
Text text_of(const Trend& trend, const Network& network);
/// "from layer 5"; empty where nothing begins.
Text where_text(const Verdict& verdict, const Network& network);
/// "signal ×0.71, gradient ×0.71 per layer"
Text slopes_text(const Verdict& verdict, const Network& network);

}   // namespace stepzero
