// SPDX-License-Identifier: GPL-3.0-or-later
// The audit of the weights that a capture was made of. A capture tells what a pass did with them, and an audit whether
// they follow the recipe of their family, so `inspect` and the window report the findings of both.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/capture/finding.h"
#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// Returns the path of the checkpoint that was saved with a capture: a file next to that of the capture. Empty when the
/// capture names none, or there is no such file.
std::filesystem::path weights_of(const Capture& capture, const std::filesystem::path& file);

/// Audits the weights in a checkpoint. Absent when the names of the tensors tell no family: without a recipe, what is
/// unusual about weights of any model is no fault. Throws FileError and Stopped.
std::optional<Audit> audit_of_weights(const std::filesystem::path& checkpoint, const Context& context);

/// Adds the findings of the audit, except those that a finding of the capture tells of the same parameters. The most
/// severe come first; of equal severity, those of the capture.
void add_findings(std::vector<CaptureFinding>& findings, const Audit& audit);

}   // namespace stepzero
