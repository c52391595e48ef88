// SPDX-License-Identifier: GPL-3.0-or-later
// Histogram of the output and the gradient of the chosen module, or of a chosen parameter and its gradient.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/outline.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// One tensor whose histogram is drawn.
struct Entries {
    QString key, name;
    QColor color;
    const CapturedMoments* moments = nullptr;
    const CapturedMoments* before = nullptr;
};

const CapturedMoments* pointer(const std::optional<CapturedMoments>& moments) { return moments ? &*moments : nullptr; }

class CaptureEntriesFigure : public CaptureFigure<PlotFigure> {
public:
    explicit CaptureEntriesFigure(QWidget* parent) : CaptureFigure(parent)
    {
        addChoice(what_, QStringLiteral("what"),
            {{What::module, "module", tr("Output and gradient of the module")},
                {What::output, "output", tr("Output of the module")},
                {What::gradient, "gradient", tr("Gradient of the module")},
                {What::parameter, "parameter", tr("Parameter")},
                {What::parameter_gradient, "parameter_gradient", tr("Gradient of the parameter")}});
        addChoice(log_, QStringLiteral("axis"), {{false, "linear", tr("Linear")}, {true, "log", tr("Logarithmic")}});
    }

    FigureTable table() const override
    {
        FigureTable table {
            {QStringLiteral("tensor"), QStringLiteral("low"), QStringLiteral("high"), QStringLiteral("count")}, {}};
        if (!captureStudy())
            return table;
        for (const Entries& one : chosen()) {
            addRows(one.key, one.moments, table);
            addRows(one.key + QStringLiteral("_before"), one.before, table);
        }
        return table;
    }

protected:
    void rebuild() override
    {
        clearGraphs(0);
        Frame f;
        const bool inUnits = what_.is(What::module);
        f.xScale = Scale::linear;
        f.yScale = log_.value() ? Scale::log10 : Scale::linear;
        f.xLabel = inUnits ? tr("entry / RMS") : tr("entry");
        f.yLabel = tr("density");
        f.noteRow = true;
        f.xHome = {-1, 1};
        f.yHome = {0, 1};
        shown_ = chosen();
        const auto place = chosenPlace();
        if (!place) {
            f.quiet = captureStudy()->chosen ? missingPlaceText() : tr("choose a module in another figure");
            return setFrame(f);
        }
        f.yLabel = QString::fromStdString(captureStudy()->name_of(*place)) + QStringLiteral(" · ") + f.yLabel;
        Range x {1e300, -1e300}, y {1e300, 0};
        int number = 0;
        QStringList words, missing;
        for (const Entries& one : shown_) {
            if (const QString reason = missingText(one); !reason.isEmpty()) {
                missing << reason;
                continue;
            }
            words << notesOf(one);
            f.legend << LegendEntry {one.key, one.name, one.color, LegendEntry::Mark::area, std::nullopt};
            const QVector<Outline> bars = barsOf(one);
            if (!isOff(one.key))
                drawHistogram(number++, bars.first(), one.color, false, x, y);
            if (!hasBefore(one))
                continue;
            const QString key = one.key + QStringLiteral("_before"),
                          name = tr("%1, %2").arg(one.name, translated(captureStudy()->against));
            f.legend << LegendEntry {key, name, one.color, LegendEntry::Mark::dashed, std::nullopt};
            if (isOff(key))
                continue;
            drawHistogram(number++, bars.last(), one.color, true, x, y);
            if (!isOff(one.key))
                f.notes << distanceWords(name, distanceOf(one));
        }
        if (words.isEmpty())
            f.quiet = missing.join(QStringLiteral(" · "));
        else
            f.notes << (words + missing).join(QStringLiteral(" · "));
        if (x.low < x.high)
            f.xHome = {x.low - 0.04 * x.span(), x.high + 0.04 * x.span()};
        if (y.high > 0)
            f.yHome = log_.value() ? Range {std::floor(std::log10(y.low)), std::log10(1.5 * y.high)}
                                   : Range {0, 1.12 * y.high};
        setFrame(f);
    }

    void drawUnder(QPainter&, const Canvas&) override { }

