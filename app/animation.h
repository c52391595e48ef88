// SPDX-License-Identifier: GPL-3.0-or-later
// One dial of an experiment over a range, or the steps of its training, as an animation: what the window's dialog and
// the command line write alike.
#pragma once

#include <vector>

#include "app/animation_file.h"
#include "core/study/grid/sweep.h"
#include "core/study/make_study.h"
#include "widgets/figures/picture.h"

namespace stepzero {

namespace ranges {
inline constexpr int most_frames = 1000;   // whose studies are held
inline constexpr int most_fps = 60, most_loops = 1000;
}   // namespace ranges

struct Animation {
    Experiment base;   ///< passed validate()
    Sweep sweep;   ///< of it: sweep_of()
    Focus focus;   ///< of every frame; a sweep over steps has its own steps
    QVector<PicturePart> parts;   ///< at least one, of kinds that there are for the experiment
    PictureOptions picture;
    AnimationFile file;
};

/// What is wrong with it, as a sentence; empty: nothing.
Text animation_problem(const Animation& animation);

/// The same, computed.
struct ComputedAnimation {
    Animation animation;
    std::vector<StudyPtr> studies;   ///< one a frame, whole
};

/// In any thread. Throws BadInput where a value makes no experiment, and what full_study() throws.
ComputedAnimation compute_animation(Animation animation, StudyCaches& caches, const Context& context);
/// Where figures are drawn, which is the thread of the windows. Axes hold what all frames need. Throws what
/// write_animation() throws; stopped, nothing is written.
void write_animation(const ComputedAnimation& animation, const Context& context);

}   // namespace stepzero
