// SPDX-License-Identifier: GPL-3.0-or-later
// Correlation by depth, of two inputs or of the tokens of a sequence. It shows whether a network preserves differences,
// separates similar inputs, or maps all tokens to one vector (rank collapse).
#include <QPainter>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/diagnose/deviation.h"
#include "core/kinds/kinds.h"
#include "core/theory/width_band.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr double collapsed = 0.9;

/// The two vectors whose correlation is shown, as distances d = 1 − c: two inputs at the preactivations of layers, or
/// tokens along the stream.
class Pairs {
public:
    explicit Pairs(const Study& study) : source(blockSource(study)), ofTokens_(!study.plan->kind->layered) { }

    double measured(int place) const { return distance(source.measured(site(place), quantity())); }
    double spread(int place) const { return source.deviation(site(place), quantity()); }
    double predicted(int place) const { return distance(source.predicted(theorySite(place), quantity())); }
    /// Null where theory makes no prediction, or predicts another number than the distance.
    const Predicted* law(int place) const { return ofTokens_ ? nullptr : source.theory(theorySite(place), quantity()); }

    bool ofTokens() const { return ofTokens_; }
    Quantity quantity() const { return ofTokens_ ? Quantity::similarity : Quantity::decorrelation; }
    double distance(double number) const { return ofTokens_ ? 1 - number : number; }   ///< is its own inverse
    QString nameOf(int place) const { return place == 0 ? QStringLiteral("embedding") : source.nameOf(place); }

    const BlockSource source;

private:
    Site theorySite(int place) const { return ofTokens_ ? source.streamSite(place) : source.preactivationSite(place); }
    /// Tokens are compared before a norm of the embedding, which preserves their angles.
    Site site(int place) const { return ofTokens_ && place == 0 ? Site {0, "embedding"} : theorySite(place); }

    bool ofTokens_;
};

