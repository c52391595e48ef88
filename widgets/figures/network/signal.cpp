// SPDX-License-Identifier: GPL-3.0-or-later
// LayerSignal and gradient by layer: how large the forward signal and the gradient are as they travel through depth.
#include <qcustomplot.h>

#include <cmath>

#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double most_linear = 1e200;   // QCustomPlot's axes end at 1e250

struct Statistic {
    QString key, name;
    double Distribution::*number;
    Qt::PenStyle line;
};

const QVector<Statistic>& statistics()
{
    static const QVector<Statistic> all {
        {QStringLiteral("rms"), QStringLiteral("RMS"), &Distribution::rms, Qt::SolidLine},
        {QStringLiteral("std"), QStringLiteral("std"), &Distribution::std, Qt::DashLine},
        {QStringLiteral("mean"), QStringLiteral("mean"), &Distribution::mean, Qt::DotLine}};
    return all;
}

/// A tensor by layer, and what mean-field theory says of it.
struct LayerSignal {
    QString key;   ///< "preactivation", "output", "gradient"
    const Distribution* (Measurement::*measured)(int layer) const;

    const Distribution* of(const Measurement& m, int layer) const { return (m.*measured)(layer); }
    /// Null where it says nothing: not of the gradient's mean, which is zero.
    const Predicted* predicted(const Prediction& p, int layer, const QString& statistic) const
    {
        const bool rms = statistic == QLatin1String("rms");
        if (key == QLatin1String("gradient"))
            return statistic == QLatin1String("mean") ? nullptr : p.gradient(layer);
        if (key == QLatin1String("preactivation"))
            return rms ? p.preactivation(layer, Quantity::rms) : nullptr;
        return p.output(layer,
            rms                                   ? Quantity::rms
                : statistic == QLatin1String("std") ? Quantity::std
                                                    : Quantity::mean);
    }
};

const LayerSignal& signalOf(const QString& key)
{
    static const std::array<LayerSignal, 3> all {{{QStringLiteral("preactivation"), &Measurement::preactivation},
        {QStringLiteral("output"), &Measurement::output}, {QStringLiteral("gradient"), &Measurement::gradient}}};
    return *std::find_if(all.begin(), all.end(), [&](const LayerSignal& signal) { return signal.key == key; });
}

double log10Of(const Predicted* p) { return !p ? nan : p->log10 ? *p->log10 : std::log10(std::abs(p->value)); }

/// One curve in axis coordinates; NaN where there is nothing to draw.
struct Trace {
    QString key, name;
    QColor color;
    Qt::PenStyle line = Qt::SolidLine;
    QVector<double> y, low, high;   // the band is empty without replicas
    QVector<double> theory;
    double last = nan;   // the last drawn value
};

