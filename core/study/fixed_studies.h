// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of the fixes that findings propose. A report draws them next to the current experiment, so that readers see
// the network before and after.
#pragma once

#include <cstddef>
#include <vector>

#include "core/study/make_study.h"

namespace stepzero {

/// The study of one fix of a finding.
struct FixedStudy {
    std::size_t finding = 0, fix = 0;   ///< indices into Study::findings and its fixes
    StudyPtr study;
};

/// Makes a full study, without spectra, of the first fix of each of the first `most` findings that have one. Fixes that
/// lead to the same experiment share one study. Empty for a study without findings. Throws what full_study() throws.
std::vector<FixedStudy> fixed_studies(
    const Study& study, std::size_t most, StudyCaches& caches, const Context& context);

}   // namespace stepzero
