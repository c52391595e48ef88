// SPDX-License-Identifier: GPL-3.0-or-later
// Compares variants of the present network that differ in one design decision, measured and predicted.
#include <QAction>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// A compared quantity: a number at every place of the stream, or at the steps of one kind.
struct Outcome {
    QString key, words, label;
    Scale scale;   ///< for log10, the numbers are log10
    std::string step;   ///< restricts to steps of this word; empty: all steps
    double (*measured)(const BlockSource&, int place);
    double (*predicted)(const BlockSource&, int place);
    bool ofTokens = false;   ///< compares tokens, which not all networks have
};

/// Returns the mean over heads of pick(head); NaN where a place has none.
template <typename Pick>
double meanOfHeads(const BlockSource& s, int place, const Pick& pick)
{
    const std::vector<AttentionHead>& heads = s.heads(place);
    if (heads.empty())
        return nan;
    double sum = 0;
    for (const AttentionHead& head : heads)
        sum += pick(head);
    return sum / double(heads.size());
}

template <Quantity quantity>
double measured(const BlockSource& s, int place)
{
    return s.measured(s.streamSite(place), quantity);
}
template <Quantity quantity>
double predicted(const BlockSource& s, int place)
{
    return s.predicted(s.streamSite(place), quantity);
}

double entropy(const BlockSource& s, int place)
{
    return meanOfHeads(s, place, [](const AttentionHead& h) { return h.entropy / h.log_visible; });
}
double predictedEntropy(const BlockSource& s, int place)
{
    const AttentionPrediction* a = s.predictedAttention(place);
    return a ? a->entropy / a->log_visible : nan;
}

double logits(const BlockSource& s, int place)
{
    return 0.5 * std::log10(meanOfHeads(s, place, [](const AttentionHead& h) {
        return h.logit_mean * h.logit_mean + h.logit_std * h.logit_std;
    }));
}
double predictedLogits(const BlockSource& s, int place)
{
    const AttentionPrediction* a = s.predictedAttention(place);
    return a ? 0.5 * std::log10(a->logit_variance) : nan;
}

double memory(const BlockSource& s, int place)
{
    return std::log10(s.measured({s.blockOf(place), "scan"}, Quantity::longest_memory));
}
double unknown(const BlockSource&, int) { return nan; }

const std::array<Outcome, 6>& outcomes()
{
    const auto& all = inEachLanguage([] {
        return std::array<Outcome, 6> {{
            {QStringLiteral("stream"), QObject::tr("Stream RMS"), QObject::tr("RMS of the stream"), Scale::log10, "",
                measured<Quantity::rms>, predicted<Quantity::rms>},
            {QStringLiteral("gradient"), QObject::tr("Gradient RMS at the stream"),
                QObject::tr("gradient RMS at the stream"), Scale::log10, "", measured<Quantity::gradient_rms>,
                predicted<Quantity::gradient_rms>},
            {QStringLiteral("entropy"), QObject::tr("Attention entropy, relative to that of uniform attention"),
                QObject::tr("entropy / ln of the number of visible keys"), Scale::percent, "attention", entropy,
                predictedEntropy},
            {QStringLiteral("logits"), QObject::tr("Attention logits, RMS"), QObject::tr("RMS of attention logits"),
                Scale::log10, "attention", logits, predictedLogits},
            {QStringLiteral("similarity"), QObject::tr("Similarity of tokens"),
                QObject::tr("mean cosine between two tokens"), Scale::linear, "", measured<Quantity::similarity>,
                predicted<Quantity::similarity>, true},
            {QStringLiteral("memory"), QObject::tr("Longest memory of the scan"),
                QObject::tr("longest time constant, tokens"), Scale::log10, "mixer", memory, unknown},
        }};
    });
    return all;
}

/// Returns whether networks with these steps can have the outcome.
bool hasOutcome(const Outcome& outcome, const NetworkPlan& plan)
{
    if (outcome.ofTokens)
        return plan.kind->has_tokens();
    return outcome.step.empty() || std::any_of(plan.steps.begin(), plan.steps.end(), [&](const StepInfo& step) {
        return step.word == outcome.step;
    });
}

class CompareFigure : public BlockFigure {
public:
    explicit CompareFigure(QWidget* parent) : BlockFigure(parent)
    {
        Options kinds {{QString(), tr("No comparison")}};
        for (const ComparisonKind& kind : comparisons())
            kinds << qMakePair(QString::fromStdString(kind.name), translated(kind.label));
        addChoice(QStringLiteral("comparison"), kinds);
        Options shown {{QString(), tr("Default quantity")}};
        for (const Outcome& outcome : outcomes())
            shown << qMakePair(outcome.key, outcome.words);
        addChoice(QStringLiteral("outcome"), shown);
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        connect(this, &Figure::viewStateChanged, this, &CompareFigure::tell);
    }

