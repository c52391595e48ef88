// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that findings propose, simulated: what a report draws beside the one at hand.
#pragma once

#include <cstddef>
#include <vector>

#include "core/study/make_study.h"

namespace stepzero {

/// A way out of a finding, as it turned out.
struct FixedStudy {
    std::size_t finding = 0, fix = 0;   ///< indices into Study::findings and its fixes
    StudyPtr study;
};

/// The first fix of each of the first `most` findings that have one, in full but without spectra. Where several are the
/// same experiment, they share its study. Empty for a study without findings. Throws what full_study() throws.
std::vector<FixedStudy> fixed_studies(
    const Study& study, std::size_t most, StudyCaches& caches, const Context& context);

}   // namespace stepzero
