// SPDX-License-Identifier: GPL-3.0-or-later
// Number formats by module: the smallest and the largest magnitude of outputs, gradients and weights, compared with the
// range of a format.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/capture/module_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/float_limits.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class CaptureFloatsFigure : public ModuleFigure {
public:
    explicit CaptureFloatsFigure(QWidget* parent) : ModuleFigure(parent)
    {
        Options formats;
        for (const FloatFormat format : float_order)
            formats << qMakePair(
                QString::fromLatin1(float_range(format).name), QString::fromLatin1(float_range(format).label));
        formats << qMakePair(QStringLiteral("all"), tr("All formats"));
        addChoice(QStringLiteral("format"), formats);
        addModuleChoice();
        addToggle(QStringLiteral("weights"), tr("Weights of the modules"), true);
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("module"), QStringLiteral("tensor"), QStringLiteral("smallest"),
                               QStringLiteral("rms"), QStringLiteral("largest")},
            {}};
        const CaptureStudyPtr study = captureStudy();
        for (std::size_t i = 0; study && i < study->capture->modules.size(); ++i)
            for (const auto& [name, band] : bandsOf(*study, i))
                if (std::isfinite(band.high))
                    table.rows << QStringList {QString::fromStdString(study->name_of(i)), name,
                        exactNumber(std::exp2(band.low)), exactNumber(std::exp2(band.rms)),
                        exactNumber(std::exp2(band.high))};
        return table;
    }

protected:
    void rebuild() override
    {
        clearLines();
        const CaptureStudy& study = *captureStudy();
        std::optional<FloatFormat> judged;
        for (const FloatFormat format : float_order)
            if (choice(QStringLiteral("format")) == QLatin1String(float_range(format).name))
                judged = format;
        limits_ = FloatLimits(judged);
        Frame f;
        showModules(f);
        f.yScale = Scale::linear;
        f.yTicks = log2Ticks;
        f.yLabel = tr("$|x|$: band from the smallest to the largest, line: RMS");
        const Theme& theme = style().theme;
        bands_.clear();
        bars_.clear();
        over_.assign(modules().size(), false);
        under_ = over_;
        Range range = limits_.range();
        const QVector<std::tuple<QString, QString, QColor>> tensors {
            {QStringLiteral("output"), tr("output"), theme.forward},
            {QStringLiteral("gradient"), tr("gradient"), theme.gradient},
            {QStringLiteral("weight"), tr("weights"), theme.weights}};
        std::vector<QVector<NamedMagnitudes>> found;   // by module, in the order of `tensors`
        for (const std::size_t module : modules())
            found.push_back(bandsOf(study, module));
        for (qsizetype t = 0; t < tensors.size(); ++t) {
            const auto& [key, name, color] = tensors[t];
            Band band {theme.tint(color, 0.2), {}, {}, {}, color};
            ModuleLine line {key, name, color, {}};
            for (std::size_t i = 0; i < modules().size(); ++i) {
                const Magnitudes& magnitudes = found[i][t].second;
                band.low << magnitudes.low;
                band.high << magnitudes.high;
                line.value << magnitudes.rms;
                if (judged && !isOff(key)) {
                    over_[i] = over_[i] || magnitudes.high > std::log2(float_range(*judged).largest);
                    // All of a tensor rounds to 0; single small entries matter little.
                    under_[i] = under_[i] || magnitudes.high < std::log2(float_range(*judged).smallest_subnormal) - 1;
                }
            }
            if (key == QLatin1String("weight") && !toggled(QStringLiteral("weights")))
                continue;
            if (key == QLatin1String("weight"))
                line.pen = Qt::NoPen;
            if (!addLine(f, line))
                continue;
            range = rangeOf({&band.low, &band.high, &line.value}, range);
            // Few modules have weights, so each has its own bar.
            (key == QLatin1String("weight") ? bars_ : bands_) << band;
        }
        if (f.quiet.isEmpty() && f.legend.isEmpty())
            f.quiet = tr("no magnitudes were recorded");
        f.notes << (judged ? rangeText(*judged, !f.legend.isEmpty()) : QString());
        const double air = std::max(2.0, 0.06 * range.span());
        f.yHome = range.low > range.high ? Range {-1, 1} : Range {range.low - air, range.high + air};
        setFrame(f);
    }

    void drawUnder(QPainter& painter, const Canvas& c) override
    {
        ModuleFigure::drawUnder(painter, c);
        limits_.drawZones(painter, c, style());
        drawBands(painter, c, bands_, style());
    }

    void drawOver(QPainter& painter, const Canvas& c) override
    {
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (const Band& band : bars_)
            for (qsizetype i = 0; i < band.low.size(); ++i)
                if (std::isfinite(band.low[i]) && std::isfinite(band.high[i])) {
                    painter.setPen(pen(band.edge, 1.2));
                    const double x = std::round(c.px(double(i) + 1));
                    painter.drawLine(
                        QPointF(x, c.drawable(0, band.low[i]).y()), QPointF(x, c.drawable(0, band.high[i]).y()));
                }
        limits_.draw(painter, frame(), c, style());
        drawEdgeMarks(painter, c, over_, style().theme.warning, true);
        drawEdgeMarks(painter, c, under_, style().theme.warning, false);
    }

    QString textOf(std::size_t module) const override
    {
        QStringList words {QString::fromStdString(captureStudy()->name_of(module))};
        for (const auto& [name, band] : bandsOf(*captureStudy(), module))
            if (std::isfinite(band.high))
                words << tr("%1 from %2 to %3")
                             .arg(name == QLatin1String("output")        ? tr("output")
                                     : name == QLatin1String("gradient") ? tr("gradient")
                                                                         : tr("weights"),
                                 std::isfinite(band.low) ? captureNumber(std::exp2(band.low)) : QStringLiteral("0"),
                                 captureNumber(std::exp2(band.high)));
        return words.join(QStringLiteral(" · "));
    }

