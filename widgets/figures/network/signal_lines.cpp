// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/signal_lines.h"

#include <cmath>

#include "core/base/words/nan.h"
#include "core/base/words/off_scale.h"
#include "core/kinds/kinds.h"
#include "core/kinds/resnet.h"
#include "core/theory/width_band.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr double visible = 0.01;   // decades between two lines that can be distinguished

/// Returns the fraction of a part's mean square in the whole, both given as log10 RMS.
double shareOf(double log10_part, double log10_whole) { return std::pow(10.0, 2 * (log10_part - log10_whole)); }

double finite(double y) { return std::isfinite(y) ? y : nan; }

void addBranch(const BlockSource& s, int step, bool gradient, bool sizes, QVector<Trail>& all)
{
    const StepInfo& info = s.steps()[std::size_t(step)];
    const QString key = QString::fromStdString(info.word), name = translated(info.label);
    if (!gradient) {
        all << Trail {key, name, QObject::tr("the %1 output").arg(name), &BlockSource::branchSite, false, step};
        return;
    }
    all << Trail {key + QStringLiteral("_return"), QObject::tr("via %1").arg(name),
        QObject::tr("the gradient via %1").arg(name), &BlockSource::returnSite, true, step};
    // The gradient at a branch's output equals that of the stream, unless a norm is between them.
    bool differs = false;
    for (int place = step + 1; sizes && place < s.places() && !differs; place += s.perBlock())
        differs = std::abs(s.measured(s.branchSite(place), Quantity::gradient_rms)
                      - s.measured(s.streamSite(place), Quantity::gradient_rms))
            > visible;
    if (differs)
        all << Trail {key + QStringLiteral("_end"), QObject::tr("%1 output").arg(name),
            QObject::tr("the gradient at the %1 output").arg(name), &BlockSource::branchSite, true, step, true};
}

void addSize(Series& line, const BlockSource& s, const Trail& trail, int place, std::size_t block, bool log,
    double Distribution::*number)
{
    const Distribution *d = measuredOf(s, trail, place), *found = s.distribution((s.*trail.site)(place), trail.size());
    if (found && !d && place > 0)
        line.off[block] = true;
    const Distribution* spread = s.spread((s.*trail.site)(place), trail.size());
    const Range band = d && spread ? replicaBand(*d, *spread, number, log) : Range {nan, nan};
    line.y << (d ? axisValue(*d, d->*number, log) : nan);
    line.low << band.low;
    line.high << band.high;
    if (!d || place == 0)
        return;
    const bool is_finite = std::isfinite(d->*number);
    line.zero[block] = line.zero[block] || d->rms == 0;
    line.lost[block] = line.lost[block] || !is_finite;
    line.beyond[block] = line.beyond[block] || (!log && is_finite && std::isnan(line.y.last()));
}

/// Adds the gains that Xie et al. 2025 show, and the other sums of the same products.
void addGains(bool gradient, QVector<Trail>& all)
{
    const QString of = gradient ? QObject::tr("gradient") : QObject::tr("signal");
    const auto add = [&](const char* end, const QString& name, Quantity gain) {
        all << Trail {.key
            = (gradient ? QStringLiteral("backward_gain") : QStringLiteral("forward_gain")) + QString::fromLatin1(end),
            .name = name,
            .subject = QObject::tr("the gain of a %1").arg(of),
            .site = &BlockSource::streamSite,
            .gradient = gradient,
            .output = *end != 0,
            .gain = gain};
    };
    add("", QObject::tr("%1, from the start").arg(of),
        gradient ? Quantity::backward_gain_log10 : Quantity::forward_gain_log10);
    add("_to_end", QObject::tr("%1, to the end").arg(of),
        gradient ? Quantity::backward_gain_to_end_log10 : Quantity::forward_gain_to_end_log10);
}

/// Adds the fraction of a branch in the stream's mean square after a step. For gradients, it is the fraction that
/// returned through the branch in the gradient before the step.
void addShare(Series& line, const BlockSource& s, bool gradient, int place)
{
    const Site branch = s.branchSite(place), stream = s.streamSite(place);
    if (gradient) {
        line.y << finite(shareOf(s.measured(s.returnSite(place), Quantity::gradient_rms),
            s.measured(s.streamSite(place - 1), Quantity::gradient_rms)));
        line.theory << finite(s.predicted(branch, Quantity::branch_share));
    } else {
        line.y << finite(shareOf(s.measured(branch, Quantity::rms), s.measured(stream, Quantity::rms)));
        line.theory << finite(shareOf(s.predicted(branch, Quantity::rms), s.predicted(stream, Quantity::rms)));
    }
}

}   // namespace

