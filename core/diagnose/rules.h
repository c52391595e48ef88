// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of rules. To add one, define rule_NAME() in a file in rules/ and add its name here, in the order of
// findings with equal severity.
#pragma once

#include "core/diagnose/case.h"

#define STEPZERO_RULES(rule)                                                                                           \
    rule(symmetric) rule(input_scale) rule(weight_mean) rule(signal) rule(gradient) rule(gain) rule(saturation)        \
        rule(dead_units) rule(wrong_fan) rule(checkerboard) rule(packed_fans) rule(positions) rule(truncation)         \
            rule(coarse_dtype) rule(bias_offset) rule(alike) rule(stream_mixing) rule(starved_norm)                    \
                rule(stream_growth) rule(attention) rule(routing) rule(short_memory) rule(logits) rule(norm_scale)     \
                    rule(precision) rule(rounding) rule(conditioning) rule(narrow) rule(adapters) rule(theory)         \
                        rule(through_time) rule(forget_bias)

namespace stepzero {

struct Rule {
    std::string name;   ///< name of the file
    std::string source;   ///< origin of the rule
    std::vector<FindingInfo> findings;   ///< possible findings
    std::vector<Finding> (*find)(const Case&);
    bool of_plan = false;   ///< independent of measurements, unless the input is a file
};

const std::vector<Rule>& rules();

#define STEPZERO_DECLARE(name) Rule rule_##name();
STEPZERO_RULES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