class CurvesFigure : public NetworkFigure<PlotFigure> {
public:
    explicit CurvesFigure(QWidget* parent) : NetworkFigure(tr("LayerSignal and gradient by layer"), parent)
    {
        addChoice(QStringLiteral("signal"),
            {{QStringLiteral("preactivation"), tr("Forward: preactivation")},
                {QStringLiteral("output"), tr("Forward: output")}});
        addChoice(QStringLiteral("axis"),
            {{QStringLiteral("log"), tr("Logarithmic")}, {QStringLiteral("linear"), tr("Linear")}});
        for (const Statistic& s : statistics())
            addToggle(s.key, tr("Show %1").arg(s.name), s.key == QLatin1String("rms"));
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("width"), tr("Show finite-width band, 1 σ and 2 σ"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 1, tableOf); }

private:
    /// Of no study, the header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table;
        table.header << QStringLiteral("layer");
        const std::array<QString, 3> signal {
            QStringLiteral("preactivation"), QStringLiteral("output"), QStringLiteral("gradient")};
        for (const QString& s : signal)
            for (const Statistic& statistic : statistics())
                table.header << s + QLatin1Char('_') + statistic.key;
        for (const QString& s : signal)
            table.header << QStringLiteral("predicted_%1_log10_rms").arg(s);
        if (!study)
            return table;
        for (int layer = 1; layer <= study->measurement->depth(); ++layer) {
            QStringList row {QString::number(layer)};
            for (const QString& s : signal) {
                const Distribution* d = signalOf(s).of(*study->measurement, layer);
                for (const Statistic& statistic : statistics())
                    row << (d ? exactNumber(*d, d->*statistic.number) : QString());
            }
            for (const QString& s : signal) {
                const double log10
                    = log10Of(signalOf(s).predicted(*study->prediction, layer, QStringLiteral("rms")));
                row << (std::isnan(log10) ? QString() : QString::number(log10, 'g', 17));
            }
            table.rows << row;
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        const Study& s = *study();
        const bool log = choice(QStringLiteral("axis")) == QLatin1String("log");
        const int depth = s.measurement->depth();
        const LayerSignal &forward = signalOf(choice(QStringLiteral("signal"))),
                     &gradient = signalOf(QStringLiteral("gradient"));

        Frame f;
        putLayersOnX(f);
        f.xLabel = tr("layer");
        f.xHome = {0.5, depth + 0.5};
        f.yScale = log ? Scale::log10 : Scale::linear;
        QStringList shown;
        for (const Statistic& statistic : statistics())
            if (toggled(statistic.key))
                shown << (log && statistic.key == QLatin1String("mean") ? QStringLiteral("|mean|") : statistic.name);
        f.yLabel = shown.join(QStringLiteral(", "));

        traces_.clear();
        bands_.clear();
        collect(QStringLiteral("forward"), forwardName(), style().theme.forward, log, forward, f);
        if (s.measurement->gradient(1))
            collect(QStringLiteral("gradient"), tr("gradient"), style().theme.gradient, log, gradient, f);
        if (std::any_of(traces_.begin(), traces_.end(), [](const Trace& t) { return !t.theory.isEmpty(); })
            || isOff(QStringLiteral("theory")))
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("theory"), style().theme.text, LegendEntry::Mark::line, std::nullopt};
        if (toggled(QStringLiteral("width")))
            collectWidthBands(log);
        if (!pins().isEmpty())
            collectPins(log, f);
        for (const Remark& remark : s.measurement->remarks)
            f.notes << QString::fromStdString(remark.text);

        Range values = withPinnedY(f.pins, rangeOf({}));
        for (const Trace& trace : traces_)
            values = rangeOf({&trace.y, &trace.low, &trace.high, &trace.theory}, values);
        f.xHome.high = withPinnedX(f.pins, {1, double(depth)}).high + 0.5;
        if (values.span() < 0)
            values = log ? Range {-0.5, 0.5} : Range {0, 1};
        f.yHome = roundedOut(f.yScale, values);
        fill(depth);
        setFrame(f);
    }

    /// Bands lie below the grid, which would be lost under their wide ones.
    void drawUnder(QPainter& painter, const Canvas& c) override
    {
        drawBands(painter, c, bands_, style());
        AxesFigure::drawUnder(painter, c);
    }

    /// The chosen layer's dots: whole, also where the first layer stands at the edge of the axes.
    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        const int layer = shownStudy()->layer;
        for (const Trace& trace : traces_)
            if (!isOff(groupOf(trace.key)) && layer >= 1 && layer <= trace.y.size())
                drawChosenMark(painter, c, layer, trace.y[layer - 1], trace.color, style());
    }

    QString readoutAt(const QPointF& value) const override { return layerText(*shownStudy(), layerOf(value.x())); }

