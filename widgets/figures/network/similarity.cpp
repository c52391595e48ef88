// SPDX-License-Identifier: GPL-3.0-or-later
// Similarity of tokens by block: whether the tokens of a sequence stay apart or become one vector (rank collapse).
#include <qcustomplot.h>

#include <cmath>
#include <limits>

#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double collapsed = 0.9;

class SimilarityFigure : public NetworkFigure<PlotFigure> {
public:
    explicit SimilarityFigure(QWidget* parent) : NetworkFigure(tr("Similarity of tokens by block"), parent)
    {
        addChoice(QStringLiteral("axis"),
            {{QStringLiteral("cosine"), tr("Cosine of two tokens, linear")},
                {QStringLiteral("log"), tr("Distance 1 − cosine, logarithmic")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 2, tableOf); }

private:
    /// Of no study, the header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {{QStringLiteral("block"), QStringLiteral("step"), QStringLiteral("similarity"),
                               QStringLiteral("spread"), QStringLiteral("predicted_similarity")},
            {}};
        if (!study || is_layered(*study))
            return table;
        const BlockSource source = blockSource(*study);
        for (int place = 0; place < source.places(); ++place)
            table.rows << QStringList {QString::number(source.blockOf(place)),
                place == 0 ? QStringLiteral("embedding") : QString::fromStdString(source.stepOf(place).word),
                exactNumber(measured(source, place)), exactNumber(spread(source, place)),
                exactNumber(predicted(source, place))};
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        const Study& s = *study();
        measured_.clear();
        low_.clear();
        high_.clear();
        x_.clear();
        QVector<double> theory;
        QString collapse;
        bool anyMeasured = false, anyTheory = false, equal = false;
        if (!is_layered(s)) {
            const BlockSource source = blockSource(s);
            for (int place = 0; place < source.places(); ++place) {
                const double cosine = measured(source, place), sd = spread(source, place);
                x_ << source.xOf(place);
                measured_ << coordinate(cosine);
                theory << coordinate(predicted(source, place));
                low_ << coordinate(cosine - sd);
                high_ << coordinate(std::min(cosine + sd, 1.0));
                if (isLog() && std::isfinite(sd) && !std::isfinite(high_.last()))
                    high_.last() = coordinate(cosine) - 3;   // down to nothing: three decades stand for it
                anyMeasured = anyMeasured || std::isfinite(cosine);
                anyTheory = anyTheory || std::isfinite(theory.last());
                equal = equal || cosine >= 1;
                if (!(cosine > collapsed))
                    collapse.clear();
                else if (collapse.isEmpty())
                    collapse = source.nameOf(place);
            }
        }
        const bool showsTheory = anyTheory && toggled(QStringLiteral("theory"));
        if (!showsTheory || isOff(QStringLiteral("theory")))
            theory.fill(nan);
        if (isOff(QStringLiteral("measured"))) {
            measured_.fill(nan);
            low_.fill(nan);
        }