    QString readoutAt(const QPointF& value) const override
    {
        QStringList words {tr("entry %1").arg(aligned(value.x()))};
        for (const Entries& one : shown_) {
            if (!missingText(one).isEmpty())
                continue;
            const CapturedHistogram& h = *one.moments->histogram;
            const double x = value.x() * unitOf(*one.moments), width = (h.to - h.from) / double(h.counts.size());
            if (x >= h.from && x < h.to)
                words << tr("%1: %2 of %3 entries here")
                             .arg(one.name)
                             .arg(h.counts[std::min(h.counts.size() - 1, std::size_t((x - h.from) / width))])
                             .arg(one.moments->count - one.moments->not_finite);
            if (!hasBefore(one))
                continue;
            const QVector<Outline> bars = barsOf(one);
            words << tr("%1: density %2").arg(one.name, aligned(bars.first().heightAt(value.x())))
                  << tr("%1: density %2")
                         .arg(translated(captureStudy()->against), aligned(bars.last().heightAt(value.x())));
        }
        return words.join(QStringLiteral(" · "));
    }

private:
    enum class What { module, output, gradient, parameter, parameter_gradient };

    bool isOfModule() const { return !what_.is(What::parameter) && !what_.is(What::parameter_gradient); }
    std::optional<std::size_t> chosenPlace() const
    {
        return isOfModule() ? captureStudy()->chosen_module() : captureStudy()->chosen_parameter();
    }
    QString missingPlaceText() const
    {
        const QString name = QString::fromStdString(captureStudy()->name_of(*captureStudy()->chosen));
        return isOfModule() ? tr("the module of %1 was not recorded").arg(name) : tr("%1 has no parameters").arg(name);
    }

    /// Returns the tensors of the choice, also those without a histogram.
    QVector<Entries> chosen() const
    {
        const CaptureStudy& study = *captureStudy();
        const Theme& theme = style().theme;
        QVector<Entries> all;
        const auto place = chosenPlace();
        if (!place)
            return all;
        if (const CapturedModule* module = study.module(*place)) {
            const CapturedModule* before = study.module_before(*place);
            if (!what_.is(What::gradient))
                all << Entries {QStringLiteral("output"), tr("output"), theme.forward, pointer(module->output),
                    before ? pointer(before->output) : nullptr};
            if (!what_.is(What::output))
                all << Entries {QStringLiteral("gradient"), tr("gradient"), theme.gradient, pointer(module->gradient),
                    before ? pointer(before->gradient) : nullptr};
            return all;
        }
        const CapturedParameter *parameter = study.parameter(*place), *before = study.parameter_before(*place);
        if (what_.is(What::parameter))
            all << Entries {QStringLiteral("parameter"), tr("entries"), theme.weights, &parameter->value,
                before ? &before->value : nullptr};
        else
            all << Entries {QStringLiteral("gradient"), tr("gradient"), theme.gradient, pointer(parameter->gradient),
                before ? pointer(before->gradient) : nullptr};
        return all;
    }

    /// Returns the reason why a tensor has no histogram; empty when it has one.
    QString missingText(const Entries& one) const
    {
        const bool gradient = one.key == QLatin1String("gradient");
        const CapturedMoments* m = one.moments;
        if (!m)
            return !gradient                              ? tr("no output was recorded")
                : captureStudy()->capture->has_backward() ? tr("no gradient reached it")
                                                          : tr("no backward pass was captured");
        if (m->count > 0 && m->not_finite >= m->count)
            return tr("%1: no entry is finite").arg(one.name);
        if (m->all_zero())
            return tr("%1: every entry is 0").arg(one.name);
        if (m->min && m->max && *m->min == *m->max)
            return tr("%1: every entry is %2").arg(one.name, pretty(*m->min));
        if (!m->histogram || !(m->histogram->from < m->histogram->to))
            return tr("%1: no histogram was recorded").arg(one.name);
        return {};
    }

    QString notesOf(const Entries& one) const
    {
        const CapturedMoments& m = *one.moments;
        QStringList words;
        if (m.rms)
            words << tr("RMS %1").arg(captureNumber(*m.rms));
        if (m.mean)
            words << tr("mean %1").arg(captureNumber(*m.mean));
        if (m.zeros && *m.zeros > 0)
            words << tr("%1% zero").arg(decimals(100 * *m.zeros, 1));
        if (m.not_finite > 0)
            words << tr("%1 of %2 not finite").arg(m.not_finite).arg(m.count);
        return one.name + QStringLiteral(": ") + joinedText(words, ", ");
    }

