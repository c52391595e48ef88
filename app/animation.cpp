// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/animation.h"

#include <QFileInfo>
#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/formats/file.h"
#include "core/version.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"
#include "widgets/report/page.h"
#include "widgets/report/page_figure.h"

namespace stepzero {

namespace {

/// Writes a page whose sliders begin at the experiment's own values.
void write_page(const ComputedAnimation& computed, const Context& context)
{
    const Animation& animation = computed.animation;
    PageRequest request {animation.parts.first(), animation.sweeps, computed.studies};
    request.start = nearest_frame(animation.base, animation.focus.step, animation.sweeps);
    request.wide = animation.picture.pixels;
    Page page;
    page.title = titleOf(animation.base);
    page.settings = settingsOf(animation.base);
    page.footer = QStringLiteral("Stepzero ") + QLatin1String(version);
    page.language = language().section(QLatin1Char('_'), 0, 0);
    page.figure = drawnFigure(request, QStringLiteral("stop"), [&](double fraction) {
        context.check();
        context.progress(fraction, tr("drawings"));
    });
    const QByteArray html = pageHtml(page).toUtf8();
    context.check();
    write_file(animation.file.path, {html.constData(), std::size_t(html.size())});
}

}   // namespace

bool is_page(const std::filesystem::path& path)
{
    const QString ending = QFileInfo(pathText(path)).suffix().toLower();
    return ending == QLatin1String("html") || ending == QLatin1String("htm");
}

std::size_t frame_count(const Animation& animation)
{
    return std::accumulate(animation.sweeps.begin(), animation.sweeps.end(), std::size_t(1),
        [](std::size_t count, const Sweep& sweep) { return count * sweep.values.size(); });
}

Text animation_problem(const Animation& animation)
{
    if (const std::size_t frames = frame_count(animation); frames > ranges::most_frames)
        return tr("an animation has at most %1 {frame|frames}, got %2", ranges::most_frames, frames);
    const std::vector<Sweep>& sweeps = animation.sweeps;
    if (!is_page(animation.file.path)) {
        if (sweeps.size() > 1)
            return tr("only a page, %1, can vary several settings", ".html");
        return animation_problem(animation.file.path, animation.picture.pixels);
    }
    if (sweeps.size() > ranges::most_sliders)
        return tr("a page has at most %1 sliders, got %2", ranges::most_sliders, sweeps.size());
    if (sweeps.size() == 2 && sweeps[0].path == sweeps[1].path)
        return tr("a page cannot vary %1 twice", sweeps[0].path);
    if (animation.parts.size() > 1)
        return tr("a page has one figure, got %1", animation.parts.size());
    return {};
}

ComputedAnimation compute_animation(Animation animation, StudyCaches& caches, const Context& context)
{
    std::vector<std::pair<Experiment, Focus>> moments;
    const bool steps
        = std::ranges::any_of(animation.sweeps, [](const Sweep& sweep) { return sweep.path == step_path; });
    for (const SweepFrame& frame : frames_of(animation.base, animation.sweeps)) {
        moments.emplace_back(frame.experiment, animation.focus);
        if (steps)
            moments.back().second.step = frame.step;
    }
    std::vector<StudyPtr> studies = full_studies(moments, caches, context);
    return {std::move(animation), std::move(studies)};
}

void write_animation(const ComputedAnimation& animation, const Context& context)
{
    if (is_page(animation.animation.file.path))
        return write_page(animation, context);
    const std::vector<StudyPtr>& studies = animation.studies;
    const Sweep& sweep = animation.animation.sweeps.front();
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