const QVector<Statistic>& statistics()
{
    static const QVector<Statistic> all {
        {QStringLiteral("rms"), tr("RMS"), &Distribution::rms, Quantity::rms, Qt::SolidLine, LegendEntry::Mark::line},
        {QStringLiteral("std"), tr("std"), &Distribution::std, Quantity::std, Qt::DashLine, LegendEntry::Mark::dashed},
        {QStringLiteral("mean"), tr("mean"), &Distribution::mean, Quantity::mean, Qt::DotLine,
            LegendEntry::Mark::dotted}};
    return all;
}

QVector<Trail> trailsOf(const BlockSource& s, const SignalView& view)
{
    const bool sizes = view.show == SignalView::Show::size, stream = !s.steps().empty();
    QVector<Trail> all;
    if (sizes && view.forward) {
        const QString name = stream ? QObject::tr("stream")
            : view.preactivation    ? QObject::tr("preactivation")
                                    : QObject::tr("output");
        all << Trail {QStringLiteral("forward"), name, QObject::tr("the %1").arg(name),
            !stream && view.preactivation ? &BlockSource::preactivationSite : &BlockSource::streamSite};
    }
    if (sizes && view.backward)
        all << Trail {QStringLiteral("gradient"), QObject::tr("gradient"), QObject::tr("the gradient"),
            &BlockSource::gradientSite, true};
    if (view.show == SignalView::Show::gains) {
        for (const bool gradient : {false, true})
            if (view.looksAt(gradient))
                addGains(gradient, all);
        return all;
    }
    for (const bool gradient : {false, true})
        for (int step = 0; view.looksAt(gradient) && step < int(s.steps().size()); ++step)
            addBranch(s, step, gradient, sizes, all);
    const Site last = s.streamSite(s.places() - 1);
    if (view.show == SignalView::Show::shares && view.forward
        && (std::isfinite(s.measured(last, Quantity::channel_mean_share))
            || s.theory(last, Quantity::channel_mean_share)))
        all << Trail {.key = QStringLiteral("channel_means"),
            .name = QObject::tr("channel means"),
            .subject = QObject::tr("fraction of the stream in channel means"),
            .site = &BlockSource::streamSite,
            .means = true};
    return all;
}

const Distribution* measuredOf(const BlockSource& s, const Trail& trail, int place)
{
    const Distribution* d = s.distribution((s.*trail.site)(place), trail.size());
    return d && d->count > 0 ? d : nullptr;   // a count of 0: the signal was lost before
}

const Predicted* predictedOf(const BlockSource& s, const Trail& trail, int place, const Statistic& statistic)
{
    // a gradient's mean is zero, so its RMS equals its std
    const bool silent = trail.gradient && statistic.quantity == Quantity::mean;
    return silent ? nullptr
                  : s.theory((s.*trail.site)(place), trail.gradient ? Quantity::gradient_rms : statistic.quantity);
}

bool Series::isEmpty() const
{
    const auto none = [](const QVector<double>& line) {
        return std::none_of(line.begin(), line.end(), [](double value) { return std::isfinite(value); });
    };
    return none(y) && none(theory) && std::find(zero.begin(), zero.end(), true) == zero.end();
}

Series seriesOf(const BlockSource& s, const Trail& trail, const SignalView& view, const Statistic& statistic)
{
    Series line;
    for (std::vector<bool>* is : {&line.zero, &line.lost, &line.beyond, &line.off})
        is->resize(std::size_t(s.depth()));
    const bool unknown = view.show == SignalView::Show::shares && !trail.gradient && !behindSums(*s.plan).isEmpty();
    eachPlace(s, trail, [&](int place, std::size_t block) {
        line.x << s.xOf(place);
        if (view.show == SignalView::Show::size) {
            const Predicted* p = predictedOf(s, trail, place, statistic);
            line.theory << (p ? axisValue(*p, view.logarithmic) : nan);
            if (p && p->ln && is_off_scale(*p->log10()) && place > 0)
                line.off[block] = true;
            addSize(line, s, trail, place, block, view.logarithmic, statistic.number);
        } else if (trail.gain) {
            line.y << axisValue(s.measured(s.streamSite(place), *trail.gain), view.logarithmic);
            line.theory << nan;
        } else if (trail.means) {
            line.y << finite(s.measured(s.streamSite(place), Quantity::channel_mean_share));
            line.theory << finite(s.predicted(s.streamSite(place), Quantity::channel_mean_share));
        } else if (unknown) {
            line.y << nan;
            line.theory << nan;
        } else if (view.show == SignalView::Show::shares) {
            addShare(line, s, trail.gradient, place);
        } else {
            const Quantity quantity = trail.gradient ? Quantity::gradient_correlation : Quantity::correlation;
            line.y << finite(s.measured(s.branchSite(place), quantity));
            line.theory << finite(s.predicted(s.branchSite(place), quantity));
        }
    });
    return line;
}