        Frame f;
        if (anyMeasured || anyTheory)
            putLayersOnX(f);
        f.xLabel = tr("block");
        f.yLabel = isLog() ? tr("1 − cosine of two tokens") : tr("cosine of two tokens");
        f.xHome = {-0.25, (x_.isEmpty() ? 1 : x_.last()) + 0.25};
        f.yScale = isLog() ? Scale::log10 : Scale::linear;
        const Theme& theme = style().theme;
        if (anyMeasured)
            f.legend << LegendEntry {
                QStringLiteral("measured"), tr("measured"), theme.forward, LegendEntry::Mark::line, std::nullopt};
        if (showsTheory)
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("theory"), theme.text, LegendEntry::Mark::line, std::nullopt};
        if (!anyMeasured && isOneToken(s))
            f.quiet = tr("one token: there are no two to compare");
        else if (!anyMeasured && !showsTheory)
            f.quiet = missingText(s);
        if (!collapse.isEmpty())
            f.notes << tr("rank collapse: above %1 from %2 on").arg(pretty(collapsed), collapse);
        if (isLog() && equal)
            f.notes << tr("tokens that are equal have no place on this axis");
        if (const QString lost = lostSignalText(s); anyMeasured && !lost.isEmpty())
            f.notes << lost;

        for (const Pin& pin : pins())
            collectPin(pin, f);
        f.xHome.high = withPinnedX(f.pins, {0, f.xHome.high - 0.25}).high + 0.25;

        const Range values = rangeOf({&measured_, &theory}, withPinnedY(f.pins, rangeOf({})));
        if (isLog())
            f.yHome = roundedOut(Scale::log10, values.span() < 0 ? Range {-2, 0} : values);
        else
            f.yHome = {values.low < -0.04 ? -1.04 : -0.04, 1.04};
        fill(theory);
        setFrame(f);
    }

    void drawUnder(QPainter& painter, const Canvas& c) override
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(style().theme.tint(style().theme.forward, 0.3));
        eachRun(c, Band {{}, low_, high_, x_},
            [&](const QPolygonF& above, const QPolygonF& below) { painter.drawPolygon(above + below); });
        if (!isLog()) {
            const double y = std::round(c.py(collapsed));
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(pen(style().theme.faint_text, 1, Qt::DotLine));
            painter.drawLine(QPointF(c.plot.left(), y), QPointF(c.plot.right() + 1, y));
        }
        PlotFigure::drawUnder(painter, c);
    }

    /// The chosen block's end, whole also at the edge of the axes.
    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        for (int i = 0; i < x_.size(); ++i)
            if (x_[i] == shownStudy()->layer)
                drawChosenMark(painter, c, x_[i], measured_[i], style().theme.forward, style());
    }

    int layerOf(double x) const override
    {
        return !is_layered(*shownStudy()) ? blockNear(*shownStudy(), x) : AxesFigure::layerOf(x);
    }

    QString readoutAt(const QPointF& value) const override
    {
        if (x_.isEmpty())
            return {};
        const BlockSource source = blockSource(*shownStudy());
        const int place = source.placeAt(value.x());
        const double found = measured(source, place), sd = spread(source, place), theory = predicted(source, place);
        QStringList parts {place == 0 ? tr("embedding") : source.nameOf(place)};
        parts << (std::isfinite(found) ? tr("cosine %1").arg(written(found))
                    + (std::isfinite(sd) ? QStringLiteral(" ± ") + written(sd) : QString())
                                       : tr("not measured"));
        if (std::isfinite(theory))
            parts << tr("theory %1").arg(written(theory));
        return parts.join(QStringLiteral(" · "));
    }

private:
    bool isLog() const { return choice(QStringLiteral("axis")) == QLatin1String("log"); }

    /// Tokens are compared before a norm of the embedding, which keeps their angles.
    static Site siteOf(const BlockSource& source, int place)
    {
        return place == 0 ? Site {0, "embedding"} : source.streamSite(place);
    }

    static double measured(const BlockSource& source, int place)
    {
        return source.measured(siteOf(source, place), Quantity::similarity);
    }

    static double spread(const BlockSource& source, int place)
    {
        return source.deviation(siteOf(source, place), Quantity::similarity);
    }

    static double predicted(const BlockSource& source, int place)
    {
        return source.predicted(source.streamSite(place), Quantity::similarity);
    }

    void collectPin(const Pin& pin, Frame& f) const
    {
        if (is_layered(*pin.study) || isOff(QStringLiteral("measured")))
            return;
        const BlockSource source = blockSource(*pin.study);
        PinLine line {pin, {}};
        for (int place = 0; place < source.places(); ++place) {
            line.x << source.xOf(place);
            line.y << coordinate(measured(source, place));
        }
        if (std::any_of(line.y.begin(), line.y.end(), [](double y) { return std::isfinite(y); }))
            addPin(f, line);
    }

    /// Of a cosine on the axis; 1 has no place on a logarithmic one.
    double coordinate(double cosine) const
    {
        const double y = isLog() ? std::log10(1 - cosine) : cosine;
        return std::isfinite(y) ? y : nan;
    }

    static QString written(double cosine)
    {
        const QString digits = QString::number(std::abs(cosine), 'f', std::abs(cosine) > 0.99 ? 5 : 3);
        return cosine < 0 && digits.toDouble() != 0 ? QChar(0x2212) + digits : digits;
    }

    void fill(const QVector<double>& theory)
    {
        const auto places = x_.size();
        const QColor color = style().theme.forward;
        QCPGraph* dots = graph(0);
        dots->setData(x_, measured_, true);
        dots->setPen(pen(color, places <= 256 ? 1.8 : 1));
        dots->setAntialiasedScatters(true);
        dots->setScatterStyle(places <= 64
                ? QCPScatterStyle(QCPScatterStyle::ssDisc, pen(color, 1), color, style().px(places <= 32 ? 5 : 4))
                : QCPScatterStyle(QCPScatterStyle::ssNone));
        QCPGraph* line = graph(1);
        line->setData(x_, theory, true);
        QPen thin = pen(style().theme.text, 1);
        if (places > 256)   // the measured line is as thin, and shows through the gaps
            thin.setDashPattern({9, 7});
        line->setPen(thin);
    }

    QVector<double> x_, measured_, low_, high_;   // on the axes
};

}   // namespace

Figure* createSimilarity(QWidget* parent) { return new SimilarityFigure(parent); }

}   // namespace stepzero
