// SPDX-License-Identifier: GPL-3.0-or-later
// Correlation of two inputs by layer: whether a network keeps apart what differs, or tears apart what is alike.
#include <qcustomplot.h>

#include <cmath>
#include <numeric>

#include "core/diagnose/deviation.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class CorrelationFigure : public NetworkFigure<PlotFigure> {
public:
    explicit CorrelationFigure(QWidget* parent) : NetworkFigure(tr("Correlation of two inputs by layer"), parent)
    {
        addChoice(QStringLiteral("axis"),
            {{QStringLiteral("c"), tr("Correlation c, linear")},
                {QStringLiteral("log"), tr("Distance 1 − c, logarithmic")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("width"), tr("Show finite-width band, 1 σ and 2 σ"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 1, tableOf); }

private:
    /// Of no study, the header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {{QStringLiteral("layer"), QStringLiteral("decorrelation"), QStringLiteral("spread"),
                               QStringLiteral("predicted_decorrelation"), QStringLiteral("predicted_spread")},
            {}};
        const auto text = [](const std::optional<double>& value) { return value ? exactNumber(*value) : QString(); };
        for (int layer = 1; study && layer <= study->measurement->depth(); ++layer) {
            const Predicted* p = predicted(*study, layer);
            table.rows << QStringList {QString::number(layer), text(measured(*study, layer)),
                text(deviation(*study, layer)), text(p ? std::optional(p->value) : std::nullopt),
                text(p ? p->spread : std::nullopt)};
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        const Study& s = *study();
        const int depth = s.measurement->depth();
        const bool log = isLog();
        measured_.clear();
        theory_.clear();
        bands_.clear();
        limit_ = nan;
        std::vector<bool> equal(static_cast<std::size_t>(depth));
        bool any = false, anyTheory = false;
        for (int layer = 1; layer <= depth; ++layer) {
            const auto found = measured(s, layer);
            measured_ << coordinate(found);
            const Predicted* p = predicted(s, layer);
            theory_ << coordinate(p ? std::optional(p->value) : std::nullopt);
            equal[std::size_t(layer - 1)] = found == 0.0;
            any = any || found;
            anyTheory = anyTheory || std::isfinite(theory_.last());
        }
        const bool showsTheory = anyTheory && toggled(QStringLiteral("theory"));
        if (!showsTheory || isOff(QStringLiteral("theory")))
            theory_.fill(nan);
        else if (toggled(QStringLiteral("width")))
            collectWidthBands();
        if (!isOff(QStringLiteral("measured")))
            collectReplicaBand();
        else
            measured_.fill(nan);

        Frame f;
        putLayersOnX(f);
        f.xLabel = tr("layer");
        f.yLabel = log ? tr("$1 − c$") : tr("correlation $c$");
        f.xHome = {0.5, depth + 0.5};
        f.yScale = log ? Scale::log10 : Scale::linear;
        const Theme& theme = style().theme;
        if (any)
            f.legend << LegendEntry {
                QStringLiteral("measured"), tr("measured"), theme.forward, LegendEntry::Mark::line, std::nullopt};
        if (showsTheory)
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("theory"), theme.text, LegendEntry::Mark::line, std::nullopt};
        const auto c_star
            = s.prediction->fixed_point ? s.prediction->fixed_point->c_star : std::nullopt;
        if (c_star && showsTheory) {
            limit_ = coordinate(1 - *c_star);
            f.legend << LegendEntry {
                QStringLiteral("limit"), tr("c*"), theme.faint_text, LegendEntry::Mark::dashed, std::nullopt};
            if (isOff(QStringLiteral("limit")))
                limit_ = nan;
        }
        const Measure& asked = s.experiment.measure;
        if (any || showsTheory)
            f.notes << tr("inputs %1° apart").arg(pretty(asked.correlation_angle))
                    + (c_star ? tr(" · c* %1").arg(aligned(*c_star)) : QString());
        if (!any && showsTheory)
            f.notes << (isComing() ? tr("computing…") : tr("not measured"));
        if (!any && !showsTheory)
            f.quiet = isComing() ? tr("computing…") : tr("not measured");
        if (log)
            if (const QString note = whereText(tr("the distance"), tr("zero"), equal); !note.isEmpty())
                f.notes << note;

        for (const Pin& pin : pins())
            collectPin(pin, f);
        f.xHome.high = withPinnedX(f.pins, {1, double(depth)}).high + 0.5;

        Range values = rangeOf({&measured_, &theory_}, withPinnedY(f.pins, rangeOf({})));
        if (std::isfinite(limit_))
            values = values.united({limit_, limit_});
        if (log)
            f.yHome = roundedOut(Scale::log10, values.span() < 0 ? Range {-2, 0} : values);
        else
            f.yHome = {values.low < -0.02 ? -1.04 : 0, 1.04};
        fill(depth);
        setFrame(f);
    }

    void drawUnder(QPainter& painter, const Canvas& c) override
    {
        drawBands(painter, c, bands_, style());
        if (std::isfinite(limit_)) {
            const double y = std::round(c.py(limit_));
            painter.setPen(pen(style().theme.faint_text, 1, Qt::DashLine));
            painter.drawLine(QPointF(c.plot.left(), y), QPointF(c.plot.right() + 1, y));
        }
        AxesFigure::drawUnder(painter, c);
    }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        const int layer = shownStudy()->layer;
        if (layer <= measured_.size())
            drawChosenMark(painter, c, layer, measured_[layer - 1], style().theme.forward, style());
    }

    QString readoutAt(const QPointF& value) const override
    {
        const Study& s = *shownStudy();
        const int layer = std::clamp(int(std::lround(value.x())), 1, s.measurement->depth());
        const auto found = measured(s, layer);
        const Predicted* p = predicted(s, layer);
        QStringList parts {tr("layer %1").arg(layer)};
        const QString name = isLog() ? tr("1 − c") : tr("c");
        parts << (found ? name + QLatin1Char(' ') + written(*found) : tr("not measured"));
        if (p) {
            parts << tr("theory %1").arg(written(p->value));
            if (const auto sigmas = deviations(*s.measurement, *s.prediction, layer).decorrelation)
                parts << tr("%1 σ").arg(QString::number(std::abs(*sigmas), 'f', 1));
        }
        return parts.join(QStringLiteral(" · "));
    }