    /// Returns the length of one unit of the x axis.
    double unitOf(const CapturedMoments& moments) const
    {
        return what_.is(What::module) && moments.rms && *moments.rms > 0 ? *moments.rms : 1;
    }

    /// Returns whether the other capture has a histogram of the tensor too.
    bool hasBefore(const Entries& one) const
    {
        return one.before && missingText({one.key, one.name, one.color, one.before, nullptr}).isEmpty();
    }

    /// Returns a histogram, in units of the x axis.
    static Histogram histogramOf(const CapturedMoments& moments, double unit)
    {
        const CapturedHistogram& h = *moments.histogram;
        return {h.from / unit, h.to / unit, {h.counts.begin(), h.counts.end()}};
    }

    /// Returns the bars of a tensor, and those of the other capture in the same unit and bins.
    QVector<Outline> barsOf(const Entries& one) const
    {
        constexpr std::size_t most = 256;
        const double unit = unitOf(*one.moments);
        const Histogram own = histogramOf(*one.moments, unit);
        if (!hasBefore(one))
            return outlinesOf({&own}, own.counts.size());
        const Histogram before = histogramOf(*one.before, unit);
        return outlinesOf({&own, &before}, most);
    }

    static std::optional<DistributionDistance> distanceOf(const Entries& one)
    {
        Distribution own, before;
        for (auto [to, from] : {std::pair(&own, one.moments), std::pair(&before, one.before)}) {
            to->std = from->std.value_or(nan);
            to->histogram = histogramOf(*from, 1);
        }
        return distance_between(own, before);
    }

    static void addRows(const QString& key, const CapturedMoments* moments, FigureTable& table)
    {
        if (!moments || !moments->histogram)
            return;
        const Histogram h = histogramOf(*moments, 1);
        for (std::size_t i = 0; i < h.counts.size(); ++i)
            table.rows << QStringList {key, exactNumber(h.low + double(i) * h.bin_width()),
                exactNumber(h.low + double(i + 1) * h.bin_width()), QString::number(moments->histogram->counts[i])};
    }

    void drawHistogram(int number, const Outline& bars, const QColor& color, bool before, Range& x, Range& y)
    {
        const auto axis = [this](double density) {
            return !log_.value() ? density : density > 0 ? std::log10(density) : -400;
        };
        const double width = bars.edges[1] - bars.edges[0];
        QVector<double> at {bars.edges.first() - width / 2}, height {axis(0)};
        for (qsizetype i = 0; i < bars.heights.size(); ++i) {
            at << bars.edges[i] + width / 2;
            height << axis(bars.heights[i]);
            y.high = std::max(y.high, bars.heights[i]);
            y.low = bars.heights[i] > 0 ? std::min(y.low, bars.heights[i]) : y.low;
        }
        at << bars.edges.last() + width / 2;
        height << axis(0);
        x = x.united({bars.edges.first(), bars.edges.last()});
        QCPGraph* g = graph(number);
        g->setLineStyle(QCPGraph::lsStepCenter);
        g->setAntialiased(false);
        g->setAntialiasedFill(false);
        g->setScatterStyle(QCPScatterStyle::ssNone);
        g->setPen(pen(color, before ? 1.3 : 1, before ? Qt::DashLine : Qt::SolidLine));
        QColor fill = color;
        fill.setAlphaF(0.3F);   // two histograms overlap
        g->setBrush(log_.value() || before ? QBrush(Qt::NoBrush) : QBrush(fill));
        g->setData(at, height, true);
    }

    QVector<Entries> shown_;
    ChoiceOf<What> what_;
    ChoiceOf<bool> log_;
};

}   // namespace

FigureKind figure_capture_entries()
{
    return {QStringLiteral("capture_entries"), QObject::tr("Distribution of the selected module"),
        created<CaptureEntriesFigure>, {{oneCapture, 2}}, QObject::tr("Distribution")};
}

}   // namespace stepzero
