// SPDX-License-Identifier: GPL-3.0-or-later
// Signal and gradient by depth: how large they are as they travel through a network, layer by layer or along a residual
// stream, and what each branch writes into the stream and passes back.
#include <array>
#include <cmath>
#include <map>

#include "core/kinds/kinds.h"
#include "core/theory/width_band.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr double visible = 0.01;   // decades between two lines that are told apart

struct Statistic {
    QString key, name;
    double Distribution::*number;
    Quantity quantity;
    Qt::PenStyle line;
    LegendEntry::Mark mark;
};

const QVector<Statistic>& statistics()
{
    static const QVector<Statistic> all {{QStringLiteral("rms"), QStringLiteral("RMS"), &Distribution::rms,
                                             Quantity::rms, Qt::SolidLine, LegendEntry::Mark::line},
        {QStringLiteral("std"), QStringLiteral("std"), &Distribution::std, Quantity::std, Qt::DashLine,
            LegendEntry::Mark::dashed},
        {QStringLiteral("mean"), QStringLiteral("mean"), &Distribution::mean, Quantity::mean, Qt::DotLine,
            LegendEntry::Mark::dotted}};
    return all;
}

/// A tensor that is followed through depth.
struct Trail {
    QString key, name, subject;   ///< of its legend entry; in the legend, and in sentences: "the stream"
    Site (BlockSource::*site)(int place) const;
    bool gradient = false;
    int step = -1;   ///< the step of a block that it belongs to, from 0; −1: all
    BlockMark mark = BlockMark::disc;
};

const Distribution* measured(const BlockSource& s, const Trail& trail, int place)
{
    const Distribution* d
        = s.distribution((s.*trail.site)(place), trail.gradient ? Quantity::gradient_rms : Quantity::rms);
    return d && d->count > 0 ? d : nullptr;   // a count of 0: the signal was lost before
}

/// A gradient's mean is zero: its RMS is its std.
const Predicted* predicted(const BlockSource& s, const Trail& trail, int place, const Statistic& statistic)
{
    if (!trail.gradient)
        return s.theory((s.*trail.site)(place), statistic.quantity);
    return statistic.quantity == Quantity::mean ? nullptr : s.theory((s.*trail.site)(place), Quantity::gradient_rms);
}

/// Places of a trail on the axes, and the numbers there; NaN where there are none.
struct Series {
    QVector<double> x, y, theory, low, high;
    std::vector<bool> zero, lost, beyond;   ///< by block

    bool isEmpty() const
    {
        const auto finite = [](double value) { return std::isfinite(value); };
        return std::none_of(y.begin(), y.end(), finite) && std::none_of(theory.begin(), theory.end(), finite)
            && std::find(zero.begin(), zero.end(), true) == zero.end();
    }
};

/// Squares of a part and of the whole, given as log10 RMS: the part's share.
double shareOf(double log10_part, double log10_whole) { return std::pow(10.0, 2 * (log10_part - log10_whole)); }

class SignalFigure : public BlockFigure {
public:
    explicit SignalFigure(QWidget* parent) : BlockFigure(parent)
    {
        addChoice(QStringLiteral("direction"),
            {{QStringLiteral("both"), tr("Signal and gradient")}, {QStringLiteral("forward"), tr("Forward: signal")},
                {QStringLiteral("backward"), tr("Backward: gradient")}});
        addChoice(QStringLiteral("signal"),
            {{QStringLiteral("preactivation"), tr("Forward: preactivation")},
                {QStringLiteral("output"), tr("Forward: output")}});
        addChoice(QStringLiteral("show"),
            {{QStringLiteral("size"), tr("Size")},
                {QStringLiteral("correlation"), tr("Correlation of branch and stream")},
                {QStringLiteral("shares"), tr("Shares of branches")}});
        addChoice(QStringLiteral("axis"),
            {{QStringLiteral("log"), tr("Logarithmic")}, {QStringLiteral("linear"), tr("Linear")}});
        for (const Statistic& s : statistics())
            addToggle(s.key, tr("Show %1").arg(s.name), s.key == QLatin1String("rms"));
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("width"), tr("Show finite-width band, 1 σ and 2 σ"), true);
    }

    FigureTable table() const override
    {
        const bool steps = study() && !study()->plan->steps.empty();
        return withPins(study().get(), pins(), steps ? 2 : 1, tableOf);
    }

