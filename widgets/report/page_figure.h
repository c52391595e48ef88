// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a figure for every stop of the sliders of a page.
#pragma once

#include <functional>
#include <vector>

#include "core/study/grid/sweep.h"
#include "core/study/study.h"
#include "widgets/figures/picture.h"
#include "widgets/report/page.h"

namespace stepzero {

/// The studies to draw.
struct PageRequest {
    PicturePart part;   ///< its kind exists
    std::vector<Sweep> sweeps;   ///< a slider for each
    std::vector<StudyPtr> studies;   ///< one for each frame of frames_of(), at least one
    std::size_t start = 0;   ///< index of the study shown first
    QSize wide {960, 540};   ///< the larger of the two sizes; the other is for phones
    bool predicted = false;   ///< PageFigure::predicted
};

/// Must run in the GUI thread. All drawings have the same axes. `progress` is called before each drawing with the
/// completed fraction. It may be empty, and may throw to stop.
PageFigure drawnFigure(const PageRequest& request, const QString& id, const std::function<void(double)>& progress);

}   // namespace stepzero
