// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinate check of a user's own model: the exponents with which outputs grow with width, from captures at
// several widths and steps. Yang et al.: Tensor programs V. NeurIPS 2021, appendix D.1.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/finding.h"
#include "core/train/slope.h"

namespace stepzero {

/// What has one exponent.
enum class WidthUnit {
    role,   ///< the modules of one role in all blocks
    module,
};

struct WidthExponent {
    std::string name;   ///< path of a module; of a role, with * for the block
    int block = 0;   ///< of a module, as in the capture; 0 for a role
    int step = 0;
    /// By width, ascending: the geometric mean over blocks, calls and seeds; 0 where one of them is 0.
    std::vector<std::pair<int, double>> rms;
    /// The fit of ln RMS over ln width; absent for fewer than three widths, and where an RMS is 0.
    std::optional<Slope> slope;
    Scaling scaling = Scaling::unknown;
};

/// Returns the sizes and steps of a file with several widths, ascending.
std::vector<int> widths_of(const CapturedWidths& captures);
std::vector<int> steps_of(const CapturedWidths& captures, int width);
/// Returns the index of the first capture of this width and step. Absent if there is none.
std::optional<std::size_t> capture_at(const CapturedWidths& captures, int width, int step);

/// Returns the exponents by step, and then in the order of execution. Captures of the same width and step are seeds.
std::vector<WidthExponent> width_exponents(const CapturedWidths& captures, WidthUnit unit = WidthUnit::role);

/// Reports outputs that grow with width at the last step: one finding, or none. `exponents` are those of roles.
std::vector<CaptureFinding> width_findings(const std::vector<WidthExponent>& exponents);
/// Describes that finding.
CaptureFindingInfo width_finding_info();

}   // namespace stepzero
