// SPDX-License-Identifier: GPL-3.0-or-later
// The residual stream by block and step: how large it is and what each branch writes into it, and on the way back the
// gradient and what comes back through each branch.
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr double visible = 0.01;   // decades between two lines that are told apart

/// One line of the figure by place, and its theory: NaN where there is none.
struct Line {
    QString key, name;
    BlockMark mark = BlockMark::disc;
    int step = -1;   ///< the step of a block that it belongs to, from 0; −1: all, and the input
    std::function<double(int place)> measured, predicted;
    std::function<Range(int place)> band {};
};

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
        for (int place = 0; place < s.places(); ++place) {
            const bool input = place == 0;
            const Site stream = s.streamSite(place), branch = input ? Site {} : s.branchSite(place),
                       back = input ? Site {} : s.returnSite(place);
            using enum Quantity;
            const auto size = [&](const Site& site, Quantity q) { return exactPower(s.measured(site, q)); };
            const auto theory = [&](const Site& site, Quantity q) { return exactPower(s.predicted(site, q)); };
            table.rows << QStringList {QString::number(s.blockOf(place)),
                input ? QStringLiteral("input") : QString::fromStdString(s.stepOf(place).word), size(stream, rms),
                size(branch, rms), exactNumber(s.measured(branch, correlation)), size(stream, gradient_rms),
                size(branch, gradient_rms), size(back, gradient_rms),
                exactNumber(s.measured(branch, gradient_correlation)), theory(stream, rms), theory(branch, rms),
                exactNumber(s.predicted(branch, correlation)), theory(stream, gradient_rms),
                theory(branch, gradient_rms), theory(back, gradient_rms), exactNumber(s.predicted(branch, branch_share)),
                theory(stream, variance_sum_rms)};
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
        const QVector<Line> quantities = rms ? sizes(s) : correlation ? correlations(s) : shares(s);
        for (const Line& quantity : quantities)
            collect(s, quantity, rms, f);
        if (rms && isForward())
            collectVarianceSum(s, f);
        addFates(f);
        if (hasTheory() || isOff(QStringLiteral("theory")))
            f.legend << theoryEntry();
        if (rms)
            addNotes(s, f);
        if (!study()->prediction->remark.empty())
            f.notes << QString::fromStdString(study()->prediction->remark);
        if (f.quiet.isEmpty())
            collectPins(quantities, f);
        finish(f, s.depth(), home(f, correlation, show == QLatin1String("shares")));
    }

    int layerOf(double x) const override
    {
        return !is_layered(*shownStudy()) ? blockNear(*shownStudy(), x) : AxesFigure::layerOf(x);
    }

    QString readoutAt(const QPointF& value) const override
    {
        const BlockSource s = blockSource(*shownStudy());
        const int place = s.placeAt(value.x());
        const Quantity size = sizeOf();
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
        const auto told = [&](const QString& what, const Site& site) {
            say(what, s.measured(site, size), s.predicted(site, size));
        };
        told(isForward() ? tr("stream RMS") : tr("gradient RMS"), s.streamSite(place));
        if (place > 0) {
            told(isForward() ? tr("branch") : tr("back through the branch"),
                isForward() ? s.branchSite(place) : s.returnSite(place));
            const double c = s.measured(s.branchSite(place), correlationOf());
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

    Quantity sizeOf() const { return isForward() ? Quantity::rms : Quantity::gradient_rms; }
    Quantity correlationOf() const { return isForward() ? Quantity::correlation : Quantity::gradient_correlation; }

    static BlockMark markOf(int step) { return step == 0 ? BlockMark::triangle : BlockMark::square; }

    QString wordOf(const BlockSource& s, int step) const
    {
        return QString::fromStdString(s.steps()[std::size_t(step)].label);
    }

    /// log10 RMS of the stream, and of what passes each branch.
    QVector<Line> sizes(const BlockSource& s) const
    {
        QVector<Line> all;
        const bool forward = isForward(), log = isLog();
        const Quantity size = sizeOf();
        Line stream {QStringLiteral("stream"), tr("stream"), BlockMark::disc, -1,
            [&s, size](int place) { return s.measured(s.streamSite(place), size); },
            [&s, size](int place) { return s.predicted(s.streamSite(place), size); }};
        if (!s.measurement->spread.empty())
            stream.band = [&s, log, size](int place) {
                const Site site = s.streamSite(place);
                return replicaBand(s.distribution(site, size), s.spread(site, size), log);
            };
        all << stream;
        const auto passing = [&s, forward](int place) { return forward ? s.branchSite(place) : s.returnSite(place); };
        for (int step = 0; step < int(s.steps().size()); ++step)
            all << Line {QString::fromStdString(s.steps()[std::size_t(step)].word),
                forward ? wordOf(s, step) : tr("via %1").arg(wordOf(s, step)), markOf(step), step,
                [&s, size, passing](int place) { return s.measured(passing(place), size); },
                [&s, size, passing](int place) { return s.predicted(passing(place), size); }};
        if (!forward)
            addBranchEnds(s, all);
        return all;
    }

    /// The gradient at a branch's output, unless it is that of the stream: a norm between them makes a difference.
    void addBranchEnds(const BlockSource& s, QVector<Line>& all) const
    {
        constexpr Quantity size = Quantity::gradient_rms;
        for (int step = 0; step < int(s.steps().size()); ++step) {
            bool differs = false;
            for (int place = step + 1; place < s.places() && !differs; place += int(s.steps().size()))
                differs = std::abs(s.measured(s.branchSite(place), size) - s.measured(s.streamSite(place), size))
                    > visible;
            if (differs)
                all << Line {QString::fromStdString(s.steps()[std::size_t(step)].word) + QStringLiteral("_end"),
                    tr("%1 output").arg(wordOf(s, step)), step == 0 ? BlockMark::opened : BlockMark::box, step,
                    [&s](int place) { return s.measured(s.branchSite(place), size); },
                    [&s](int place) { return s.predicted(s.branchSite(place), size); }};
        }
    }

    QVector<Line> correlations(const BlockSource& s) const
    {
        QVector<Line> all;
        const Quantity correlation = correlationOf();
        for (int step = 0; step < int(s.steps().size()); ++step)
            all << Line {QString::fromStdString(s.steps()[std::size_t(step)].word), wordOf(s, step), markOf(step), step,
                [&s, correlation](int place) { return s.measured(s.branchSite(place), correlation); },
                [&s, correlation](int place) { return s.predicted(s.branchSite(place), correlation); }};
        return all;
    }

    /// Of the stream's mean square behind a step, that of what the branch added; of the gradient's in front of it, that
    /// of what came back through the branch.
    QVector<Line> shares(const BlockSource& s) const
    {
        QVector<Line> all;
        const bool forward = isForward();
        for (int step = 0; step < int(s.steps().size()); ++step)
            all << Line {QString::fromStdString(s.steps()[std::size_t(step)].word), wordOf(s, step), markOf(step),
                step,
                [&s, forward](int place) {
                    if (!forward)
                        return shareOf(s.measured(s.returnSite(place), Quantity::gradient_rms),
                            s.measured(s.streamSite(place - 1), Quantity::gradient_rms));
                    return shareOf(s.measured(s.branchSite(place), Quantity::rms),
                        s.measured(s.streamSite(place), Quantity::rms));
                },
                [&s, forward](int place) {
                    return forward ? shareOf(s.predicted(s.branchSite(place), Quantity::rms),
                               s.predicted(s.streamSite(place), Quantity::rms))
                                   : s.predicted(s.branchSite(place), Quantity::branch_share);
                }};
        return all;
    }

    void collect(const BlockSource& s, const Line& q, bool isLog10, Frame& f)
    {
        const bool log = isLog(), stream = q.step < 0;
        const int n = int(s.steps().size());
        const Theme& theme = style().theme;
        const QColor color = isForward() ? theme.forward : theme.gradient;
        BlockLine line {q.key, stream ? color : theme.tint(color, 0.75), q.mark, stream ? 1.8 : 1, true, {}};
        BlockTheory theory {q.key, theme.text, stream ? Qt::SolidLine : Qt::DashLine, {}};
        std::vector<bool> zero(std::size_t(s.depth())), beyond(std::size_t(s.depth()));
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
    static double largestDeviation(const BlockSource& s, const Line& q)
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
            const double stream = s.predicted(s.streamSite(place), Quantity::rms);
            const double y = place == 0 ? stream : s.predicted(s.streamSite(place), Quantity::variance_sum_rms);
            sum.x << s.xOf(place);
            sum.y << axisValue(y, isLog());
            differs = differs || std::abs(y - stream) > visible;
        }
        if (!differs || !toggled(QStringLiteral("theory")))
            return;
        add(sum);
        f.legend << LegendEntry {
            sum.key, tr("variances added up"), style().theme.text, LegendEntry::Mark::dotted, std::nullopt};
    }

    void addNotes(const BlockSource& s, Frame& f) const
    {
        const Prediction& p = *s.prediction;
        if (std::isfinite(deviation_))
            f.notes << tr("theory within %1").arg(relativeText(deviation_, 0));
        if (!p.writing_blocks)
            return;
        const auto one = [](double x) { return QString::number(x, 'f', 1); };
        if (isForward())
            f.notes << (s.steps().size() == 1 ? tr("writing blocks %1 of %2") : tr("writing steps %1 of %2"))
                           .arg(one(*p.writing_blocks))
                           .arg(s.places() - 1);
        if (p.path_length && p.path_length_std)
            f.notes << tr("path length %1 ± %2").arg(one(*p.path_length), one(*p.path_length_std));
    }

    /// The same quantities of what is pinned.
    void collectPins(const QVector<Line>& shown, Frame& f) const
    {
        constexpr std::array<PinFill, 3> fills {PinFill::filled, PinFill::open, PinFill::dotted};
        static const std::array<QChar, 3> signs {QChar(0x25cf), QChar(0x25cb), QChar(0x25c9)};
        const QString show = choice(QStringLiteral("show"));
        const bool rms = show == QLatin1String("rms"), correlation = show == QLatin1String("correlation");
        for (const Pin& pin : pins()) {
            if (is_layered(*pin.study))
                continue;
            const BlockSource s = blockSource(*pin.study);
            for (const Line& q : rms ? sizes(s) : correlation ? correlations(s) : shares(s)) {
                const auto place = std::find_if(
                    shown.begin(), shown.end(), [&](const Line& other) { return other.key == q.key; });
                const auto i = std::size_t(place - shown.begin());
                if (i >= std::min<std::size_t>(fills.size(), std::size_t(shown.size())) || isOff(q.key))
                    continue;
                PinLine line {pin, {}};
                line.fill = fills[i];
                const int n = int(s.steps().size());
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
