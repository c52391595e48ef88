// SPDX-License-Identifier: GPL-3.0-or-later
// Signal and gradient by depth: their sizes as they propagate through a network, layer by layer or along a residual
// stream. For each branch it shows the contribution to the stream and to the gradient.
#include <array>
#include <cmath>
#include <map>

#include "core/base/words/off_scale.h"
#include "core/kinds/kinds.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/figures/network/signal_lines.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

using Show = SignalView::Show;

class SignalFigure : public BlockFigure {
public:
    explicit SignalFigure(QWidget* parent) : BlockFigure(parent)
    {
        addChoice(direction_, QStringLiteral("direction"),
            {{Direction::both, "both", tr("Signal and gradient")},
                {Direction::forward, "forward", tr("Forward: signal")},
                {Direction::backward, "backward", tr("Backward: gradient")}});
        addChoice(preactivation_, QStringLiteral("signal"),
            {{true, "preactivation", tr("Forward: preactivation")}, {false, "output", tr("Forward: output")}});
        addChoice(quantity_, QStringLiteral("show"),
            {{Show::size, "size", tr("Size")},
                {Show::correlation, "correlation", tr("Correlation of branch and stream")},
                {Show::shares, "shares", tr("Fractions of branches")},
                {Show::gains, "gains", tr("Gains of mixed streams")}});
        addChoice(
            logarithmic_, QStringLiteral("axis"), {{true, "log", tr("Logarithmic")}, {false, "linear", tr("Linear")}});
        for (const Statistic& s : statistics())
            addToggle(s.key, tr("Show %1").arg(translated(s.name)), s.quantity == Quantity::rms);
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("width"), tr("Show finite-width band, 1 σ and 2 σ"), true);
    }

    FigureTable table() const override
    {
        const bool steps = study() && !study()->plan->steps.empty();
        return withPins(study().get(), pins(), steps ? 2 : 1, signalTable);
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
        view_ = viewOf(*study());
        shown_.clear();
        for (const Statistic& statistic : statistics())
            if (toggled(statistic.key))
                shown_ << &statistic;

        Frame f;
        f.noteRow = stream;
        f.yScale = view_.show == Show::correlation ? Scale::linear
            : view_.show == Show::shares           ? Scale::percent
            : view_.logarithmic                    ? Scale::log10
                                                   : Scale::linear;
        f.yLabel = label();
        for (const Remark& remark : study()->measurement->remarks)
            f.notes << translated(remark.text);
        if (!view_.forward && !study()->experiment.measure.gradient)
            f.quiet = tr("not measured");
        if (const auto only = structure_of(study()->experiment.network).stream;
            view_.show == Show::gains && (!only || only->streams.count == 1))
            f.quiet = tr("single stream: nothing is mixed");
        const QVector<Trail> trails = trailsOf(s, view_);
        if (const QString behind = behindSums(*study()->plan);
            view_.show == Show::shares && view_.forward && !behind.isEmpty()) {
            const bool others = view_.backward || trails.last().means;
            (others ? f.notes.emplaceBack() : f.quiet)
                = tr("%1 follows every sum; the sum itself is not recorded").arg(behind);
        }

        bool any = view_.show == Show::size && shown_.isEmpty();
        for (const Trail& trail : trails)
            for (const Statistic* statistic : view_.show == Show::size ? shown_ : ratio())
                any = collect(s, trail, *statistic, f) || any;
        if (!any && f.quiet.isEmpty())
            f.quiet = missingText(*study());
        if (view_.show == Show::size && stream && view_.forward)
            collectVarianceSum(s, f);
        for (const auto& [fate, names] : fates_)
            if (noteWhere(f, names.join(tr(" and ")), fate.first, fate.second) && names.size() > 1)
                f.notes.last().replace(tr(" is "), tr(" are "));
        if (hasTheory() || isOff(QStringLiteral("theory")))
            f.legend << theoryEntry();
        if (view_.show == Show::size && stream)
            addNotes(s, f);
        if (!study()->prediction->remark.empty())
            f.notes << translated(study()->prediction->remark);
        if (f.quiet.isEmpty())
            collectPins(trails, f);
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
            if (!view_.looksAt(gradient))
                continue;
            const Quantity size = gradient ? Quantity::gradient_rms : Quantity::rms;
            say(gradient ? tr("gradient RMS") : tr("stream RMS"), s.streamSite(place), size);
            if (place == 0)
                continue;
            say(gradient ? tr("back through the branch") : tr("branch"),
                gradient ? s.returnSite(place) : s.branchSite(place), size);
            const double c
                = s.measured(s.branchSite(place), gradient ? Quantity::gradient_correlation : Quantity::correlation);
            if (std::isfinite(c))
                parts << tr("correlation %1").arg(decimals(c, 3));
        }
        return parts.join(QStringLiteral(" · "));
    }