private:
    /// A trail as tables name it.
    struct Column {
        QString name;
        Trail trail;
    };

    static QVector<Column> columnsOf(const BlockSource& s)
    {
        const auto column = [](const char* name, Site (BlockSource::*site)(int) const, bool gradient, int step = -1) {
            return Column {QString::fromLatin1(name), {{}, {}, {}, site, gradient, step}};
        };
        if (s.steps().empty())
            return {column("preactivation", &BlockSource::preactivationSite, false),
                column("output", &BlockSource::streamSite, false),
                column("gradient", &BlockSource::gradientSite, true)};
        return {column("stream", &BlockSource::streamSite, false), column("branch", &BlockSource::branchSite, false, 0),
            column("stream_gradient", &BlockSource::gradientSite, true),
            column("branch_gradient", &BlockSource::branchSite, true, 0),
            column("return_gradient", &BlockSource::returnSite, true, 0)};
    }

    /// Of no study, the header of layers.
    static FigureTable tableOf(const Study* study)
    {
        static const NetworkPlan layers;
        const BlockSource s = study ? blockSource(*study) : BlockSource {&layers};
        const bool steps = !s.steps().empty();
        const QVector<Column> columns = columnsOf(s);
        FigureTable table {{steps ? QStringLiteral("block") : QStringLiteral("layer")}, {}};
        if (steps)
            table.header << QStringLiteral("step");
        for (const Column& column : columns)
            for (const Statistic& statistic : statistics())
                table.header << column.name + QLatin1Char('_') + statistic.key;
        for (const Column& column : columns)
            table.header << QStringLiteral("predicted_%1_rms").arg(column.name);
        if (steps)
            table.header << QStringLiteral("correlation") << QStringLiteral("gradient_correlation")
                         << QStringLiteral("predicted_correlation") << QStringLiteral("predicted_gradient_branch_share")
                         << QStringLiteral("variance_sum_rms");
        for (int place = s.first(); study && place < s.places(); ++place) {
            QStringList row {QString::number(s.blockOf(place))};
            if (steps)
                row << (place == 0 ? QStringLiteral("input") : QString::fromStdString(s.stepOf(place).word));
            const auto has = [place](const Column& column) { return place > 0 || column.trail.step < 0; };
            for (const Column& column : columns) {
                const Distribution* d = has(column) ? measured(s, column.trail, place) : nullptr;
                for (const Statistic& statistic : statistics())
                    row << (d ? exactNumber(*d, d->*statistic.number) : QString());
            }
            for (const Column& column : columns) {
                const Predicted* p = has(column) ? predicted(s, column.trail, place, statistics().front()) : nullptr;
                row << (p ? exactPower(p->log10.value_or(nan)) : QString());
            }
            if (steps) {
                const Site branch = place > 0 ? s.branchSite(place) : Site {};
                row << exactNumber(s.measured(branch, Quantity::correlation))
                    << exactNumber(s.measured(branch, Quantity::gradient_correlation))
                    << exactNumber(s.predicted(branch, Quantity::correlation))
                    << exactNumber(s.predicted(branch, Quantity::branch_share))
                    << exactPower(s.predicted(s.streamSite(place), Quantity::variance_sum_rms));
            }
            table.rows << row;
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        clear();
        fates_.clear();
        deviations_.clear();
        const BlockSource s = blockSource(*study());
        const bool stream = !s.steps().empty();
        offer(QStringLiteral("signal"), !stream);
        offer(QStringLiteral("show"), stream);
        offer(QStringLiteral("width"), !stream);
        const bool sizes = show() == QLatin1String("size");

        Frame f;
        f.noteRow = stream;
        f.yScale = sizes                        ? (isLog() ? Scale::log10 : Scale::linear)
            : show() == QLatin1String("shares") ? Scale::percent
                                                : Scale::linear;
        f.yLabel = label();
        for (const Remark& remark : study()->measurement->remarks)
            f.notes << QString::fromStdString(remark.text);
        if (!looks(true) && !study()->experiment.measure.gradient)
            f.quiet = tr("not measured");
        if (!looks(false) || !isShareUnknown())
            ;
        else if (looks(true))
            f.notes << shareUnknown();
        else
            f.quiet = shareUnknown();

        const QVector<Trail> all = trails(s);
        bool any = false;
        for (const Trail& trail : all)
            any = (sizes ? collectSizes(s, trail, f) : collect(s, trail, ratios(s, trail), nullptr, f)) || any;
        if (!any && f.quiet.isEmpty() && (!sizes || first()))
            f.quiet = missingText(*study());
        if (sizes && stream && looks(false))
            collectVarianceSum(s, f);
        for (const auto& [fate, words] : {std::pair(&Series::zero, tr("zero")),
                 {&Series::lost, tr("not a finite number")}, {&Series::beyond, tr("beyond a linear axis")}})
            addFates(fate, words, f);
        if (hasTheory() || isOff(QStringLiteral("theory")))
            f.legend << theoryEntry();
        if (sizes && stream)
            addNotes(f);
        if (!study()->prediction->remark.empty())
            f.notes << QString::fromStdString(study()->prediction->remark);
        if (f.quiet.isEmpty())
            collectPins(all, f);
        finish(f, s.depth(), home(f));
    }

    QString readoutAt(const QPointF& value) const override
    {
        const BlockSource s = blockSource(*shownStudy());
        const int place = s.placeAt(value.x());
        if (s.steps().empty())
            return layerText(*shownStudy(), std::max(1, place));
        QStringList parts {s.nameOf(place)};
        const auto say = [&](const QString& what, const Site& site, Quantity size) {
            const double log10 = s.measured(site, size), theory = s.predicted(site, size);
            if (std::isnan(log10))
                return;
            QString text = what + QLatin1Char(' ') + alignedLog10(log10, false);
            if (std::isfinite(theory))
                text += tr(" (theory %1%2)")
                            .arg(alignedLog10(theory, false),
                                std::isfinite(log10) ? tr(", %1 off").arg(relativeText(log10, theory)) : QString());
            parts << text;
        };
        for (const bool gradient : {false, true}) {
            if (!looks(gradient))
                continue;
            const Quantity size = gradient ? Quantity::gradient_rms : Quantity::rms;
            say(gradient ? tr("gradient RMS") : tr("stream RMS"), s.streamSite(place), size);
            if (place == 0)
                continue;
            say(gradient ? tr("back through the branch") : tr("branch"),
                gradient ? s.returnSite(place) : s.branchSite(place), size);
            const double c = s.measured(s.branchSite(place), correlationOf(gradient));
            if (std::isfinite(c))
                parts << tr("correlation %1").arg(signedNumber(c));
        }
        return parts.join(QStringLiteral(" · "));
    }

private:
    bool isLog() const { return choice(QStringLiteral("axis")) == QLatin1String("log"); }
    /// Whether the signal, or the gradient, is looked at.
    bool looks(bool gradient) const
    {
        return choice(QStringLiteral("direction")) != (gradient ? QLatin1String("forward") : QLatin1String("backward"));
    }
    bool looksAtBoth() const { return looks(false) && looks(true); }
    QString show() const
    {
        return study()->plan->steps.empty() ? QStringLiteral("size") : choice(QStringLiteral("show"));
    }
    QColor colorOf(bool gradient) const { return gradient ? style().theme.gradient : style().theme.forward; }

    static Quantity correlationOf(bool gradient)
    {
        return gradient ? Quantity::gradient_correlation : Quantity::correlation;
    }

    static QString signedNumber(double x)
    {
        const QString digits = QString::number(std::abs(x), 'f', 3);
        return x < 0 && digits.toDouble() != 0 ? QChar(0x2212) + digits : digits;
    }

    /// The first statistic that is shown; null without one.
    const Statistic* first() const
    {
        const auto found = std::find_if(
            statistics().begin(), statistics().end(), [this](const Statistic& s) { return toggled(s.key); });
        return found == statistics().end() ? nullptr : &*found;
    }

    QString label() const
    {
        const bool backward = !looks(false);
        if (show() == QLatin1String("correlation"))
            return backward ? tr("correlation of skip and branch gradients") : tr("correlation of skip and branch");
        if (show() == QLatin1String("shares"))
            return backward   ? tr("branch's share of the gradient's square")
                : looks(true) ? tr("branch's share of the square")
                              : tr("branch's share of the stream's square");
        QStringList shown;
        for (const Statistic& statistic : statistics())
            if (toggled(statistic.key))
                shown << (isLog() && statistic.quantity == Quantity::mean ? QStringLiteral("|mean|") : statistic.name);
        const QString names = shown.join(QStringLiteral(", "));
        return backward && !names.isEmpty() ? tr("gradient %1").arg(names) : names;
    }

    /// Where a norm follows every sum, a branch's share of the stream was not seen.
    bool isShareUnknown() const
    {
        const Network& network = study()->experiment.network;
        return show() == QLatin1String("shares") && option_word(network, "norm") != "none"
            && option_word(network, "norm_placement") == "post";
    }
    static QString shareUnknown() { return tr("a norm follows every sum, which is not recorded"); }

    /// What is drawn of a network: signal and gradient, and the branches of a stream.
    QVector<Trail> trails(const BlockSource& s) const
    {
        const bool sizes = show() == QLatin1String("size");
        QVector<Trail> all;
        if (looks(false) && sizes) {
            if (!s.steps().empty())
                all << Trail {QStringLiteral("forward"), tr("stream"), tr("the stream"), &BlockSource::streamSite};
            else if (choice(QStringLiteral("signal")) == QLatin1String("output"))
                all << Trail {QStringLiteral("forward"), tr("output"), tr("the output"), &BlockSource::streamSite};
            else
                all << Trail {QStringLiteral("forward"), tr("preactivation"), tr("the preactivation"),
                    &BlockSource::preactivationSite};
        }
        if (looks(true) && sizes)
            all << Trail {
                QStringLiteral("gradient"), tr("gradient"), tr("the gradient"), &BlockSource::gradientSite, true};
        for (const bool gradient : {false, true})
            for (int step = 0; looks(gradient) && step < int(s.steps().size()); ++step)
                addBranch(s, step, gradient, sizes, all);
        return all;
    }

    void addBranch(const BlockSource& s, int step, bool gradient, bool sizes, QVector<Trail>& all) const
    {
        const StepInfo& info = s.steps()[std::size_t(step)];
        const QString key = QString::fromStdString(info.word), name = QString::fromStdString(info.label);
        const BlockMark mark = step == 0 ? BlockMark::triangle : BlockMark::square;
        if (!gradient) {
            all << Trail {key, name, tr("the %1 output").arg(name), &BlockSource::branchSite, false, step, mark};
            return;
        }
        all << Trail {key + QStringLiteral("_return"), tr("via %1").arg(name), tr("the gradient via %1").arg(name),
            &BlockSource::returnSite, true, step, mark};
        // The gradient at a branch's output is that of the stream, unless a norm stands between them.
        bool differs = false;
        for (int place = step + 1; sizes && place < s.places() && !differs; place += s.perBlock())
            differs = std::abs(s.measured(s.branchSite(place), Quantity::gradient_rms)
                          - s.measured(s.streamSite(place), Quantity::gradient_rms))
                > visible;
        if (differs)
            all << Trail {key + QStringLiteral("_end"), tr("%1 output").arg(name),
                tr("the gradient at the %1 output").arg(name), &BlockSource::branchSite, true, step,
                step == 0 ? BlockMark::opened : BlockMark::box};
    }

    /// take(place, index of its block) for each place of a trail.
    template <class Take>
    static void eachPlace(const BlockSource& s, const Trail& trail, const Take& take)
    {
        const bool all = trail.step < 0;
        for (int place = all ? s.first() : trail.step + 1; place < s.places(); place += all ? 1 : s.perBlock())
            take(place, std::size_t(std::max(0, s.blockOf(place) - 1)));
    }

    Series series(const BlockSource& s, const Trail& trail, const Statistic& statistic) const
    {
        Series series;
        for (std::vector<bool>* fate : {&series.zero, &series.lost, &series.beyond})
            fate->resize(std::size_t(s.depth()));
        eachPlace(s, trail, [&](int place, std::size_t block) {
            const Predicted* p = predicted(s, trail, place, statistic);
            series.x << s.xOf(place);
            series.theory << (p ? axisValue(*p, isLog()) : nan);
            const Distribution* d = measured(s, trail, place);
            series.y << (d ? axisValue(*d, d->*statistic.number, isLog()) : nan);
            const Quantity size = trail.gradient ? Quantity::gradient_rms : Quantity::rms;
            const Range band = d && !s.measurement->spread.empty()
                ? replicaBand(*d, s.spread((s.*trail.site)(place), size), statistic.number, isLog())
                : Range {nan, nan};
            series.low << band.low;
            series.high << band.high;
            if (!d || place == 0)
                return;
            const bool finite = std::isfinite(d->*statistic.number);
            series.zero[block] = series.zero[block] || d->rms == 0;
            series.lost[block] = series.lost[block] || !finite;
            series.beyond[block] = series.beyond[block] || (!isLog() && finite && std::isnan(series.y.last()));
        });
        return series;
    }

    /// Of the stream's mean square behind a step, that of what the branch added; of the gradient's in front of it, that
    /// of what came back through the branch. Or how both are correlated.
    Series ratios(const BlockSource& s, const Trail& trail) const
    {
        Series series;
        const bool gradient = trail.gradient, shares = show() == QLatin1String("shares");
        const auto finite = [](double y) { return std::isfinite(y) ? y : nan; };
        eachPlace(s, trail, [&](int place, std::size_t) {
            const Site branch = s.branchSite(place), stream = s.streamSite(place);
            series.x << s.xOf(place);
            if (!shares) {
                series.y << finite(s.measured(branch, correlationOf(gradient)));
                series.theory << finite(s.predicted(branch, correlationOf(gradient)));
            } else if (gradient) {
                series.y << finite(shareOf(s.measured(s.returnSite(place), Quantity::gradient_rms),
                    s.measured(s.streamSite(place - 1), Quantity::gradient_rms)));
                series.theory << finite(s.predicted(branch, Quantity::branch_share));
            } else if (isShareUnknown()) {
                series.y << nan;
                series.theory << nan;
            } else {
                series.y << finite(shareOf(s.measured(branch, Quantity::rms), s.measured(stream, Quantity::rms)));
                series.theory << finite(
                    shareOf(s.predicted(branch, Quantity::rms), s.predicted(stream, Quantity::rms)));
            }
        });
        return series;
    }

    bool collectSizes(const BlockSource& s, const Trail& trail, Frame& f)
    {
        bool any = false;
        for (const Statistic& statistic : statistics())
            if (toggled(statistic.key))
                any = collect(s, trail, series(s, trail, statistic), &statistic, f) || any;
        return any;
    }

    /// False when there is nothing to draw. Ratios have no statistic.
    bool collect(const BlockSource& s, const Trail& trail, const Series& series, const Statistic* statistic, Frame& f)
    {
        if (series.isEmpty())
            return false;
        const Theme& theme = style().theme;
        const bool main = trail.step < 0, stream = !s.steps().empty();
        const QColor color = colorOf(trail.gradient);
        BlockLine line {trail.key, main ? color : theme.tint(color, 0.75), trail.mark, main ? 1.8 : 1,
            stream || series.x.size() <= 64, series.x, series.y, series.low, series.high};
        QString name = stream ? QString(markSign(trail.mark)) + QLatin1Char(' ') + trail.name : trail.name;
        if (statistic) {
            line.style = statistic->line;
            if (std::count_if(statistics().begin(), statistics().end(),
                    [this](const Statistic& other) { return toggled(other.key); })
                > 1)
                name += QLatin1Char(' ') + statistic->name;
        }
        add(line);
        // Where two theories say the same, the solid line shows through the dashes of the other.
        if (toggled(QStringLiteral("theory")))
            add(BlockTheory {trail.key, theme.text,
                main && !(trail.gradient && looksAtBoth()) ? Qt::SolidLine : Qt::DashLine, series.x, series.theory});
        f.legend << LegendEntry {
            trail.key, name, line.color, statistic ? statistic->mark : LegendEntry::Mark::line, endOf(series.y)};
        const bool rms = statistic && statistic->quantity == Quantity::rms;
        if (rms && main)
            addTheoryBands(s, trail, *statistic);
        if (isOff(trail.key))
            return true;
        for (const auto fate : {&Series::zero, &Series::lost, &Series::beyond})
            if (QStringList& names = fates_[{fate == &Series::zero ? 0
                        : fate == &Series::lost                    ? 1
                                                                   : 2,
                    series.*fate}];
                !names.contains(trail.subject))
                names << trail.subject;
        if (rms && main)
            deviations_ << largestDeviation(s, trail);
        return true;
    }

    /// Where a network of this width lies with 95 % and 68 %, by the laws of its RMS.
    void addTheoryBands(const BlockSource& s, const Trail& trail, const Statistic& rms)
    {
        if (!toggled(QStringLiteral("theory")) || !toggled(QStringLiteral("width")))
            return;
        addWidthBands(trail.key, colorOf(trail.gradient), [&](double sigmas) {
            Band band;
            eachPlace(s, trail, [&](int place, std::size_t) {
                const Predicted* p = predicted(s, trail, place, rms);
                const auto ends = p ? width_band(*p, sigmas) : std::nullopt;
                band.x << s.xOf(place);
                band.low << (ends ? axisValue(ends->low, isLog()) : nan);
                band.high << (ends ? axisValue(ends->high, isLog()) : nan);
            });
            return band;
        });
    }

    /// Lines that share a fate share a note.
    void addFates(std::vector<bool> Series::*fate, const QString& words, Frame& f) const
    {
        const int which = fate == &Series::zero ? 0 : fate == &Series::lost ? 1 : 2;
        for (const auto& [key, names] : fates_)
            if (key.first == which && noteWhere(f, names.join(tr(" and ")), words, key.second) && names.size() > 1)
                f.notes.last().replace(tr(" is "), tr(" are "));
    }

    /// In decades, over all places that have both.
    static double largestDeviation(const BlockSource& s, const Trail& trail)
    {
        double largest = nan;
        const Quantity size = trail.gradient ? Quantity::gradient_rms : Quantity::rms;
        eachPlace(s, trail, [&](int place, std::size_t) {
            const Site site = (s.*trail.site)(place);
            const double off = std::abs(s.measured(site, size) - s.predicted(site, size));
            if (std::isfinite(off) && !(off <= largest))
                largest = off;
        });
        return largest;
    }

    /// The notes' plain sum of variances, where correlated branches leave it behind.
    void collectVarianceSum(const BlockSource& s, Frame& f)
    {
        BlockTheory sum {QStringLiteral("sum"), style().theme.text, Qt::DotLine, {}};
        bool differs = false;
        for (int place = 0; place < s.places(); ++place) {
            const double stream = s.predicted(s.streamSite(place), Quantity::rms);
            const double y = place == 0 ? stream : s.predicted(s.streamSite(place), Quantity::variance_sum_rms);
            sum.x << s.xOf(place);
            sum.y << axisValue(y, isLog());
            differs = differs || std::abs(y - stream) > visible;
        }
        if (!differs || !toggled(QStringLiteral("theory")) || !toggled(QStringLiteral("rms")))
            return;
        add(sum);
        f.legend << LegendEntry {
            sum.key, tr("variances added up"), style().theme.text, LegendEntry::Mark::dotted, std::nullopt};
    }

    void addNotes(Frame& f) const
    {
        const Prediction& p = *study()->prediction;
        QStringList off;
        for (const double deviation : deviations_)
            if (std::isfinite(deviation))
                off << relativeText(deviation, 0);
        if (!off.isEmpty())
            f.notes << tr("theory within %1").arg(off.join(tr(", gradient ")));
        if (!p.writing_blocks)
            return;
        const auto one = [](double x) { return QString::number(x, 'f', 1); };
        const BlockSource s = blockSource(*study());
        if (looks(false))
            f.notes << (s.steps().size() == 1 ? tr("writing blocks %1 of %2") : tr("writing steps %1 of %2"))
                           .arg(one(*p.writing_blocks))
                           .arg(s.places() - 1);
        if (p.path_length && p.path_length_std)
            f.notes << tr("path length %1 ± %2").arg(one(*p.path_length), one(*p.path_length_std));
    }

    /// The same of what is pinned; where signal and gradient are both looked at, these alone.
    void collectPins(QVector<Trail> shown, Frame& f) const
    {
        constexpr std::array<PinFill, 3> fills {PinFill::filled, PinFill::open, PinFill::dotted};
        static const std::array<QChar, 3> signs {QChar(0x25cf), QChar(0x25cb), QChar(0x25c9)};
        const bool sizes = show() == QLatin1String("size");
        if (sizes && !first())
            return;
        shown.removeIf([&](const Trail& trail) { return sizes && looksAtBoth() && trail.step >= 0; });
        shown = shown.mid(0, qsizetype(fills.size()));
        std::array<bool, 3> drawn {};
        for (const Pin& pin : pins()) {
            if (!isComparable(*study(), *pin.study))
                continue;
            const BlockSource s = blockSource(*pin.study);
            for (const Trail& trail : trails(s)) {
                const auto i = std::size_t(std::find_if(shown.begin(), shown.end(), [&](const Trail& other) {
                    return other.key == trail.key;
                }) - shown.begin());
                if (i >= std::size_t(shown.size()) || isOff(trail.key))
                    continue;
                const Series line = sizes ? series(s, trail, *first()) : ratios(s, trail);
                if (std::none_of(line.y.begin(), line.y.end(), [](double y) { return std::isfinite(y); }) && i > 0)
                    continue;
                drawn[i] = true;
                addPin(f, PinLine {pin, line.x, line.y, fills[i]});
            }
        }
        QStringList words;
        for (std::size_t i = 0; i < std::size_t(shown.size()); ++i)
            if (drawn[i])
                words << signs[i] + QLatin1Char(' ') + shown[qsizetype(i)].name;
        if (words.size() > 1)
            f.notes << (sizes ? tr("pinned %1: %2").arg(first()->name, words.join(QStringLiteral(", ")))
                              : tr("pinned: %1").arg(words.join(QStringLiteral(", "))));
    }

    std::optional<Range> home(const Frame& f) const
    {
        if (show() == QLatin1String("size"))
            return {};
        const Range values = withPinnedY(f.pins, drawn(false));
        if (values.low > values.high)
            return Range {0, 1};
        if (show() == QLatin1String("shares"))
            return roundedOut(Scale::linear, {0, std::max(values.high, 0.02)});
        return roundedOut(Scale::linear, {std::min(values.low, -0.1), std::max(values.high, 0.1)});
    }

    std::map<std::pair<int, std::vector<bool>>, QStringList> fates_;   // lines by the blocks where they are zero, …
    QVector<double> deviations_;   // of signal and gradient from theory, in decades
};

}   // namespace

Figure* createSignal(QWidget* parent) { return new SignalFigure(parent); }

}   // namespace stepzero