    void setViewState(const QJsonObject& state) override
    {
        BlockFigure::setViewState(state);
        tell();
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("variant"), QStringLiteral("block"), QStringLiteral("step")}, {}};
        for (const Outcome& outcome : outcomes())
            table.header << outcome.key;
        for (const Outcome& outcome : outcomes())
            table.header << QStringLiteral("predicted_") + outcome.key;
        if (!study() || !study()->comparison)
            return table;
        for (const ComparedVariant& variant : study()->comparison->variants) {
            const BlockSource s = blockSource(variant);
            for (int place = 0; place < s.places(); ++place) {
                QStringList row {QString::fromStdString(variant.label.english()), QString::number(s.blockOf(place)),
                    place == 0 ? QStringLiteral("input") : QString::fromStdString(s.stepOf(place).word)};
                for (const auto number : {&Outcome::measured, &Outcome::predicted})
                    for (const Outcome& outcome : outcomes()) {
                        const double y = (outcome.*number)(s, place);
                        row << (outcome.scale == Scale::log10 ? exactPower(y) : exactNumber(y));
                    }
                table.rows << row;
            }
        }
        return table;
    }

protected:
    bool awaitsStudy(const Study& next) const override
    {
        return next.measurement->samples == 0   // variants come together with the measurement
            || (is_coming(next, next.comparison) && study() && study()->comparison);
    }

    bool followsSteps() const override { return false; }
    void rebuild() override
    {
        clear();
        offer();
        Frame f;
        f.quiet = quiet();
        if (f.quiet == choose())
            for (QAction* action : choices())
                if (find_comparison(action->data().toString().toStdString()))
                    f.offers << action;
        const Outcome& outcome = shown();
        f.yScale = outcome.scale;
        f.yLabel = outcome.label;
        int deepest = !is_layered(*study()) ? study()->plan->depth() : 1;
        if (f.quiet.isEmpty()) {
            const Comparison& comparison = *study()->comparison;
            deepest = 1;
            for (const ComparedVariant& variant : comparison.variants)
                deepest = std::max(deepest, blockSource(variant).depth());
            bool any = false;
            for (std::size_t i = 0; i < comparison.variants.size(); ++i)
                any = collect(comparison.variants[i], i, deepest, outcome, f) || any;
            if (!any)
                f.quiet = tr("not measured");
            if (hasTheory() || isOff(QStringLiteral("theory")))
                f.legend << theoryEntry();
            if (const ComparisonKind* kind = find_comparison(comparison.name)) {
                f.title = tr("Comparison: %1").arg(translated(kind->label));
                f.notes << translated(kind->claim)
                               .replace(QChar(0xff1b), QStringLiteral("; "))
                               .split(QStringLiteral("; "));   // each sentence can wrap to its own row
            }
            for (const ComparedVariant& variant : comparison.variants)
                for (const Remark& remark : variant.measurement->remarks)
                    f.notes << tr("%1: %2").arg(translated(variant.label), translated(remark.text));
        }
        // While a new comparison is computed, as in every drag of a slider, the previous axes stay.
        const bool waits = f.quiet == computing() && deepest_ > 0 && f.yLabel == frame().yLabel;
        if (!waits)
            deepest_ = deepest;
        finish(f, deepest_, waits ? frame().yHome : home(outcome));
    }

    QString readoutAt(const QPointF& value) const override
    {
        const auto& comparison = shownStudy()->comparison;
        if (!comparison)
            return {};
        QStringList parts;
        for (const ComparedVariant& variant : comparison->variants) {
            const BlockSource s = blockSource(variant);
            if (value.x() > s.depth() + 0.5)
                continue;
            const int place = placeAt(s, value.x());
            if (parts.isEmpty())
                parts << s.nameOf(place);
            const double y = shown().measured(s, place), theory = shown().predicted(s, place);
            parts << translated(variant.label) + QLatin1Char(' ') + (std::isnan(y) ? tr("not known") : written(y))
                    + (std::isnan(theory) ? QString() : tr(" (theory %1)").arg(written(theory)));
        }
        return parts.join(QStringLiteral(" · "));
    }

