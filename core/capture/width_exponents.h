// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinate check of a user's own model: the exponents with which outputs grow with width, from captures at
// several widths and steps. Modules of one role in all blocks have one exponent. Yang et al.: Tensor programs V.
// NeurIPS 2021, appendix D.1.
#pragma once

#include <string>
#include <vector>

#include "core/capture/finding.h"
#include "core/train/slope.h"

namespace stepzero {

struct WidthExponent {
    std::string role;   ///< path with * for the block
    int step = 0;
    std::vector<std::pair<int, double>> rms;   ///< by width, ascending; over blocks and seeds the geometric mean
    /// The fit of ln RMS over ln width; absent for fewer than three widths, and where an RMS is 0.
    std::optional<Slope> slope;
    Scaling scaling = Scaling::unknown;
};

/// Returns the exponents by step, and then in the order of execution. Captures of the same width and step are seeds.
std::vector<WidthExponent> width_exponents(const CapturedWidths& captures);

/// Reports outputs that grow with width at the last step: one finding, or none.
std::vector<CaptureFinding> width_findings(const std::vector<WidthExponent>& exponents);
/// Describes that finding.
CaptureFindingInfo width_finding_info();

}   // namespace stepzero