Band widthBandOf(const BlockSource& s, const Trail& trail, const SignalView& view, double sigmas)
{
    Band band;
    eachPlace(s, trail, [&](int place, std::size_t) {
        const Predicted* p = predictedOf(s, trail, place, statistics().front());
        const auto ends = p ? width_band(*p, sigmas) : std::nullopt;
        band.x << s.xOf(place);
        band.low << (ends ? axisValue(ends->low, view.logarithmic) : nan);
        band.high << (ends ? axisValue(ends->high, view.logarithmic) : nan);
    });
    return band;
}

double largestDeviation(const BlockSource& s, const Trail& trail)
{
    double largest = nan;
    eachPlace(s, trail, [&](int place, std::size_t) {
        const Site site = (s.*trail.site)(place);
        const double off = std::abs(s.measured(site, trail.size()) - s.predicted(site, trail.size()));
        if (std::isfinite(off) && !(off <= largest))
            largest = off;
    });
    return largest;
}

QString behindSums(const NetworkPlan& plan)
{
    if (plan.kind == &resnet_kind() && spec_of<ResnetSpec>(plan).activates_sum())
        return QStringLiteral("φ");
    return !plan.steps.empty() && norms_hold_stream(plan.network) ? QObject::tr("a norm") : QString();
}

FigureTable signalTable(const Study* study)
{
    static const NetworkPlan layers;
    const BlockSource s = study ? blockSource(*study) : BlockSource {&layers};
    const bool steps = !s.steps().empty();
    const auto column = [](const char* name, Site (BlockSource::*site)(int) const, bool gradient, int step = -1) {
        return Trail {QString::fromLatin1(name), {}, {}, site, gradient, step};
    };
    const QVector<Trail> columns = steps
        ? QVector<Trail> {column("stream", &BlockSource::streamSite, false),
            column("branch", &BlockSource::branchSite, false, 0),
            column("stream_gradient", &BlockSource::gradientSite, true),
            column("branch_gradient", &BlockSource::branchSite, true, 0),
            column("return_gradient", &BlockSource::returnSite, true, 0)}
        : QVector<Trail> {column("preactivation", &BlockSource::preactivationSite, false),
            column("output", &BlockSource::streamSite, false), column("gradient", &BlockSource::gradientSite, true)};
    FigureTable table {{steps ? QStringLiteral("block") : QStringLiteral("layer")}, {}};
    if (steps)
        table.header << QStringLiteral("step");
    for (const Trail& trail : columns)
        for (const Statistic& statistic : statistics())
            table.header << trail.key + QLatin1Char('_') + statistic.key;
    for (const Trail& trail : columns)
        table.header << QStringLiteral("predicted_%1_rms").arg(trail.key);
    if (steps)
        table.header << QStringLiteral("correlation") << QStringLiteral("gradient_correlation")
                     << QStringLiteral("predicted_correlation") << QStringLiteral("predicted_gradient_branch_share")
                     << QStringLiteral("variance_sum_rms") << QStringLiteral("forward_gain")
                     << QStringLiteral("backward_gain") << QStringLiteral("forward_gain_to_end")
                     << QStringLiteral("backward_gain_to_end");
    for (int place = s.first(); study && place < s.places(); ++place) {
        QStringList row {QString::number(s.blockOf(place))};
        if (steps)
            row << (place == 0 ? QStringLiteral("input") : QString::fromStdString(s.stepOf(place).word));
        const auto has = [place](const Trail& trail) { return place > 0 || trail.step < 0; };
        for (const Trail& trail : columns) {
            const Distribution* d = has(trail) ? measuredOf(s, trail, place) : nullptr;
            for (const Statistic& statistic : statistics())
                row << (d ? exactNumber(*d, d->*statistic.number) : QString());
        }
        for (const Trail& trail : columns) {
            const Predicted* p = has(trail) ? predictedOf(s, trail, place, statistics().front()) : nullptr;
            row << (p ? exactPower(p->log10().value_or(nan)) : QString());
        }
        if (steps) {
            const Site branch = place > 0 ? s.branchSite(place) : Site {};
            row << exactNumber(s.measured(branch, Quantity::correlation))
                << exactNumber(s.measured(branch, Quantity::gradient_correlation))
                << exactNumber(s.predicted(branch, Quantity::correlation))
                << exactNumber(s.predicted(branch, Quantity::branch_share))
                << exactPower(s.predicted(s.streamSite(place), Quantity::variance_sum_rms));
            for (const Quantity gain : {Quantity::forward_gain_log10, Quantity::backward_gain_log10,
                     Quantity::forward_gain_to_end_log10, Quantity::backward_gain_to_end_log10})
                row << exactPower(s.measured(s.streamSite(place), gain));
        }
        table.rows << row;
    }
    return table;
}

}   // namespace stepzero
