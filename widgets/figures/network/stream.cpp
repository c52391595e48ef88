// SPDX-License-Identifier: GPL-3.0-or-later
// The residual stream by block and step: how large it is and what each branch writes into it, and on the way back the
// gradient and what comes back through each branch.
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "widgets/figures/frame/layer_text.h"
#include "widgets/figures/frame/pin_numbers.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/figures.h"

namespace stepzero {

namespace {

constexpr double visible = 0.01;   // decades between two lines that are told apart

/// One line of the figure by place, and its theory: NaN where there is none.
struct Quantity {
    QString key, name;
    BlockMark mark = BlockMark::disc;
    int step = -1;   ///< the step of a block that it belongs to, from 0; −1: all, and the input
    std::function<double(int place)> measured, predicted;
    std::function<Range(int place)> band {};
};

double valueOf(const std::optional<double>& number)
{
    return number.value_or(std::numeric_limits<double>::quiet_NaN());
}

/// Squares of a part and of the whole, given as log10 RMS: the part's share.
double shareOf(double log10_part, double log10_whole) { return std::pow(10.0, 2 * (log10_part - log10_whole)); }

class StreamFigure : public BlockFigure {
public:
    explicit StreamFigure(QWidget* parent) : BlockFigure(tr("Residual stream by block"), parent)
    {
        addChoice(QStringLiteral("direction"),
            {{QStringLiteral("forward"), tr("Forward: signal")},
                {QStringLiteral("backward"), tr("Backward: gradient")}});
        addChoice(QStringLiteral("show"),
            {{QStringLiteral("rms"), tr("RMS")},
                {QStringLiteral("correlation"), tr("Correlation of branch and stream")},
                {QStringLiteral("shares"), tr("Shares of branches")}});
        addChoice(QStringLiteral("axis"),
            {{QStringLiteral("log"), tr("Logarithmic")}, {QStringLiteral("linear"), tr("Linear")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 2, tableOf); }

private:
    /// Of no study, the header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {
            {QStringLiteral("block"), QStringLiteral("step"), QStringLiteral("stream_rms"),
                QStringLiteral("branch_rms"), QStringLiteral("correlation"), QStringLiteral("stream_gradient_rms"),
                QStringLiteral("branch_gradient_rms"), QStringLiteral("return_gradient_rms"),
                QStringLiteral("gradient_correlation"), QStringLiteral("predicted_stream_rms"),
                QStringLiteral("predicted_branch_rms"), QStringLiteral("predicted_correlation"),
                QStringLiteral("predicted_stream_gradient_rms"), QStringLiteral("predicted_branch_gradient_rms"),
                QStringLiteral("predicted_return_gradient_rms"), QStringLiteral("predicted_gradient_branch_share"),
                QStringLiteral("variance_sum_rms")},
            {}};
        if (!study || !obstacle(*study).isEmpty())
            return table;
        const BlockSource s = blockSource(*study);
        const auto& values = s.recording->values;
        const auto& gradients = s.recording->gradients;
        for (int place = 0; place < s.places(); ++place) {
            const StepPrediction* p = s.predicted(place);
            const bool input = place == 0;
            const auto theory = [&](auto member) { return p ? valueOf(p->*member) : nan; };
            const auto at = [&](const auto& all, const Site& site) { return exactPower(log10RmsAt(all, site)); };
            QStringList row {QString::number(s.blockOf(place)),
                input ? QStringLiteral("input") : QString::fromStdString(s.stepOf(place).word),
                at(values, s.streamSite(place))};
            if (input)
                row << QString() << QString() << at(gradients, s.streamSite(0)) << QString() << QString() << QString();
            else
                row << at(values, s.branchSite(place))
                    << exactNumber(scalarAt(*s.recording, s.branchSite(place), Scalar::correlation))
                    << at(gradients, s.streamSite(place)) << at(gradients, s.branchSite(place))
                    << at(gradients, s.returnSite(place))
                    << exactNumber(scalarAt(*s.recording, s.branchSite(place), Scalar::gradient_correlation));
            row << exactPower(predictedStream(s, place)) << exactPower(p ? p->log10_branch_rms : nan)
                << exactNumber(theory(&StepPrediction::correlation)) << exactPower(predictedGradient(s, place))
                << exactPower(theory(&StepPrediction::log10_branch_gradient_rms))
                << exactPower(theory(&StepPrediction::log10_return_gradient_rms))
                << exactNumber(theory(&StepPrediction::branch_share))
                << exactPower(theory(&StepPrediction::log10_variance_sum_rms));
            table.rows << row;
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        clear();
        zero_.clear();
        beyond_.clear();
        deviation_ = nan;
        Frame f;
        f.noteRow = true;
        f.quiet = obstacle(*study());
        if (!f.quiet.isEmpty())
            return finish(f, 1);
        const BlockSource s = blockSource(*study());
        const QString show = choice(QStringLiteral("show"));
        const bool rms = show == QLatin1String("rms"), correlation = show == QLatin1String("correlation");
        f.yScale = !rms ? (correlation ? Scale::linear : Scale::percent) : isLog() ? Scale::log10 : Scale::linear;
        if (rms)
            f.yLabel = isForward() ? tr("RMS") : tr("gradient RMS");
        else if (correlation)
            f.yLabel
                = isForward() ? tr("correlation of skip and branch") : tr("correlation of skip and branch gradients");
        else
            f.yLabel = isForward() ? tr("branch's share of the stream's square")
                                   : tr("branch's share of the gradient's square");

        for (const Remark& remark : study()->measurement->remarks)
            f.notes << QString::fromStdString(remark.text);
        if (!isForward() && !study()->experiment.measure.gradient)
            f.quiet = tr("not measured");
        const Network& network = study()->experiment.network;
        if (isForward() && show == QLatin1String("shares") && option_word(network, "norm") != "none"
            && option_word(network, "norm_placement") == "post")
            f.quiet = tr("a norm follows every sum, which is not recorded");
        const QVector<Quantity> quantities = rms ? sizes(s) : correlation ? correlations(s) : shares(s);
        for (const Quantity& quantity : quantities)
            collect(s, quantity, rms, f);
        if (rms && isForward())
            collectVarianceSum(s, f);
        addFates(f);
        if (hasTheory() || isOff(QStringLiteral("theory")))
            f.legend << theoryEntry();
        if (rms)
            addNotes(s, f);
        if (!study()->blocks->prediction.remark.empty())
            f.notes << QString::fromStdString(study()->blocks->prediction.remark);
        if (f.quiet.isEmpty())
            collectPins(quantities, f);
        finish(f, s.depth, home(f, correlation, show == QLatin1String("shares")));
    }

    int layerOf(double x) const override
    {
        return shownStudy()->blocks ? blockNear(*shownStudy(), x) : AxesFigure::layerOf(x);
    }

    QString readoutAt(const QPointF& value) const override
    {
        const BlockSource s = blockSource(*shownStudy());
        const int place = s.placeAt(value.x());
        const StepPrediction* p = s.predicted(place);
        const auto& seen = isForward() ? s.recording->values : s.recording->gradients;
        QStringList parts {s.nameOf(place)};
        const auto say = [&](const QString& what, double log10, double log10_theory) {
            if (std::isnan(log10))
                return;
            QString text = what + QLatin1Char(' ') + alignedLog10(log10, false);
            if (std::isfinite(log10_theory))
                text += tr(" (theory %1%2)")
                            .arg(alignedLog10(log10_theory, false),
                                std::isfinite(log10) ? tr(", %1 off").arg(relativeText(log10, log10_theory))
                                                     : QString());
            parts << text;
        };
        say(isForward() ? tr("stream RMS") : tr("gradient RMS"), log10RmsAt(seen, s.streamSite(place)),
            isForward() ? predictedStream(s, place) : predictedGradient(s, place));
        if (place > 0) {
            if (isForward())
                say(tr("branch"), log10RmsAt(seen, s.branchSite(place)), p ? p->log10_branch_rms : nan);
            else
                say(tr("back through the branch"), log10RmsAt(seen, s.returnSite(place)),
                    p ? valueOf(p->log10_return_gradient_rms) : nan);
            const double c = scalarAt(
                *s.recording, s.branchSite(place), isForward() ? Scalar::correlation : Scalar::gradient_correlation);
            if (std::isfinite(c))
                parts << tr("correlation %1").arg(signedNumber(c));
        }
        return parts.join(QStringLiteral(" · "));
    }

private:
    bool isLog() const { return choice(QStringLiteral("axis")) == QLatin1String("log"); }
    bool isForward() const { return choice(QStringLiteral("direction")) == QLatin1String("forward"); }

    static QString signedNumber(double x)
    {
        const QString digits = QString::number(std::abs(x), 'f', 3);
        return x < 0 && digits.toDouble() != 0 ? QChar(0x2212) + digits : digits;
    }

    static double predictedStream(const BlockSource& s, int place)
    {
        const StepPrediction* p = s.predicted(place);
        if (place == 0)
            return s.prediction->steps.empty() ? nan : s.prediction->log10_input_rms;
        return p ? p->log10_stream_rms : nan;
    }

    static double predictedGradient(const BlockSource& s, int place)
    {
        const StepPrediction* p = s.predicted(place);
        return place == 0 ? valueOf(s.prediction->log10_input_gradient_rms)
            : p           ? valueOf(p->log10_stream_gradient_rms)
                          : nan;
    }

    static BlockMark markOf(int step) { return step == 0 ? BlockMark::triangle : BlockMark::square; }

    QString wordOf(const BlockSource& s, int step) const
    {
        return QString::fromStdString((*s.steps)[std::size_t(step)].label);
    }

    /// log10 RMS of the stream, and of what passes each branch.
    QVector<Quantity> sizes(const BlockSource& s) const
    {
        QVector<Quantity> all;
        const bool forward = isForward(), log = isLog();
        const auto* seen = forward ? &s.recording->values : &s.recording->gradients;
        Quantity stream {QStringLiteral("stream"), tr("stream"), BlockMark::disc, -1,
            [&s, seen](int place) { return log10RmsAt(*seen, s.streamSite(place)); },
            [&s, forward](int place) { return forward ? predictedStream(s, place) : predictedGradient(s, place); }};
        if (s.spread)
            stream.band = [&s, seen, log, sd = forward ? &s.spread->values : &s.spread->gradients](int place) {
                const Site site = s.streamSite(place);
                return replicaBand(distributionAt(*seen, site), distributionAt(*sd, site), log);
            };
        all << stream;
        for (int step = 0; step < int(s.steps->size()); ++step)
            all << Quantity {QString::fromStdString((*s.steps)[std::size_t(step)].word),
                forward ? wordOf(s, step) : tr("via %1").arg(wordOf(s, step)), markOf(step), step,
                [&s, seen, forward](
                    int place) { return log10RmsAt(*seen, forward ? s.branchSite(place) : s.returnSite(place)); },
                [&s, forward](int place) {
                    const StepPrediction* p = s.predicted(place);
                    return !p ? nan : forward ? p->log10_branch_rms : valueOf(p->log10_return_gradient_rms);
                }};
        if (!forward)
            addBranchEnds(s, all);
        return all;
    }

    /// The gradient at a branch's output, unless it is that of the stream: a norm between them makes a difference.
    void addBranchEnds(const BlockSource& s, QVector<Quantity>& all) const
    {
        const auto* seen = &s.recording->gradients;
        for (int step = 0; step < int(s.steps->size()); ++step) {
            bool differs = false;
            for (int place = step + 1; place < s.places() && !differs; place += int(s.steps->size()))
                differs = std::abs(log10RmsAt(*seen, s.branchSite(place)) - log10RmsAt(*seen, s.streamSite(place)))
                    > visible;
            if (differs)
                all << Quantity {QString::fromStdString((*s.steps)[std::size_t(step)].word) + QStringLiteral("_end"),
                    tr("%1 output").arg(wordOf(s, step)), step == 0 ? BlockMark::opened : BlockMark::box, step,
                    [&s, seen](int place) { return log10RmsAt(*seen, s.branchSite(place)); },
                    [&s](int place) {
                        const StepPrediction* p = s.predicted(place);
                        return p ? valueOf(p->log10_branch_gradient_rms) : nan;
                    }};
        }
    }

    QVector<Quantity> correlations(const BlockSource& s) const
    {
        QVector<Quantity> all;
        const bool forward = isForward();
        for (int step = 0; step < int(s.steps->size()); ++step)
            all << Quantity {QString::fromStdString((*s.steps)[std::size_t(step)].word), wordOf(s, step), markOf(step),
                step,
                [&s, forward](int place) {
                    return scalarAt(*s.recording, s.branchSite(place),
                        forward ? Scalar::correlation : Scalar::gradient_correlation);
                },
                [&s, forward](int place) {
                    const StepPrediction* p = s.predicted(place);
                    return p && forward ? valueOf(p->correlation) : nan;
                }};
        return all;
    }

    /// Of the stream's mean square behind a step, that of what the branch added; of the gradient's in front of it, that
    /// of what came back through the branch.
    QVector<Quantity> shares(const BlockSource& s) const
    {
        QVector<Quantity> all;
        const bool forward = isForward();
        for (int step = 0; step < int(s.steps->size()); ++step)
            all << Quantity {QString::fromStdString((*s.steps)[std::size_t(step)].word), wordOf(s, step), markOf(step),
                step,
                [&s, forward](int place) {
                    if (!forward)
                        return shareOf(log10RmsAt(s.recording->gradients, s.returnSite(place)),
                            log10RmsAt(s.recording->gradients, s.streamSite(place - 1)));
                    return shareOf(log10RmsAt(s.recording->values, s.branchSite(place)),
                        log10RmsAt(s.recording->values, s.streamSite(place)));
                },
                [&s, forward](int place) {
                    const StepPrediction* p = s.predicted(place);
                    if (!p)
                        return nan;
                    return forward ? shareOf(p->log10_branch_rms, p->log10_stream_rms) : valueOf(p->branch_share);
                }};
        return all;
    }

    void collect(const BlockSource& s, const Quantity& q, bool isLog10, Frame& f)
    {
        const bool log = isLog(), stream = q.step < 0;
        const int n = int(s.steps->size());
        const Theme& theme = style().theme;
        const QColor color = isForward() ? theme.forward : theme.gradient;
        BlockLine line {q.key, stream ? color : theme.tint(color, 0.75), q.mark, stream ? 1.8 : 1, true, {}};
        BlockTheory theory {q.key, theme.text, stream ? Qt::SolidLine : Qt::DashLine, {}};
        std::vector<bool> zero(std::size_t(s.depth)), beyond(std::size_t(s.depth));
        const auto coordinate = [&](double y) { return isLog10 ? axisValue(y, log) : std::isfinite(y) ? y : nan; };
        for (int place = stream ? 0 : q.step + 1; place < s.places(); place += stream ? 1 : n) {
            const double y = q.measured(place);
            line.x << s.xOf(place);
            line.y << coordinate(y);
            theory.y << coordinate(q.predicted(place));
            if (q.band) {
                const Range band = q.band(place);
                line.low << band.low;
                line.high << band.high;
            }
            if (place > 0) {
                const auto block = std::size_t(s.blockOf(place) - 1);
                zero[block] = zero[block] || (isLog10 && log && y < 0 && std::isinf(y));
                beyond[block] = beyond[block] || (isLog10 && !log && std::isfinite(y) && std::isnan(line.y.last()));
            }
        }
        theory.x = line.x;
        if (q.key == QLatin1String("stream"))
            deviation_ = largestDeviation(s, q);
        add(line);
        if (toggled(QStringLiteral("theory")))
            add(theory);
        f.legend << LegendEntry {q.key, QString(markSign(q.mark)) + QLatin1Char(' ') + q.name, line.color,
            LegendEntry::Mark::line, endOf(line.y)};
        if (isOff(q.key))
            return;
        const QString name = stream ? (isForward() ? tr("the stream") : tr("the gradient"))
            : isForward()           ? tr("the %1 output").arg(q.name)
                                    : tr("the gradient %1").arg(q.name);
        zero_[zero] << name;
        beyond_[beyond] << name;
    }

    /// Lines that share a fate share a note.
    void addFates(Frame& f) const
    {
        for (const auto& [fates, words] : {std::pair(&zero_, tr("zero")), {&beyond_, tr("beyond a linear axis")}})
            for (const auto& [is, names] : *fates)
                if (const QString note = blockWhereText(names.join(tr(" and ")), words, is); !note.isEmpty())
                    f.notes << (names.size() > 1 ? QString(note).replace(tr(" is "), tr(" are ")) : note);
    }

    /// In decades, over all places that have both.
    static double largestDeviation(const BlockSource& s, const Quantity& q)
    {
        double largest = nan;
        for (int place = 0; place < s.places(); ++place) {
            const double off = std::abs(q.measured(place) - q.predicted(place));
            if (std::isfinite(off) && !(off <= largest))
                largest = off;
        }
        return largest;
    }

    /// The notes' plain sum of variances, where correlated branches leave it behind.
    void collectVarianceSum(const BlockSource& s, Frame& f)
    {
        BlockTheory sum {QStringLiteral("sum"), style().theme.text, Qt::DotLine, {}};
        bool differs = false;
        for (int place = 0; place < s.places(); ++place) {
            const StepPrediction* p = s.predicted(place);
            const double y = place == 0 ? predictedStream(s, 0) : p ? valueOf(p->log10_variance_sum_rms) : nan;
            sum.x << s.xOf(place);
            sum.y << axisValue(y, isLog());
            differs = differs || (p && std::abs(y - p->log10_stream_rms) > visible);
        }
        if (!differs || !toggled(QStringLiteral("theory")))
            return;
        add(sum);
        f.legend << LegendEntry {
            sum.key, tr("variances added up"), style().theme.text, LegendEntry::Mark::dotted, std::nullopt};
    }

    void addNotes(const BlockSource& s, Frame& f) const
    {
        const StreamPrediction& p = *s.prediction;
        if (std::isfinite(deviation_))
            f.notes << tr("theory within %1").arg(relativeText(deviation_, 0));
        if (p.steps.empty())
            return;
        const auto one = [](double x) { return QString::number(x, 'f', 1); };
        if (isForward())
            f.notes << (s.steps->size() == 1 ? tr("writing blocks %1 of %2") : tr("writing steps %1 of %2"))
                           .arg(one(p.writing_blocks))
                           .arg(s.places() - 1);
        if (p.path_length && p.path_length_std)
            f.notes << tr("path length %1 ± %2").arg(one(*p.path_length), one(*p.path_length_std));
    }

    /// The same quantities of what is pinned.
    void collectPins(const QVector<Quantity>& shown, Frame& f) const
    {
        constexpr std::array<PinFill, 3> fills {PinFill::filled, PinFill::open, PinFill::dotted};
        static const std::array<QChar, 3> signs {QChar(0x25cf), QChar(0x25cb), QChar(0x25c9)};
        const QString show = choice(QStringLiteral("show"));
        const bool rms = show == QLatin1String("rms"), correlation = show == QLatin1String("correlation");
        for (const Pin& pin : pins()) {
            if (!pin.study->blocks || !pin.study->measurement->recording)
                continue;
            const BlockSource s = blockSource(*pin.study);
            for (const Quantity& q : rms ? sizes(s) : correlation ? correlations(s) : shares(s)) {
                const auto place = std::find_if(
                    shown.begin(), shown.end(), [&](const Quantity& other) { return other.key == q.key; });
                const auto i = std::size_t(place - shown.begin());
                if (i >= std::min<std::size_t>(fills.size(), std::size_t(shown.size())) || isOff(q.key))
                    continue;
                PinLine line {pin, {}};
                line.fill = fills[i];
                const int n = int(s.steps->size());
                for (int at = q.step < 0 ? 0 : q.step + 1; at < s.places(); at += q.step < 0 ? 1 : n) {
                    const double y = q.measured(at);
                    line.x << s.xOf(at);
                    line.y << (rms ? axisValue(y, isLog()) : std::isfinite(y) ? y : nan);
                }
                addPin(f, line);
            }
        }
        if (f.pins.isEmpty())
            return;
        QStringList words;
        for (int i = 0; i < std::min<int>(int(fills.size()), int(shown.size())); ++i)
            if (!isOff(shown[i].key))
                words << signs[std::size_t(i)] + QLatin1Char(' ') + shown[i].name;
        if (words.size() > 1)
            f.notes << tr("pinned: %1").arg(words.join(QStringLiteral(", ")));
    }

    std::optional<Range> home(const Frame& f, bool correlation, bool share) const
    {
        if (!correlation && !share)
            return {};
        const Range values = withPinnedY(f.pins, drawn(false));
        if (values.low > values.high)
            return Range {0, 1};
        if (share)
            return roundedOut(Scale::linear, {0, std::max(values.high, 0.02)});
        return roundedOut(Scale::linear, {std::min(values.low, -0.1), std::max(values.high, 0.1)});
    }

    double deviation_ = nan;   // of the stream from its theory, in decades
    std::map<std::vector<bool>, QStringList> zero_, beyond_;   // lines by the blocks where they are
};

}   // namespace

Figure* createStream(QWidget* parent) { return new StreamFigure(parent); }

}   // namespace stepzero