private:
    static QString computing() { return tr("computing…"); }
    static QString choose() { return tr("choose a comparison"); }
    QString chosen() const { return choice(QStringLiteral("comparison")); }

    const Outcome& shown() const
    {
        QString key = choice(QStringLiteral("outcome"));
        if (key.isEmpty())
            key = study()->comparison ? QString::fromStdString(find_comparison(study()->comparison->name)->outcome)
                                      : QStringLiteral("stream");
        return *std::find_if(
            outcomes().begin(), outcomes().end(), [&](const Outcome& outcome) { return outcome.key == key; });
    }

    /// Emits the wanted comparison, if it differs from the previous one.
    void tell()
    {
        if (chosen() == told_)
            return;
        told_ = chosen();
        emit comparisonChosen(told_);
    }

    /// Shows the menu entries that apply to the network.
    void offer()
    {
        const bool blocks = !is_layered(*study());
        for (QAction* action : choices()) {
            const std::string key = action->data().toString().toStdString();
            if (const ComparisonKind* kind = find_comparison(key))
                action->setVisible(blocks && applies(*kind, study()->experiment.network));
            for (const Outcome& outcome : outcomes())
                if (outcome.key.toStdString() == key)
                    action->setVisible(blocks && hasOutcome(outcome, *study()->plan));
        }
    }

    /// Returns the reason why nothing is visible; empty when something is. A comparison that the study has is shown
    /// when no other one was chosen here.
    QString quiet() const
    {
        if (QString text = obstacle(*study()); !text.isEmpty())
            return text;
        const auto& comparison = study()->comparison;
        if (comparison && (chosen().isEmpty() || chosen().toStdString() == comparison->name))
            return hasOutcome(shown(), *study()->plan) ? QString() : tr("not available for this network");
        const ComparisonKind* kind = find_comparison(chosen().toStdString());
        if (!kind)
            return choose();
        return applies(*kind, study()->experiment.network)
            ? computing()
            : tr("“%1” does not apply to this network").arg(translated(kind->label));
    }

    /// Returns the nearest place where the outcome has a number.
    int placeAt(const BlockSource& s, double x) const
    {
        if (shown().step.empty())
            return s.placeAt(x);
        int nearest = 0;
        for (int place = 1; place < s.places(); ++place)
            if (s.stepOf(place).word == shown().step
                && (nearest == 0 || std::abs(s.xOf(place) - x) < std::abs(s.xOf(nearest) - x)))
                nearest = place;
        return nearest;
    }

    QString written(double y) const
    {
        switch (shown().scale) {
        case Scale::log10:
            return alignedLog10(y, false);
        case Scale::percent:
            return QString::number(100 * y, 'f', 1) + QStringLiteral("%");
        default:
            return aligned(y);
        }
    }

    bool collect(const ComparedVariant& variant, std::size_t i, int deepest, const Outcome& outcome, Frame& f)
    {
        static constexpr std::array<int, 6> colors {5, 6, 3, 7, 1, 2};   // indices into the palette
        static constexpr std::array<BlockMark, 6> marks {BlockMark::disc, BlockMark::square, BlockMark::triangle,
            BlockMark::diamond, BlockMark::inverted, BlockMark::circle};
        static constexpr std::array<Qt::PenStyle, 4> dashes {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
        const BlockSource s = blockSource(variant);
        const QString key = QString::fromStdString(variant.label.english());
        const QColor color = style().theme.palette[colors[i % colors.size()]];
        BlockLine line {key, color, marks[i % marks.size()], 0, true, {}};
        BlockTheory theory {key, color, dashes[i % dashes.size()], {}};
        std::vector<bool> zero(std::size_t(s.depth()));
        bool any = false;
        for (int place = 0; place < s.places(); ++place) {
            if (!outcome.step.empty() && (place == 0 || s.stepOf(place).word != outcome.step))
                continue;
            const double y = outcome.measured(s, place), predicted = outcome.predicted(s, place);
            line.x << s.xOf(place);
            line.y << onScale(outcome.scale, y);
            theory.y << onScale(outcome.scale, predicted);
            any = any || !std::isnan(y) || !std::isnan(predicted);
            if (place > 0)
                zero[std::size_t(s.blockOf(place) - 1)]
                    = zero[std::size_t(s.blockOf(place) - 1)] || (outcome.scale == Scale::log10 && std::isinf(y));
        }
        theory.x = line.x;
        add(line);
        if (toggled(QStringLiteral("theory")))
            add(theory);
        f.legend << LegendEntry {key, key, color, LegendEntry::Mark::line,
            s.depth() == deepest ? endOf(line.y) : std::nullopt, -1, markSign(line.mark)};
        if (!isOff(key))
            noteWhere(f, tr("%1: %2").arg(key, outcome.label), tr("zero"), zero);
        return any;
    }

    std::optional<Range> home(const Outcome& outcome) const
    {
        if (outcome.scale == Scale::log10)
            return {};
        const Range values = drawn(false);
        return Range {values.low < -0.02 ? -1.04 : 0, std::max(1.04, 1.04 * values.high)};
    }

    int deepest_ = 0;   // number of blocks on the axis
    QString told_;   // the comparison that was last requested
};

}   // namespace

FigureKind figure_compare()
{
    return {QStringLiteral("compare"), QObject::tr("Comparison"), created<CompareFigure>,
        {{networkStream, 0}, {networkTokens, 0}}};
}

}   // namespace stepzero
