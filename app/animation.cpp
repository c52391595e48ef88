// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/animation.h"

#include <string>
#include <utility>

#include "widgets/language/language.h"

namespace stepzero {

Text animation_problem(const Animation& animation)
{
    if (const std::size_t frames = animation.sweep.values.size(); frames > ranges::most_frames)
        return tr("an animation has at most %1 {frame|frames}, got %2", ranges::most_frames, frames);
    return animation_problem(animation.file.path, animation.picture.pixels);
}

ComputedAnimation compute_animation(Animation animation, StudyCaches& caches, const Context& context)
{
    std::vector<std::pair<Experiment, Focus>> moments;
    for (const SweepFrame& frame : frames_of(animation.base, animation.sweep)) {
        moments.emplace_back(frame.experiment, animation.focus);
        if (animation.sweep.path == step_path)
            moments.back().second.step = frame.step;
    }
    std::vector<StudyPtr> studies = full_studies(moments, caches, context);
    return {std::move(animation), std::move(studies)};
}

void write_animation(const ComputedAnimation& animation, const Context& context)
{
    const std::vector<StudyPtr>& studies = animation.studies;
    const Sweep& sweep = animation.animation.sweep;
    Frames drawn(animation.animation.parts, animation.animation.picture);
    for (const StudyPtr& study : studies) {
        context.check();
        drawn.measure(study);
    }
    const auto draw = [&](std::size_t i) {
        context.progress(double(i) / double(studies.size()), tr("frames"));
        return drawn.picture(studies[i], translated(joined({sweep.label, sweep.labels[i]}, " ")));
    };
    write_animation(animation.animation.file, studies.size(), draw, context);
}

}   // namespace stepzero