private:
    SignalView viewOf(const Study& study) const
    {
        return {!direction_.is(Direction::backward), !direction_.is(Direction::forward), preactivation_.value(),
            study.plan->steps.empty() ? Show::size : quantity_.value(), logarithmic_.value()};
    }

    /// A ratio has a single line.
    static QVector<const Statistic*> ratio() { return {&statistics().front()}; }
    QColor colorOf(const Trail& trail) const { return trail.gradient ? style().theme.gradient : style().theme.forward; }

    QString label() const
    {
        if (view_.show == Show::correlation)
            return view_.forward ? tr("correlation of branch and stream")
                                 : tr("correlation of branch and stream gradients");
        if (view_.show == Show::shares)
            return view_.looksAtBoth() ? tr("branch's fraction of the mean square")
                : view_.forward        ? tr("branch's fraction of the stream's mean square")
                                       : tr("branch's fraction of the gradient's mean square");
        if (view_.show == Show::gains)
            return tr("largest row or column sum of products of H_res");
        QStringList names;
        for (const Statistic* statistic : shown_)
            names << translated(
                view_.logarithmic && statistic->quantity == Quantity::mean ? stepzero::tr("|mean|") : statistic->name);
        const QString all = joinedText(names, ", ");
        return view_.forward || all.isEmpty() ? all : tr("gradient %1").arg(all);
    }

    static BlockMark markOf(const Trail& trail)
    {
        return trail.step < 0 ? (trail.output ? BlockMark::circle : BlockMark::disc)
            : trail.step == 0 ? (trail.output ? BlockMark::opened : BlockMark::triangle)
                              : (trail.output ? BlockMark::box : BlockMark::square);
    }

    /// Adds a trail; returns false when there is nothing to draw.
    bool collect(const BlockSource& s, const Trail& trail, const Statistic& statistic, Frame& f)
    {
        const Series series = seriesOf(s, trail, view_, statistic);
        if (series.isEmpty())
            return false;
        const Theme& theme = style().theme;
        const bool main = trail.step < 0 && !trail.output, stream = !s.steps().empty();
        const BlockLine line {trail.key, main ? colorOf(trail) : theme.tint(colorOf(trail), 0.75), markOf(trail),
            main ? 1.8 : 1, stream || series.x.size() <= 64, series.x, series.y, series.low, series.high,
            statistic.line};
        QString name = trail.name;
        if (view_.show == Show::size && shown_.size() > 1)
            name += QLatin1Char(' ') + translated(statistic.name);
        add(line);
        f.legend << LegendEntry {trail.key, name, line.color, statistic.mark, endOf(series.y), -1,
            stream ? QString(markSign(line.mark)) : QString()};
        // If two theories coincide, the solid line shows through the dashes of the other.
        if (toggled(QStringLiteral("theory"))) {
            const bool solid = main && !(trail.gradient && view_.looksAtBoth());
            add(BlockTheory {trail.key, theme.text, solid ? Qt::SolidLine : Qt::DashLine, series.x, series.theory});
        }
        const bool rms = main && statistic.quantity == Quantity::rms;
        const bool banded = rms && toggled(QStringLiteral("theory")) && toggled(QStringLiteral("width"));
        if (banded)
            addWidthBands(
                trail.key, colorOf(trail), [&](double sigmas) { return widthBandOf(s, trail, view_, sigmas); });
        if (isOff(trail.key))
            return true;
        if (banded && !isOff(QStringLiteral("theory")))
            if (const QString end = bandEndText(trail.subject, widthBandOf(s, trail, view_, 1), series.theory,
                    [&](int i) { return s.nameOf(s.placeAt(series.x[i])); });
                !end.isEmpty())
                f.notes << end;
        for (const auto& [fate, words] :
            {std::pair(&series.zero, tr("zero")), {&series.lost, tr("not a finite number")},
                {&series.beyond, tr("beyond a linear axis")}, {&series.off, offScaleText()}})
            if (QStringList& names = fates_[{words, *fate}]; !names.contains(trail.subject))
                names << trail.subject;
        if (rms)
            deviations_ << largestDeviation(s, trail);
        return true;
    }

    /// Adds the plain sum of variances of the course notes, where correlated branches deviate from it.
    void collectVarianceSum(const BlockSource& s, Frame& f)
    {
        constexpr double visible = 0.01;   // decades between two lines that can be distinguished
        BlockTheory sum {QStringLiteral("sum"), style().theme.text, Qt::DotLine, {}};
        bool differs = false;
        for (int place = 0; place < s.places(); ++place) {
            const double stream = s.predicted(s.streamSite(place), Quantity::rms);
            const double y = place == 0 ? stream : s.predicted(s.streamSite(place), Quantity::variance_sum_rms);
            sum.x << s.xOf(place);
            sum.y << axisValue(y, view_.logarithmic);
            differs = differs || std::abs(y - stream) > visible;
        }
        if (!differs || !toggled(QStringLiteral("theory")) || !toggled(QStringLiteral("rms")))
            return;
        add(sum);
        f.legend << LegendEntry {
            sum.key, tr("variances added up"), style().theme.text, LegendEntry::Mark::dotted, std::nullopt};
    }

    void addNotes(const BlockSource& s, Frame& f) const
    {
        const Prediction& p = *study()->prediction;
        QStringList off;
        for (const double deviation : deviations_)
            if (std::isfinite(deviation))
                off << relativeText(deviation, 0);
        if (!off.isEmpty())
            f.notes << tr("max. deviation from theory %1").arg(off.join(tr(", gradient ")));
        if (!p.writing_blocks)
            return;
        const auto one = [](double x) { return QString::number(x, 'f', 1); };
        if (view_.forward)
            f.notes << (s.steps().size() == 1 ? tr("theory: effective depth %1 of %2 blocks")
                                              : tr("theory: effective depth %1 of %2 steps"))
                           .arg(one(*p.writing_blocks))
                           .arg(s.places() - 1);
        if (p.path_length && p.path_length_std)
            f.notes
                << tr("theory: mean gradient path %1 ± %2 branches").arg(one(*p.path_length), one(*p.path_length_std));
    }

    /// Adds the pins with the first statistic. When both signal and gradient are shown, branches are left out.
    void collectPins(QVector<Trail> trails, Frame& f) const
    {
        constexpr std::array<PinFill, 3> fills {PinFill::filled, PinFill::open, PinFill::dotted};
        static const std::array<QChar, 3> signs {QChar(0x25cf), QChar(0x25cb), QChar(0x25c9)};
        const bool sizes = view_.show == Show::size;
        if (sizes && shown_.isEmpty())
            return;
        const Statistic& statistic = *(sizes ? shown_ : ratio()).front();
        if (sizes && view_.looksAtBoth())
            trails.removeIf([](const Trail& trail) { return trail.step >= 0; });
        std::map<std::size_t, QString> words;
        for (const Pin& pin : pins()) {
            if (!isComparable(*study(), *pin.study))
                continue;
            const BlockSource s = blockSource(*pin.study);
            for (const Trail& trail : trailsOf(s, view_)) {
                const auto same = [&](const Trail& other) { return other.key == trail.key; };
                const auto i = std::size_t(std::find_if(trails.begin(), trails.end(), same) - trails.begin());
                if (i >= std::min(fills.size(), std::size_t(trails.size())) || isOff(trail.key))
                    continue;
                const Series line = seriesOf(s, trail, view_, statistic);
                if (std::none_of(line.y.begin(), line.y.end(), [](double y) { return std::isfinite(y); }) && i > 0)
                    continue;
                words[i] = signs[i] + QLatin1Char(' ') + trail.name;
                addPin(f, PinLine {pin, line.x, line.y, fills[i]});
            }
        }
        if (words.size() < 2)
            return;
        QStringList all;
        for (const auto& [i, word] : words)
            all << word;
        const QString list = joinedText(all, ", ");
        f.notes << (sizes ? tr("pinned %1: %2").arg(translated(statistic.name), list) : tr("pinned: %1").arg(list));
    }

    std::optional<Range> home(const Frame& f) const
    {
        if (!view_.hasOneScale())
            return {};
        const Range values = withPinnedY(f.pins, drawn(false));
        if (values.low > values.high)
            return Range {0, 1};
        if (view_.show == Show::shares)
            return roundedOut(Scale::linear, {0, std::max(values.high, 0.02)});
        return roundedOut(Scale::linear, {std::min(values.low, -0.1), std::max(values.high, 0.1)});
    }

    SignalView view_;
    QVector<const Statistic*> shown_;
    // names of lines, by their fate and the layers where it holds
    std::map<std::pair<QString, std::vector<bool>>, QStringList> fates_;
    QVector<double> deviations_;   // deviations of signal and gradient from theory, in decades
    enum class Direction { both, forward, backward };
    ChoiceOf<Direction> direction_;
    ChoiceOf<bool> preactivation_, logarithmic_;
    ChoiceOf<Show> quantity_;
};

}   // namespace

FigureKind figure_signal()
{
    return {QStringLiteral("signal"), QObject::tr("Signal and gradient by layer"), created<SignalFigure>,
        {{networkLayers, 0}, {networkStream, 0}, {networkTokens, 0}}, QObject::tr("Signal and gradient")};
}

}   // namespace stepzero
