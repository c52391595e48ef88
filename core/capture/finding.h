// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of a capture: what is wrong with a user's own model, where, why, and what to change. A capture has no
// theory to compare with, so rules judge only what holds for every architecture. Pure: the same capture has the same
// findings.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/capture/capture.h"
#include "core/diagnose/finding.h"

namespace stepzero {

struct CaptureFinding {
    std::string id;   ///< "vanishing_signal"
    Severity severity = Severity::warning;
    std::vector<std::string> names;   ///< modules or parameters, with * for the block number when all are affected
    Text message, cause, fix;   ///< sentences
    bool of_weights = false;   ///< from the audit of the weights, which has its own ids
};

/// Properties common to all findings of an id.
struct CaptureFindingInfo {
    std::string id;
    Text word;   ///< word of the verdict when it is the most severe: "vanishing"
    Text meaning;   ///< for the manual and for SARIF
    std::string in_audits {};   ///< id of the same finding in audits of weights; empty: they have none
};

struct CaptureRule {
    std::string name;   ///< name of the file
    std::vector<CaptureFindingInfo> findings;   ///< possible findings
    std::vector<CaptureFinding> (*find)(const Capture&);
};

/// Returns the findings, most severe first; ties in the order of the rules.
std::vector<CaptureFinding> capture_findings(const Capture& capture);

/// Returns the word of the verdict when the finding is the most severe.
Text word_of(const CaptureFinding& finding);
/// Returns the most severe finding's word, "note" for notes, and "healthy" without findings.
Text capture_verdict(const std::vector<CaptureFinding>& findings);

/// Returns whether a finding is a warning or an error, so that `inspect` and check() fail.
bool has_problem(const std::vector<CaptureFinding>& findings);

// For rules. `what` is a sentence about the places; their names are put before it.
CaptureFinding finding_of(const Capture& capture, const std::string& id, Severity severity,
    const std::vector<const CapturedModule*>& modules, const Text& what, const Text& cause, const Text& fix);
CaptureFinding finding_of(const Capture& capture, const std::string& id, Severity severity,
    const std::vector<const CapturedParameter*>& parameters, const Text& what, const Text& cause, const Text& fix);
/// The same for names that are patterns already.
CaptureFinding finding_of(const std::string& id, Severity severity, std::vector<std::string> names, const Text& what,
    const Text& cause, const Text& fix);

}   // namespace stepzero
