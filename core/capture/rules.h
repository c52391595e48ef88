// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of rules for captures. To add one, define capture_rule_NAME() in a file in findings/ and add its name
// here, in the order of findings with equal severity.
#pragma once

#include "core/capture/finding.h"

#define STEPZERO_CAPTURE_RULES(rule)                                                                                   \
    rule(not_finite) rule(no_gradient) rule(stuck) rule(signal_trend) rule(gradient_trend) rule(dead) rule(saturated)  \
        rule(symmetric) rule(attention_entropy) rule(sharp_logits) rule(loss) rule(unused) rule(float_range)

namespace stepzero {

const std::vector<CaptureRule>& capture_rules();
/// Returns all findings that a capture, or captures at several widths, may have.
const std::vector<CaptureFindingInfo>& capture_finding_infos();
/// Returns the properties of a finding; null for one of the audit of the weights.
const CaptureFindingInfo* info_of(const CaptureFinding& finding);

#define STEPZERO_DECLARE(name) CaptureRule capture_rule_##name();
STEPZERO_CAPTURE_RULES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
