// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_stops.h"

#include <algorithm>

#include "core/network/input/input_file.h"
#include "core/study/grid/axis_values.h"
#include "core/study/lesson/lesson_study.h"

namespace stepzero {

namespace {

constexpr int number_stops = 9, name_stops = 6;   // each is computed in full, so there are few
constexpr const char* layer_path = "layer";

Sweep layer_sweep(const Experiment& experiment)
{
    Sweep sweep {layer_path, tr("layer"), true, {}, {}};
    const int all = depth(experiment.network), stops = std::min(all, number_stops);
    for (int i = 0; i < stops; ++i) {
        const int layer = stops == 1 ? 1 : 1 + (all - 1) * i / (stops - 1);
        sweep.values.push_back(json_of(double(layer)));
        sweep.labels.push_back(Text::name(std::to_string(layer)));
    }
    return sweep;
}

bool is_valid(const Experiment& base, const Sweep& sweep, std::size_t value)
{
    try {
        frame_at(base, sweep, value);
        return true;
    } catch (const BadInput&) {
        return false;
    }
}

/// Keeps values that make valid experiments, and of names only the first ones and the experiment's own.
void keep_some(const LessonStep& step, Sweep& sweep)
{
    const std::size_t own = nearest_frame(step.experiment, step.step, sweep);
    Sweep kept = sweep;
    kept.values.clear();
    kept.labels.clear();
    for (std::size_t i = 0; i < sweep.values.size(); ++i) {
        const bool room = sweep.numbers || int(kept.values.size()) < name_stops - (own > i ? 1 : 0);
        if ((room || i == own) && is_valid(step.experiment, sweep, i)) {
            kept.values.push_back(sweep.values[i]);
            kept.labels.push_back(sweep.labels[i]);
        }
    }
    sweep = std::move(kept);
}

}   // namespace

std::optional<Sweep> control_sweep(const LessonStep& step)
{
    const Experiment& base = step.experiment;
    if (step.control == layer_path)
        return layer_sweep(base);
    const std::vector<Dial> all = dials(base);
    const auto dial = std::ranges::find(all, step.control, &Dial::path);
    if (dial == all.end())
        return std::nullopt;
    std::string text = dial->text;
    if (dial->numbers) {
        const Sweep proposed = sweep_of(base, dial->path, dial->text);
        const auto [low, high]
            = step.range.value_or(std::pair(number_of(proposed.values.front()), number_of(proposed.values.back())));
        text = stops_text(base, step.step, dial->path, low, high, number_stops);
    }
    Sweep sweep = sweep_of(base, dial->path, text);
    keep_some(step, sweep);
    return sweep.values.empty() ? std::nullopt : std::optional(std::move(sweep));
}

std::vector<std::optional<StepStops>> lesson_stops(const Lesson& lesson, StudyCaches& caches, const Context& context)
{
    std::vector<std::optional<StepStops>> all(lesson.steps.size());
    const double share = 1.0 / double(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        auto sweep
            = step.control.empty() || step_of_figures(lesson, i).figures.empty() ? std::nullopt : control_sweep(step);
        if (!sweep)
            continue;
        const Focus focus = focus_of(lesson, i);
        std::vector<std::pair<Experiment, Focus>> moments;
        for (std::size_t value = 0; value < sweep->values.size(); ++value) {
            moments.emplace_back(step.experiment, focus);
            if (sweep->path == layer_path) {
                moments.back().second.layer = int(number_of(sweep->values[value]));
                continue;
            }
            const SweepFrame frame = frame_at(step.experiment, *sweep, value);
            moments.back().first = frame.experiment;
            if (sweep->path == step_path)
                moments.back().second.step = frame.step;
        }
        StepStops& stops = all[i].emplace(StepStops {std::move(*sweep), {}, 0});
        stops.studies = full_studies(moments, caches, context.part(share * double(i), share));
        if (stops.sweep.path != layer_path)
            stops.start = nearest_frame(step.experiment, step.step, stops.sweep);
        else
            for (std::size_t value = 0; value < moments.size(); ++value)
                if (moments[value].second.layer <= focus.layer)
                    stops.start = value;
    }
    return all;
}

}   // namespace stepzero