private:
    bool isLog() const { return choice(QStringLiteral("axis")) == QLatin1String("log"); }
    bool isComing() const { return study()->stage == Stage::preview && study()->experiment.measure.correlation; }

    static const Predicted* predicted(const Study& s, int layer)
    {
        return s.prediction->preactivation(layer, Quantity::decorrelation);
    }
    static std::optional<double> measured(const Study& s, int layer)
    {
        return s.measurement->number(layer, Quantity::decorrelation);
    }
    static std::optional<double> deviation(const Study& s, int layer)
    {
        const BlockRecord* spread = s.measurement->spread_of(layer);
        return spread ? spread->number(s.measurement->reading.preactivation, Quantity::decorrelation) : std::nullopt;
    }

    /// Of 1 − c on the axis; a zero has no place on a logarithmic one.
    double coordinate(const std::optional<double>& decorrelation) const
    {
        if (!decorrelation)
            return nan;
        const double y = isLog() ? std::log10(*decorrelation) : 1 - *decorrelation;
        return std::isfinite(y) ? y : nan;
    }

    void collectPin(const Pin& pin, Frame& f) const
    {
        if (!is_layered(*pin.study) || isOff(QStringLiteral("measured")))
            return;
        PinLine line {pin, {}};
        for (int layer = 1; layer <= pin.study->measurement->depth(); ++layer) {
            line.x << layer;
            line.y << coordinate(measured(*pin.study, layer));
        }
        if (std::any_of(line.y.begin(), line.y.end(), [](double y) { return std::isfinite(y); }))
            addPin(f, line);
    }

    QString written(double decorrelation) const
    {
        if (isLog())
            return aligned(decorrelation);
        const double c = 1 - decorrelation;
        const QString digits = QString::number(std::abs(c), 'f', 3);
        return c < 0 && digits.toDouble() != 0 ? QChar(0x2212) + digits : digits;
    }

    /// From d − reach to d + reach; what is beyond 0 or 2 no correlation can have.
    void addBand(Band& band, const std::optional<double>& low, const std::optional<double>& high) const
    {
        constexpr double least = 1e-3;   // of a band that goes down to nothing: three decades stand for it
        const double top = high ? std::min(2.0, *high) : nan;
        const double a = low ? coordinate(isLog() ? std::max(*low, least * top) : std::max(0.0, *low)) : nan;
        const double b = high ? coordinate(top) : nan;
        band.low << std::min(a, b);
        band.high << std::max(a, b);
    }

    /// Where 68 % and 95 % of networks of this width lie: 1 − c is taken as lognormal with the predicted mean.
    void collectWidthBands()
    {
        for (const double sigmas : {2.0, 1.0}) {
            Band band {style().theme.tint(style().theme.forward, sigmas > 1 ? 0.10 : 0.20), {}, {}};
            for (int layer = 1; layer <= study()->measurement->depth(); ++layer) {
                const Predicted* p = predicted(*study(), layer);
                if (!p || !p->spread || !(p->value > 0)) {
                    addBand(band, {}, {});
                    continue;
                }
                const double relative = *p->spread / p->value;
                const double variance = std::log1p(relative * relative);
                const double middle = p->value * std::exp(-variance / 2);
                const double factor = std::exp(sigmas * std::sqrt(variance));
                addBand(band, middle / factor, middle * factor);
            }
            bands_ << band;
        }
    }

    /// ±1 standard deviation over replicas.
    void collectReplicaBand()
    {
        if (study()->measurement->spread.empty())
            return;
        Band band {style().theme.tint(style().theme.forward, 0.32), {}, {}};
        for (int layer = 1; layer <= study()->measurement->depth(); ++layer) {
            const auto d = measured(*study(), layer), sd = deviation(*study(), layer);
            if (d && sd)
                addBand(band, *d - *sd, *d + *sd);
            else
                addBand(band, {}, {});
        }
        bands_ << band;
    }

    void fill(int depth)
    {
        QVector<double> x(depth);
        std::iota(x.begin(), x.end(), 1.0);
        QCPGraph* dots = graph(0);
        dots->setData(x, measured_, true);
        dots->setPen(pen(style().theme.forward, depth <= 256 ? 1.8 : 1));
        dots->setAntialiasedScatters(true);
        dots->setScatterStyle(depth <= 64 ? QCPScatterStyle(QCPScatterStyle::ssDisc, pen(style().theme.forward, 1),
                                  style().theme.forward, style().px(depth <= 24 ? 6 : 4.5))
                                          : QCPScatterStyle(QCPScatterStyle::ssNone));
        QCPGraph* line = graph(1);
        line->setData(x, theory_, true);
        QPen thin = pen(style().theme.text, 1);
        if (depth > 256)   // the measured line is as thin, and shows through the gaps
            thin.setDashPattern({9, 7});
        line->setPen(thin);
    }

    QVector<double> measured_, theory_;   // on the axis
    QVector<Band> bands_;
    double limit_ = nan;
};

}   // namespace

Figure* createCorrelation(QWidget* parent) { return new CorrelationFigure(parent); }

}   // namespace stepzero
