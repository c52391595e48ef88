// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/page_figure.h"

#include "core/diagnose/verdict.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/language/language.h"
#include "widgets/language/verdict_text.h"

namespace stepzero {

namespace {

constexpr QSize phone_size(420, 400);
constexpr double phone_scale = 1.1;   // letters of 12 pixels
constexpr double least_scale = 0.78;   // the scale at which letters are just readable on a screen

QString severityWord(const Verdict& verdict)
{
    if (verdict.severity)
        return QString::fromLatin1(word(*verdict.severity));
    return verdict.state == Verdict::State::healthy ? QStringLiteral("healthy") : QStringLiteral("unknown");
}

}   // namespace

PageFigure drawnFigure(const PageRequest& request, const QString& id, const std::function<void(double)>& progress)
{
    PageFigure figure;
    figure.id = id;
    const FigureKind& kind = *findFigureKind(request.part.kind);
    figure.title = titleOf(kind, *request.studies.front());
    figure.start = qsizetype(request.start);
    figure.predicted = request.predicted;
    for (const Sweep& sweep : request.sweeps) {
        PageSlider slider {translated(sweep.label), {}};
        for (const Text& label : sweep.labels)
            slider.values << translated(label);
        figure.sliders << slider;
    }
    for (const StudyPtr& study : request.studies) {
        const Verdict& verdict = *study->verdict;
        figure.stops << PageStop {severityWord(verdict), headOf(verdict), translated(reason(verdict)), {}};
    }
    const double all = 4 * double(request.studies.size());
    double done = 0;
    for (const QSize& size : {request.wide, phone_size}) {
        PictureOptions options;
        options.pixels = size;
        options.scale = size == phone_size ? phone_scale : 0;
        options.caption = false;   // the page has title and settings
        for (const char* name : {"light", "dark"}) {
            const bool light = name == std::string_view("light");
            options.theme = QLatin1String(name);
            Frames frames({request.part}, options);
            for (const StudyPtr& study : request.studies)
                frames.measure(study);
            for (std::size_t i = 0; i < request.studies.size(); ++i) {
                if (progress)
                    progress(done++ / all);
                QVector<PageDrawing>& drawings = figure.stops[qsizetype(i)].drawings;
                const QByteArray svg = frames.svg(request.studies[i]);
                if (!light) {
                    drawings.last().dark = svg;
                    continue;
                }
                drawings << PageDrawing {svg, {}, {}};
                if (const auto* curves = dynamic_cast<const PredictedFigure*>(&frames.first());
                    curves && request.predicted)
                    drawings.last().curve = curves->theoryCurve(size);
            }
        }
        const double scale = size == phone_size ? phone_scale : readableScale(size, 1);
        figure.sizes << DrawingSize {size, int(size.width() * least_scale / scale)};
    }
    return figure;
}

}   // namespace stepzero