private:
    struct Magnitudes {   // log2; NaN where nothing is known
        double low = nan, rms = nan, high = nan;
    };
    using NamedMagnitudes = QPair<QString, Magnitudes>;

    static Ticks log2Ticks(const Range& range, int most)
    {
        Ticks result;
        double step = 1;
        while (range.span() / step > std::max(1, most))
            step *= 2;
        for (const double i : multiplesIn(range, step))
            result.ticks.append({i * step, powerOfTwo(i * step)});
        return result;
    }

    /// Describes which modules exceed the range of a format. `known` is false when no magnitude is known.
    QString rangeText(FloatFormat format, bool known) const
    {
        const QString label = QString::fromLatin1(float_range(format).label);
        const auto overs = std::ranges::count(over_, true), unders = std::ranges::count(under_, true);
        QStringList words;
        if (overs > 0)
            words << tr("▲ %n module(s) beyond the largest number of %1", nullptr, int(overs)).arg(label);
        if (unders > 0)
            words << tr("▼ %n module(s) below the smallest number of %1", nullptr, int(unders)).arg(label);
        if (words.isEmpty() && known)
            words << tr("every tensor fits in %1").arg(label);
        return words.join(QStringLiteral(" · "));
    }

    static void unite(Magnitudes& all, const CapturedMoments& moments)
    {
        const auto log2Of
            = [](const std::optional<double>& value) { return value && *value > 0 ? std::log2(*value) : nan; };
        all.low = std::fmin(all.low, log2Of(moments.smallest));
        all.rms = std::fmax(all.rms, log2Of(moments.rms));
        all.high = std::fmax(all.high, log2Of(moments.largest));
    }

    /// Returns the magnitudes of a module's output, gradient and weights.
    static QVector<NamedMagnitudes> bandsOf(const CaptureStudy& study, std::size_t module)
    {
        QVector<NamedMagnitudes> all {
            {QStringLiteral("output"), {}}, {QStringLiteral("gradient"), {}}, {QStringLiteral("weight"), {}}};
        const CapturedModule& one = *study.module(module);
        if (one.output)
            unite(all[0].second, *one.output);
        if (one.gradient)
            unite(all[1].second, *one.gradient);
        for (const std::size_t place : study.parameters_of(module))
            unite(all[2].second, study.parameter(place)->value);
        return all;
    }

    FloatLimits limits_;
    QVector<Band> bands_, bars_;
    std::vector<bool> over_, under_;
};

}   // namespace

FigureKind figure_capture_floats()
{
    return {QStringLiteral("capture_floats"), QObject::tr("Number formats by module"), created<CaptureFloatsFigure>,
        {{oneCapture, 5}}, QObject::tr("Formats")};
}

}   // namespace stepzero
