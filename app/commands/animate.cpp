// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/animation.h"
#include "app/commands/command.h"
#include "app/commands/drawing.h"
#include "app/commands/headless.h"
#include "app/commands/interrupt.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/base/words/words.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/input/input_file.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/sweep.h"
#include "widgets/report/page_figure.h"

namespace stepzero {

namespace {

/// Parses a text such as "network.depth=1..50".
Sweep sweep_of(const std::string& vary, const std::optional<std::string>& count, const Experiment& experiment)
{
    const std::size_t equals = vary.find('=');
    if (equals == std::string::npos)
        throw UsageError(
            tr("%1 must be %2, such as %3, got %4", "--vary", "PATH=VALUES", "network.depth=1..50", quote(vary)));
    std::string values = vary.substr(equals + 1);
    if (count)
        values += " : " + std::to_string(whole_number("--count", *count, 2, ranges::most_frames));
    try {
        return sweep_of(experiment, vary.substr(0, equals), values);
    } catch (const BadInput& error) {
        throw UsageError(joined({Text::name("--vary"), text_of(error)}, ": "));
    }
}

std::vector<Sweep> sweeps_of(const Arguments& arguments, const Experiment& experiment)
{
    std::vector<Sweep> sweeps;
    for (const std::string& vary : arguments.all_values("--vary"))
        sweeps.push_back(sweep_of(vary, arguments.value("--count"), experiment));
    if (sweeps.empty())
        throw UsageError(tr("%1 is required, such as %2", "--vary PATH=VALUES", "--vary network.depth=1..50"));
    return sweeps;
}

/// A page has both themes, and readers move its sliders.
void refuse_for_pages(const Arguments& arguments)
{
    for (const char* option : {"--fps", "--loop", "--dpi", "--scale", "--theme"})
        if (arguments.has(option))
            throw UsageError(tr("%1 cannot be used with a page", option));
}

/// Returns the figures side by side.
QVector<PicturePart> parts_of(const std::vector<const FigureKind*>& figures)
{
    QVector<PicturePart> parts;
    const double share = 1.0 / double(figures.size());
    for (std::size_t i = 0; i < figures.size(); ++i)
        parts << PicturePart {figures[i]->id, {}, {share * double(i), 0, share, 1}};
    return parts;
}

void run_animate(const Arguments& arguments)
{
    const SourceText source = source_text(arguments.words.front());
    if (is_grid(source.text))
        throw UsageError(tr("an animation shows one experiment, but %1 is a study", quote(source.name)));
    const Experiment experiment = experiment_in(source);
    const auto output = arguments.value("--output");
    if (!output)
        throw UsageError(tr("--output FILE is required; FILE may be a folder"));
    if (is_page(*output))
        refuse_for_pages(arguments);
    std::vector<Sweep> sweeps = sweeps_of(arguments, experiment);
    const Focus focus = focus_of(arguments, experiment);
    const std::vector<const FigureKind*> figures = figures_of(arguments.value("--figure").value_or("signal"),
        subjectOf(kind_of(experiment.network)), network_text(experiment.network));
    AnimationFile file {*output};
    if (const auto fps = arguments.value("--fps"))
        file.fps = whole_number("--fps", *fps, 1, ranges::most_fps);
    if (const auto loops = arguments.value("--loop"))
        file.loops = whole_number("--loop", *loops, 0, ranges::most_loops);
    PictureOptions picture = picture_options(arguments);
    if (is_page(file.path) && !arguments.has("--size"))
        picture.pixels = PageRequest().wide;
    const Animation animation {experiment, std::move(sweeps), focus, parts_of(figures), picture, file};
    if (const Text wrong = animation_problem(animation); !wrong.empty())
        throw UsageError(wrong);
    const std::vector<Experiment> pinned = pinned_by(arguments);
    if (file.path.has_extension())
        check_output(*output);

    const Interrupt interrupt(Interrupt::of_drawing);
    ProgressLine line;
    constexpr double share = 0.7;   // fraction of the progress; drawing takes the rest
    StudyCaches caches(noise_bytes);
    std::vector<StudyPtr> pins;
    for (const Experiment& each : pinned)
        pins.push_back(full_study({each, 1, focus, nullptr, {}}, caches, {interrupt.token(), {}}));
    ComputedAnimation computed = compute_animation(animation, caches, {interrupt.token(), line.part(0, share)});

    const HeadlessApplication application;
    for (PicturePart& part : computed.animation.parts)
        part.pins = pins_of(pins);
    write_animation(computed, {interrupt.token(), line.part(share, 1 - share)});
}

std::vector<Option> animate_options()
{
    std::vector<Option> all {
        {"--vary", "", "PATH=VALUES",
            tr("the setting that varies: network.depth=1..50, network.weight.variance=0.5..4, step=0..100, "
               "network.activation=relu,tanh"),
            {}, {},
            "PATH is a path that a study can vary, network.weight.variance or network.bias.variance of mean_field, or "
            "step, which is the training step. VALUES are numbers such as 1, 2, 5, or a range: 1..50 in steps of 1, "
            "8..512:7log for seven values with equal ratios. They may also be names. For a page, the option may be "
            "given twice: each setting has a slider.",
            ranges::most_sliders},
        {"--count", "", "NUMBER", tr("the number of evenly spaced values, if VALUES is a range")},
        {"--figure", "", "A,B,…", tr("the figures to draw side by side (default: signal)"), {}, figure_names()},
        {"--output", "-o", "FILE",
            tr("FILE.html, .apng, .webp, .webm or .mp4; without an extension, a folder of images 0001.png, …")},
        {"--fps", "", "NUMBER", tr("frames per second (default: 10)")},
        {"--loop", "", "NUMBER", tr("how many times an animated image plays; 0 means forever (default: 0)")}};
    for (auto* rows : {picture_option_rows, focus_option_rows})
        for (Option& option : rows())
            all.push_back(std::move(option));
    return all;
}

}   // namespace

Command command_animate()
{
    return {"animate", "FILE --vary PATH=VALUES --output FILE", 1, 1,
        tr("draw figures while one setting varies, as an animated image, a video or a page with a slider"),
        animate_options(),
        tr("FILE is an experiment file, a preset's name, or - for standard input. All frames have the same axes. No\n"
           "display is needed. A page, FILE.html, has one figure and a slider for each of one or two settings. It\n"
           "opens in any browser, without a network.\n"
           "\n"
           "Examples:\n"
           "  stepzero animate notes-he --vary network.depth=1..50 --figure signal --output depth.apng\n"
           "  stepzero animate notes-he --vary network.depth=1..50 --figure signal --output depth.html\n"),
        run_animate};
}

}   // namespace stepzero