private:
    QString forwardName() const
    {
        return choice(QStringLiteral("signal")) == QLatin1String("preactivation") ? tr("preactivation") : tr("output");
    }

    static QString groupOf(const QString& key) { return key.section(QLatin1Char('.'), 0, 0); }

    void collect(const QString& key, const QString& name, const QColor& color, bool log, const LayerSignal& signal, Frame& f)
    {
        const Measurement& m = *study()->measurement;
        const auto depth = std::size_t(m.depth());
        std::vector<bool> zero(depth), lost(depth), beyond(depth);
        const bool several = std::count_if(statistics().begin(), statistics().end(), [this](const Statistic& s) {
            return toggled(s.key);
        }) > 1;
        bool first = true;
        for (const Statistic& statistic : statistics()) {
            if (!toggled(statistic.key))
                continue;
            Trace trace {key + QLatin1Char('.') + statistic.key, name, color, statistic.line, {}, {}, {}, {}, nan};
            for (std::size_t l = 0; l < depth; ++l) {
                const Distribution* d = signal.of(m, int(l) + 1);
                const double number = d ? d->*statistic.number : nan;
                const double log10 = d ? d->log10_of(number) : nan;
                double y = log ? log10 : d ? d->plain(number) : nan;
                zero[l] = zero[l] || (d && d->rms == 0);
                lost[l] = lost[l] || !std::isfinite(number);
                beyond[l] = beyond[l] || (!log && std::isfinite(number) && !(std::abs(y) < most_linear));
                if (!std::isfinite(y) || std::abs(y) >= most_linear)
                    y = nan;   // a zero has no place on a log axis: it is said, not drawn
                trace.y << y;
                if (!m.spread.empty())
                    band(trace, *d, number, spreadOf(m, int(l) + 1, signal), statistic.number, log);
            }
            if (toggled(QStringLiteral("theory")) && !isOff(QStringLiteral("theory")))
                trace.theory = theoryLine(signal, statistic.key, log);
            for (const double y : trace.y)
                if (std::isfinite(y))
                    trace.last = y;
            LegendEntry entry {key, name, color, LegendEntry::Mark::line, std::nullopt};
            if (several) {
                entry.text += QLatin1Char(' ') + statistic.name;
                entry.mark = statistic.line == Qt::DashLine ? LegendEntry::Mark::dashed
                    : statistic.line == Qt::DotLine         ? LegendEntry::Mark::dotted
                                                            : LegendEntry::Mark::line;
            }
            if (std::isfinite(trace.last) && !trace.y.isEmpty() && std::isfinite(trace.y.last()))
                entry.end = trace.last;
            f.legend << entry;
            if (!isOff(key))
                traces_ << trace;
            first = false;
        }
        if (first || isOff(key))
            return;
        for (const QString& note : {whereText(tr("the %1").arg(name), tr("zero"), zero),
                 whereText(tr("the %1").arg(name), tr("not a finite number"), lost),
                 whereText(tr("the %1").arg(name), tr("beyond a linear axis"), beyond)})
            if (!note.isEmpty())
                f.notes << note;
    }

    /// Of dense networks that are pinned, the first statistic that is shown.
    void collectPins(bool log, Frame& f) const
    {
        const auto statistic = std::find_if(
            statistics().begin(), statistics().end(), [this](const Statistic& s) { return toggled(s.key); });
        if (statistic == statistics().end())
            return;
        bool gradients = false;
        for (const Pin& pin : pins()) {
            if (!is_layered(*pin.study))
                continue;
            PinLine forward {pin, {}}, gradient {pin, {}};
            gradient.fill = PinFill::open;
            const Measurement& m = *pin.study->measurement;
            for (int layer = 1; layer <= m.depth(); ++layer) {
                forward.x << layer;
                gradient.x << layer;
                forward.y << pinnedValue(signalOf(choice(QStringLiteral("signal"))).of(m, layer), *statistic, log);
                gradient.y << pinnedValue(m.gradient(layer), *statistic, log);
            }
            if (!isOff(QStringLiteral("forward")))
                addPin(f, forward);
            if (m.gradient(1) && !isOff(QStringLiteral("gradient"))) {
                gradients = true;
                addPin(f, gradient);
            }
        }
        if (gradients)
            f.notes << tr("pinned %1: ● %2, ○ gradient")
                           .arg(statistic->name, forwardName());
    }

    static double pinnedValue(const Distribution* d, const Statistic& statistic, bool log)
    {
        if (!d)
            return nan;
        const double number = d->*statistic.number;
        const double y = log ? d->log10_of(number) : d->plain(number);
        return std::isfinite(y) && std::abs(y) < most_linear ? y : nan;
    }

    static const Distribution* spreadOf(const Measurement& m, int layer, const LayerSignal& signal)
    {
        const BlockRecord& spread = *m.spread_of(layer);
        return signal.key == QLatin1String("gradient") ? spread.gradient(m.reading.gradient)
            : signal.key == QLatin1String("output")    ? spread.value(m.reading.output)
                                                       : spread.value(m.reading.preactivation);
    }

    static double axisValue(double log10, bool log)
    {
        const double y = log ? log10 : std::pow(10.0, log10);
        return std::isfinite(y) && std::abs(y) < most_linear ? y : nan;
    }

    /// Empty when theory says nothing of any layer.
    QVector<double> theoryLine(const LayerSignal& signal, const QString& statistic, bool log) const
    {
        QVector<double> line;
        bool any = false;
        for (int layer = 1; layer <= study()->measurement->depth(); ++layer) {
            line << axisValue(log10Of(signal.predicted(*study()->prediction, layer, statistic)), log);
            any = any || std::isfinite(line.last());
        }
        return any ? line : QVector<double>();
    }

    /// Where a network of this width lies with 95 % and 68 %, by the laws of its RMS.
    void collectWidthBands(bool log)
    {
        if (!toggled(QStringLiteral("theory")) || !toggled(QStringLiteral("rms")) || isOff(QStringLiteral("theory")))
            return;
        const double per_decade = std::log(10.0);
        // The narrow ones on top of the wide ones, where signal and gradient have much the same size.
        for (const double sigmas : {2.0, 1.0})
            for (const bool gradient : {false, true}) {
                if (isOff(gradient ? QStringLiteral("gradient") : QStringLiteral("forward")))
                    continue;
                const QColor color = gradient ? style().theme.gradient : style().theme.forward;
                Band band {style().theme.tint(color, sigmas > 1 ? 0.10 : 0.20), {}, {}};
                bool any = false;
                const LayerSignal& signal
                    = signalOf(gradient ? QStringLiteral("gradient") : choice(QStringLiteral("signal")));
                for (int layer = 1; layer <= study()->measurement->depth(); ++layer) {
                    const Predicted* p = signal.predicted(*study()->prediction, layer, QStringLiteral("rms"));
                    const std::optional<double> spread = p ? p->spread : std::nullopt;
                    const double middle
                        = spread ? *p->log10 + (p->shift - *spread * *spread) / per_decade : nan;
                    const double reach = spread ? sigmas * *spread / per_decade : nan;
                    band.low << axisValue(middle - reach, log);
                    band.high << axisValue(middle + reach, log);
                    any = any || std::isfinite(band.low.last());
                }
                band.edge = style().theme.tint(color, 0.45);
                if (any)
                    bands_ << band;
            }
    }

    /// ±1 standard deviation over replicas.
    static void band(Trace& trace, const Distribution& d, double number, const Distribution* spread,
        double Distribution::*member, bool log)
    {
        const double y = trace.y.last();
        double low = nan, high = nan;
        if (spread && std::isfinite(y)) {
            if (log) {
                const double ratio = std::pow(10.0, spread->log10_of(spread->*member) - d.log10_of(number));
                high = y + std::log10(1 + ratio);
                low = ratio < 0.999 ? y + std::log10(1 - ratio)
                                    : y - 3;   // down to nothing: three decades stand for it
            } else {
                const double sd = spread->plain(spread->*member);
                low = y - sd;
                high = y + sd;
            }
        }
        trace.low << (std::isfinite(low) ? low : nan);
        trace.high << (std::isfinite(high) ? high : nan);
    }

    void fill(int depth)
    {
        QVector<double> x(depth);
        std::iota(x.begin(), x.end(), 1.0);
        int next = 0;
        for (const Trace& trace : traces_)
            if (!trace.low.isEmpty())
                bands_ << Band {style().theme.tint(trace.color, 0.32), trace.low, trace.high};
        for (const Trace& trace : traces_) {
            QCPGraph* g = graph(next++);
            g->setData(x, trace.y, true);
            g->setChannelFillGraph(nullptr);
            g->setBrush(Qt::NoBrush);
            // Hundreds of layers are a thin line: Qt is ten times slower with thick ones.
            g->setPen(pen(trace.color, depth <= 256 ? 1.8 : 1, trace.line));
            g->setAntialiasedScatters(true);
            g->setScatterStyle(depth <= 64 ? QCPScatterStyle(QCPScatterStyle::ssDisc, pen(trace.color, 1), trace.color,
                                   style().px(depth <= 24 ? 6 : 4.5))
                                           : QCPScatterStyle(QCPScatterStyle::ssNone));
        }
        // Theory goes through the dots: a thin line on top.
        for (const Trace& trace : traces_) {
            if (trace.theory.isEmpty())
                continue;
            QCPGraph* g = graph(next++);
            g->setData(x, trace.theory, true);
            g->setChannelFillGraph(nullptr);
            g->setBrush(Qt::NoBrush);
            g->setScatterStyle(QCPScatterStyle::ssNone);
            // Where both theories say the same, the solid line shows through the dashes of the other. Curves of
            // hundreds of layers are as thin as theory, which then leaves gaps to see them through.
            QPen line = pen(style().theme.text, 1);
            const bool gradient = trace.key.startsWith(QLatin1String("gradient"));
            if (depth > 256)
                line.setDashPattern(gradient ? QVector<qreal> {3, 7} : QVector<qreal> {9, 7});
            else if (gradient)
                line.setStyle(Qt::DashLine);
            g->setPen(line);
        }
        clearGraphs(next);
    }

    QVector<Trace> traces_;
    QVector<Band> bands_;
};

}   // namespace

Figure* createCurves(QWidget* parent) { return new CurvesFigure(parent); }

}   // namespace stepzero