class CorrelationFigure : public BlockFigure {
public:
    explicit CorrelationFigure(QWidget* parent) : BlockFigure(parent)
    {
        addChoice(log_, QStringLiteral("axis"),
            {{false, "c", tr("Correlation c, linear")}, {true, "log", tr("Distance 1 − c, logarithmic")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("width"), tr("Show finite-width band, 1 σ and 2 σ"), true);
    }

    FigureTable table() const override
    {
        const bool steps = study() && !study()->plan->steps.empty();
        return withPins(study().get(), pins(), steps ? 2 : 1, tableOf);
    }

private:
    /// Returns the table of a study; for null, its header.
    static FigureTable tableOf(const Study* study)
    {
        if (!study)
            return {{QStringLiteral("layer"), QStringLiteral("decorrelation"), QStringLiteral("spread"),
                        QStringLiteral("predicted_decorrelation"), QStringLiteral("predicted_spread")},
                {}};
        const Pairs pairs(*study);
        const BlockSource& s = pairs.source;
        const bool steps = !s.steps().empty();
        const QString name = QString::fromLatin1(quantity_name(pairs.quantity()).data());
        FigureTable table {{QString::fromStdString(study->plan->kind->unit().english())}, {}};
        if (steps)
            table.header << QStringLiteral("step");
        table.header << name << QStringLiteral("spread") << QStringLiteral("predicted_") + name;
        if (!pairs.ofTokens())
            table.header << QStringLiteral("predicted_spread");
        for (int place = s.first(); place < s.places(); ++place) {
            QStringList row {QString::number(s.blockOf(place))};
            if (steps)
                row << (place == 0 ? pairs.nameOf(0) : QString::fromStdString(s.stepOf(place).word));
            row << exactNumber(pairs.distance(pairs.measured(place))) << exactNumber(pairs.spread(place))
                << exactNumber(pairs.distance(pairs.predicted(place)));
            if (const Predicted* p = pairs.law(place); !pairs.ofTokens())
                row << exactNumber(p ? p->spread.value_or(nan) : nan);
            table.rows << row;
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        clear();
        const Study& study = *this->study();
        const Pairs pairs(study);
        const BlockSource& s = pairs.source;
        const Theme& theme = style().theme;
        offer(QStringLiteral("width"), !pairs.ofTokens());
        const Found found = collect(pairs);
        const bool showsTheory = found.anyTheory && toggled(QStringLiteral("theory"));
        add(found.line);
        if (showsTheory)
            add(found.theory);

        Frame f;
        if (showsTheory && toggled(QStringLiteral("width")))
            addWidth(pairs, found.theory, f);
        f.yLabel = pairs.ofTokens() ? (isLog() ? tr("1 − cosine between two tokens") : tr("cosine between two tokens"))
            : isLog()               ? tr("$1 − c$ of two inputs")
                                    : tr("correlation $c$ of two inputs");
        f.yScale = isLog() ? Scale::log10 : Scale::linear;
        if (found.any)
            f.legend << LegendEntry {
                found.line.key, tr("measured"), theme.forward, LegendEntry::Mark::line, std::nullopt};
        if (showsTheory)
            f.legend << theoryEntry();
        limit_ = nan;
        const auto c_star = study.prediction->fixed_point ? study.prediction->fixed_point->c_star : std::nullopt;
        if (c_star && showsTheory) {
            f.legend << LegendEntry {
                QStringLiteral("limit"), tr("c*"), theme.faint_text, LegendEntry::Mark::dashed, std::nullopt};
            if (!isOff(QStringLiteral("limit")))
                limit_ = coordinate(1 - *c_star);
        }
        collapses_ = pairs.ofTokens() && !isLog();
        addNotes(pairs, found, showsTheory, f);
        for (const Pin& pin : pins())
            collectPin(pin, f);

        Range values = withPinnedY(f.pins, drawn(isLog()));
        if (std::isfinite(limit_))
            values = values.united({limit_, limit_});
        finish(f, s.depth(),
            isLog() ? roundedOut(Scale::log10, values.span() < 0 ? Range {-2, 0} : values)
                    : Range {values.low < -0.04 ? -1.04 : -0.04, 1.04});
    }

    void drawMarks(QPainter& painter, const Canvas& c) override
    {
        const auto level = [&](double at, Qt::PenStyle line) {
            const double y = std::round(c.py(at));
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(pen(style().theme.faint_text, 1, line));
            painter.drawLine(QPointF(c.plot.left(), y), QPointF(c.plot.right() + 1, y));
        };
        if (std::isfinite(limit_))
            level(limit_, Qt::DashLine);
        if (collapses_)
            level(collapsed, Qt::DotLine);
    }

    QString readoutAt(const QPointF& value) const override
    {
        const Study& study = *shownStudy();
        const Pairs pairs(study);
        const int place = std::max(pairs.source.first(), pairs.source.placeAt(value.x()));
        const double found = pairs.measured(place), sd = pairs.spread(place), theory = pairs.predicted(place);
        QStringList parts {pairs.nameOf(place)};
        const QString name = pairs.ofTokens() ? tr("cosine") : tr("c");
        parts << (std::isfinite(found) ? (isLog() ? tr("1 − %1").arg(name) : name) + QLatin1Char(' ') + written(found)
                    + (std::isfinite(sd) ? QStringLiteral(" ± ") + aligned(sd) : QString())
                                       : tr("not measured"));
        if (std::isfinite(theory))
            parts << tr("theory %1").arg(written(theory));
        if (!pairs.ofTokens())
            if (const auto sigmas = deviations(*study.measurement, *study.prediction, place).decorrelation)
                parts << deviationText(*sigmas);
        return parts.join(QStringLiteral(" · "));
    }

private:
    bool isLog() const { return log_.value(); }
    static bool isAsked(const Study& study)
    {
        return study.plan->kind->has_tokens() || study.experiment.measure.correlation;
    }

    struct Found {   // the numbers of a study
        BlockLine line;
        BlockTheory theory;
        bool any = false, anyTheory = false;
        std::vector<bool> equal;   // blocks where a distance is zero
        QString collapse;   // the place from which on tokens are collapsed
    };

    Found collect(const Pairs& pairs) const
    {
        const BlockSource& s = pairs.source;
        const Theme& theme = style().theme;
        Found found {.line = {QStringLiteral("measured"), theme.forward, BlockMark::disc, 1.8, s.places() <= 65, {}},
            .theory = {QStringLiteral("theory"), theme.text, Qt::SolidLine, {}},
            .equal = std::vector<bool>(std::size_t(s.depth())),
            .collapse = {}};
        for (int place = s.first(); place < s.places(); ++place) {
            const double distance = pairs.measured(place), sd = pairs.spread(place);
            const Range band = bandOf(distance - sd, distance + sd);
            found.line.x << s.xOf(place);
            found.line.y << coordinate(distance);
            found.line.low << band.low;
            found.line.high << band.high;
            found.theory.y << coordinate(pairs.predicted(place));
            found.any = found.any || std::isfinite(distance);
            found.anyTheory = found.anyTheory || std::isfinite(found.theory.y.last());
            if (place > 0 && distance <= 0)
                found.equal[std::size_t(s.blockOf(place) - 1)] = true;
            if (!(1 - distance > collapsed))
                found.collapse.clear();
            else if (found.collapse.isEmpty())
                found.collapse = pairs.nameOf(place);
        }
        found.theory.x = found.line.x;
        return found;
    }

    /// Adds the scatter between networks of this width, around theory.
    void addWidth(const Pairs& pairs, const BlockTheory& theory, Frame& f)
    {
        const BlockSource& s = pairs.source;
        const auto widthBand = [&](double sigmas) {
            Band band {{}, {}, {}, theory.x};
            for (int place = s.first(); place < s.places(); ++place) {
                const Predicted* p = pairs.law(place);
                const auto ends = p ? width_band(*p, sigmas) : std::nullopt;
                const Range range
                    = ends ? bandOf(std::pow(10.0, ends->low), std::pow(10.0, ends->high)) : Range {nan, nan};
                band.low << range.low;
                band.high << range.high;
            }
            return band;
        };
        addWidthBands(theory.key, style().theme.forward, widthBand);
        if (const QString end = bandEndText(
                tr("the correlation"), widthBand(1), theory.y, [&](int i) { return pairs.nameOf(s.first() + i); });
            !end.isEmpty())
            f.notes << end;
    }

    void addNotes(const Pairs& pairs, const Found& found, bool showsTheory, Frame& f) const
    {
        const Study& study = *this->study();
        const auto c_star = study.prediction->fixed_point ? study.prediction->fixed_point->c_star : std::nullopt;
        if (!pairs.ofTokens() && (found.any || showsTheory))
            f.notes << tr("inputs %1° apart").arg(pretty(study.experiment.measure.correlation_angle))
                    + (c_star ? tr(" · theory: c* %1").arg(aligned(*c_star)) : QString());
        if (pairs.ofTokens() && !found.collapse.isEmpty())
            f.notes << tr("rank collapse: above %1 from %2 on").arg(pretty(collapsed), found.collapse);
        if (isLog())
            noteWhere(f, tr("the distance"), tr("zero"), found.equal);
        if (const QString lost = lostSignalText(study); found.any && !lost.isEmpty())
            f.notes << lost;
        if (!found.any && isOneToken(study))
            f.quiet = tr("single token: nothing to compare");
        else if (!found.any && !(!isMeasured(study) && showsTheory))
            (showsTheory ? f.notes.emplaceBack() : f.quiet)
                = is_coming(study.stage) && isAsked(study) ? tr("computing…") : missingText(study);
    }

    /// Returns the coordinate of a distance; NaN for zero on a logarithmic axis.
    double coordinate(double distance) const
    {
        const double y = isLog() ? std::log10(distance) : 1 - distance;
        return std::isfinite(y) ? y : nan;
    }

    /// Returns the range between two distances, limited to the 0 to 2 that a correlation allows.
    Range bandOf(double low, double high) const
    {
        constexpr double least = 1e-3;   // a band that reaches zero is drawn three decades deep
        const double top = std::min(2.0, high);
        const double a = coordinate(isLog() ? std::max(low, least * top) : std::max(0.0, low)), b = coordinate(top);
        return std::isfinite(low + high) ? Range {std::min(a, b), std::max(a, b)} : Range {nan, nan};
    }

    /// Formats a distance in the unit of the axis.
    QString written(double distance) const
    {
        if (isLog())
            return aligned(distance);
        const double c = 1 - distance;
        return decimals(c, std::abs(c) > 0.99 && c < 1 ? 5 : 3);
    }

    void collectPin(const Pin& pin, Frame& f) const
    {
        if (!isComparable(*study(), *pin.study) || isOff(QStringLiteral("measured")))
            return;
        const Pairs pairs(*pin.study);
        PinLine line {pin, {}};
        for (int place = pairs.source.first(); place < pairs.source.places(); ++place) {
            line.x << pairs.source.xOf(place);
            line.y << coordinate(pairs.measured(place));
        }
        if (std::any_of(line.y.begin(), line.y.end(), [](double y) { return std::isfinite(y); }))
            addPin(f, line);
    }

    double limit_ = nan;   // c* on the axis
    bool collapses_ = false;   // true when the line of a rank collapse is drawn
    ChoiceOf<bool> log_;
};

}   // namespace

FigureKind figure_correlation()
{
    return {QStringLiteral("correlation"), QObject::tr("Correlation by layer"), created<CorrelationFigure>,
        {{networkLayers, 0}, {networkTokens, 0}}, QObject::tr("Correlation")};
}

}   // namespace stepzero
