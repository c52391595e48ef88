// SPDX-License-Identifier: GPL-3.0-or-later
// An animation of one parameter of an experiment over a range, or of the steps of its training; or a page with a slider
// for each of one or two parameters. The dialog of the window and the command line write the same files.
#pragma once

#include <vector>

#include "app/animation_file.h"
#include "core/study/grid/sweep.h"
#include "core/study/make_study.h"
#include "widgets/figures/picture.h"

namespace stepzero {

namespace ranges {
inline constexpr int most_frames = 1000;   // limit, because all their studies are held in memory
inline constexpr int most_fps = 60, most_loops = 1000;
inline constexpr int most_sliders = 2;   // of a page
}   // namespace ranges

struct Animation {
    Experiment base;   ///< passed validate()
    std::vector<Sweep> sweeps;   ///< made from `base` by sweep_of(): one, or up to most_sliders for a page
    Focus focus;   ///< focus of every frame; a sweep over steps has its own steps
    QVector<PicturePart> parts;   ///< at least one; their kinds apply to the experiment; a page has one
    PictureOptions picture;
    AnimationFile file;
};

/// Returns whether a file is a page, by its extension: .html or .htm.
bool is_page(const std::filesystem::path& path);

/// Returns a sentence about what is wrong with the animation; empty when nothing is.
Text animation_problem(const Animation& animation);

/// An animation with its studies.
struct ComputedAnimation {
    Animation animation;
    std::vector<StudyPtr> studies;   ///< one complete study per frame
};

/// Computes the studies; may run in any thread. Throws BadInput when a value does not yield a valid experiment, and
/// what full_study() throws.
ComputedAnimation compute_animation(Animation animation, StudyCaches& caches, const Context& context);
/// Returns the number of studies that an animation needs.
std::size_t frame_count(const Animation& animation);
/// Draws and writes the file. Must run in the GUI thread, where figures are drawn. Axes include the range of all
/// frames. Throws what write_animation() throws; when stopped, nothing is written.
void write_animation(const ComputedAnimation& animation, const Context& context);

}   // namespace stepzero
