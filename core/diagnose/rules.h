// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of rules. A rule is a file in rules/ that defines rule_NAME(), and a line here, in the order of
// findings of one severity.
#pragma once

#include "core/diagnose/case.h"

#define STEPZERO_RULES(rule)                                                                                           \
    rule(symmetric) rule(input_scale) rule(weight_mean) rule(signal) rule(gradient) rule(gain) rule(saturation)        \
        rule(dead_units) rule(wrong_fan) rule(packed_fans) rule(truncation) rule(coarse_dtype) rule(bias_offset)       \
            rule(alike) rule(stream_mixing) rule(starved_norm) rule(stream_growth) rule(attention) rule(routing)       \
                rule(short_memory) rule(logits) rule(norm_scale) rule(precision) rule(rounding) rule(conditioning)     \
                    rule(narrow) rule(adapters) rule(theory) rule(through_time) rule(forget_bias)

namespace stepzero {

struct Rule {
    std::string name;   ///< the file's
    std::string source;   ///< where it is from
    std::vector<FindingInfo> findings;   ///< that it may have
    std::vector<Finding> (*find)(const Case&);
    bool of_plan = false;   ///< looks at nothing that was measured, unless the input is a file's
};

const std::vector<Rule>& rules();

#define STEPZERO_DECLARE(name) Rule rule_##name();
STEPZERO_RULES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
