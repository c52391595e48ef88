// SPDX-License-Identifier: GPL-3.0-or-later
// The result of `inspect`: a summary of a capture by role, its findings, and what changed against another capture. As
// a text for the terminal and as "stepzero-inspection" version 1 (JSON). resources/manual/captures.md describes both.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/capture/capture_change.h"
#include "core/capture/finding.h"
#include "core/capture/width_exponents.h"
#include "core/checkpoint/audit/audit.h"

namespace stepzero {

struct Inspection {
    Capture capture;
    std::vector<CaptureFinding> findings;   ///< those of `weights` too
    std::optional<CaptureChange> change {};   ///< against another capture
    std::optional<Audit> weights {};   ///< of the weights that the capture was made of
};

struct WidthInspection {
    CapturedWidths captures;
    std::vector<WidthExponent> exponents;
    std::vector<CaptureFinding> findings;   ///< those of widest(), and of the exponents
};

/// Returns the capture that stands for all: the widest one, at its last step.
const CapturedWidths::One& widest(const CapturedWidths& captures);

/// Finds everything. `before` is a capture to compare with, and `weights` an audit of the captured model's weights.
Inspection inspect(Capture capture, const Capture* before = nullptr, std::optional<Audit> weights = {});
WidthInspection inspect(CapturedWidths captures);

/// Returns the findings of one of the captures at several widths, and those of the exponents of roles.
std::vector<CaptureFinding> findings_at(const Capture& capture, const std::vector<WidthExponent>& exponents);

/// Factor per block or layer of a size that changes with depth; absent for fewer than three.
struct DepthFactor {
    double factor = 1;
    bool blocks = false;   ///< per block; else per layer
};
std::optional<DepthFactor> signal_factor(const Capture& capture);
/// From the last block to the first: below 1, the gradient vanishes.
std::optional<DepthFactor> gradient_factor(const Capture& capture);

/// Return lines that end in a newline. With `table`, a table of modules, or of exponents at all steps, follows.
std::string format_report(const Inspection& inspection, bool table, const Render& render = &Text::english);
std::string format_report(const WidthInspection& inspection, bool table, const Render& render = &Text::english);

/// Numbers that are not finite are null.
std::string format_inspection(const Inspection& inspection);
std::string format_inspection(const WidthInspection& inspection);

}   // namespace stepzero
