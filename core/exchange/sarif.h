// SPDX-License-Identifier: GPL-3.0-or-later
// Writes findings as SARIF 2.1.0 (OASIS 2020), which code review such as that of GitHub shows. Commands that judge a
// file share this writer.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/diagnose/finding.h"

namespace stepzero {

/// A kind of finding.
struct SarifRule {
    std::string id;   ///< "vanishing_signal"
    Text meaning;   ///< what it finds
};

struct SarifResult {
    std::string id;   ///< the id of its rule
    Severity severity = Severity::warning;
    std::vector<std::string> names;   ///< modules, parameters or tensors
    Text message, cause, fix;   ///< sentences; the last two may be empty
};

/// Returns the JSON, in English as all results. `command` is the part of the program that judged, such as "audit", and
/// `file` is the path that the user gave. Only rules with results are listed; one that `rules` lacks is described by
/// its first result.
std::string format_sarif(const std::string& command, const std::string& file, const std::vector<SarifRule>& rules,
    const std::vector<SarifResult>& results);

}   // namespace stepzero
