// SPDX-License-Identifier: GPL-3.0-or-later
// Two experiments that are shown side by side: their studies, and the settings that differ.
#pragma once

#include <array>
#include <vector>

#include "core/study/grid/difference.h"
#include "core/study/study.h"

namespace stepzero {

/// One of two experiments next to each other.
struct PairSide {
    Experiment experiment;
    StudyPtr study;   ///< null: not computed yet
    Text name;
    bool live = false;   ///< true: its figures may edit the experiment
    bool operator==(const PairSide&) const = default;
};

struct PairStudy : Exhibit {
    std::array<PairSide, 2> sides;   ///< left and right
    std::vector<SettingDifference> differences;
};

using PairStudyPtr = std::shared_ptr<const PairStudy>;

PairStudyPtr pair_study(PairSide left, PairSide right);

}   // namespace stepzero
