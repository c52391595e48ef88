// SPDX-License-Identifier: GPL-3.0-or-later
// Number formats by layer: the sizes of the entries of signal and gradient, compared with the range of a format.
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/words/nan.h"
#include "core/kinds/kinds.h"
#include "core/math/statistics/magnitude.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/float_limits.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/float_curve.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// log2 axes have their ticks at round powers of two.
Ticks log2Ticks(const Range& range, int most)
{
    Ticks result;
    double step = std::exp2(-10);
    while (range.span() / step > std::max(1, most) && step < std::exp2(1000))
        step *= 2;
    for (const double i : multiplesIn(range, step))
        result.ticks.append({i * step, powerOfTwo(i * step)});
    return result;
}

QString percentText(double share)
{
    const double percent = 100 * share;
    return percent > 0 && percent < 0.1 ? QStringLiteral("< 0.1%")
                                        : QString::number(percent, 'f', percent < 10 ? 1 : 0) + QStringLiteral("%");
}

class FloatsFigure : public NetworkFigure<AxesFigure> {
public:
    explicit FloatsFigure(QWidget* parent) : NetworkFigure(parent)
    {
        Options formats;
        for (const FloatFormat format : float_order)
            formats << qMakePair(
                QString::fromLatin1(float_range(format).name), QString::fromLatin1(float_range(format).label));
        formats << qMakePair(QStringLiteral("all"), tr("All formats"));
        addChoice(QStringLiteral("format"), formats);
        addChoice(direction_, QStringLiteral("tensors"),
            {{Direction::both, "both", tr("Signal and gradient")},
                {Direction::forward, "forward", tr("Forward: signal")},
                {Direction::backward, "backward", tr("Backward: gradient")}});
        addChoice(preactivation_, QStringLiteral("signal"),
            {{true, "preactivation", tr("Signal: preactivation")}, {false, "output", tr("Signal: output")}});
        addToggle(QStringLiteral("loss_scale"), tr("Loss scaling: the largest gradient just fits"), false);
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("layer"), QStringLiteral("tensor"), QStringLiteral("log2_q05"),
                               QStringLiteral("log2_rms"), QStringLiteral("log2_largest")},
            {}};
        for (const FloatFormat format : float_formats)
            table.header << QStringLiteral("%1_overflows").arg(QLatin1String(float_range(format).name))
                         << QStringLiteral("%1_underflow_share").arg(QLatin1String(float_range(format).name));
        if (!study())
            return table;
        const Measurement& m = *study()->measurement;
        for (int layer = 1; layer <= m.depth(); ++layer) {
            const std::array<std::pair<QString, const Distribution*>, 3> tensors {
                {{QStringLiteral("preactivation"), m.preactivation(layer)}, {QStringLiteral("output"), m.output(layer)},
                    {QStringLiteral("gradient"), m.gradient(layer)}}};
            for (const auto& [name, d] : tensors) {
                if (!is_known(d))
                    continue;
                QStringList row {QString::number(layer), name,
                    exactNumber(log2_magnitude_quantile(*d, float_low_level)), exactNumber(log2_rms(*d)),
                    exactNumber(log2_largest(*d))};
                for (const FloatFormat format : float_formats)
                    row << QString::number(int(overflows(*d, float_range(format))))
                        << (is_counted(d) ? exactNumber(underflow_share(*d, float_range(format))) : QString());
                table.rows << row;
            }
        }
        return table;
    }

protected:
    bool awaitsStudy(const Study&) const override { return false; }   // theory alone is worth drawing
    void rebuild() override
    {
        judged_.reset();
        for (const FloatFormat format : float_formats)
            if (choice(QStringLiteral("format")) == QLatin1String(float_range(format).name))
                judged_ = format;

        Frame f;
        putLayersOnX(f);
        f.xHome = {0.5, study()->plan->depth() + 0.5};
        f.yScale = Scale::linear;
        f.yTicks = log2Ticks;
        f.yLabel = tr("$|x|$: band from its 5th percentile to its maximum, line: RMS");
        f.noteRow = true;
        limits_ = FloatLimits(judged_);
        collect(f);
        if (curves_.isEmpty())
            f.quiet = missingText(*study());
        else if (isMeasured(*study()))
            judge(f);
        else
            f.notes << missingText(*study());
        // All in one note, so that the number of rows does not depend on them.
        f.notes = {f.notes.join(QStringLiteral(" · "))};
        f.yHome = home();
        setFrame(f);
    }

    void drawUnder(QPainter& painter, const Canvas& c) override
    {
        limits_.drawZones(painter, c, style());
        for (const FloatCurve& curve : curves_)
            drawBand(painter, c, curve, style());
        for (const FloatCurve& curve : curves_)   // bands overlap
            drawBandEdges(painter, c, curve, style());
        AxesFigure::drawUnder(painter, c);
    }

    void drawContent(QPainter& painter, const QSize&, const Canvas& c) override
    {
        painter.save();
        painter.setClipRect(c.plot, Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing);
        for (const FloatCurve& curve : curves_)
            drawCurve(painter, c, curve, style());
        painter.restore();
    }

    void drawOver(QPainter& painter, const Canvas& c) override
    {
        limits_.draw(painter, frame(), c, style());
        int row = 0;
        for (const FloatCurve& curve : curves_)
            drawFates(painter, c, curve, row++, style());
    }

    /// Draws the chosen layer's dots, unclipped even when the first layer is at the edge of the axes.
    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        const int layer = shownStudy()->layer;
        for (const FloatCurve& tensor : curves_)
            if (layer >= 1 && layer <= tensor.rms.size())
                drawChosenMark(painter, c, layer, tensor.rms[layer - 1], tensor.color, style());
    }

    QString readoutAt(const QPointF& value) const override
    {
        const int layer = layerOf(value.x());
        QString text = translated(shownStudy()->plan->kind->numbered_unit(layer));
        for (const FloatCurve& tensor : curves_) {
            const Distribution* d = tensor.numbers.layers[std::size_t(layer - 1)];
            if (!is_known(d))
                continue;
            text += QStringLiteral(" · %1 RMS %2, largest %3")
                        .arg(tensor.name, numberOf(*d, d->rms),
                            numberOf(*d, std::max(std::abs(d->min), std::abs(d->max))));
            if (!judged_)
                continue;
            const FloatRange& range = float_range(*judged_);
            if (overflows(*d, range, tensor.numbers.shift))
                text += tr(", beyond %1").arg(QLatin1String(range.label));
            if (is_counted(d))
                text += tr(", %1 becomes 0 in %2")
                            .arg(percentText(underflow_share(*d, range, tensor.numbers.shift)),
                                QLatin1String(range.label));
        }
        return text;
    }

private:
    void collect(Frame& f)
    {
        curves_.clear();
        const Measurement& m = *study()->measurement;
        const Prediction& p = *study()->prediction;
        const bool preactivation = preactivation_.value();
        if (!direction_.is(Direction::backward))
            collect(
                QStringLiteral("forward"),
                preactivation              ? tr("preactivation")
                    : is_layered(*study()) ? tr("output")
                                           : tr("stream"),
                style().theme.forward,
                [&](int layer) { return preactivation ? m.preactivation(layer) : m.output(layer); },
                [&](int layer) {
                    return preactivation ? p.preactivation(layer, Quantity::rms) : p.output(layer, Quantity::rms);
                },
                f);
        if (!direction_.is(Direction::forward) && (m.gradient(1) || !isMeasured(*study())))
            collect(
                QStringLiteral("gradient"), tr("gradient"), style().theme.gradient,
                [&](int layer) { return m.gradient(layer); }, [&](int layer) { return p.gradient(layer); }, f);
    }

    /// Adds the RMS that theory expects, before anything is measured.
    template <typename Pick>
    void collectTheory(const QString& key, const QString& name, const QColor& color, const Pick& theory, Frame& f)
    {
        const int depth = study()->plan->depth();
        const QVector<double> none(depth, nan);
        FloatCurve curve {name, color, {}, none, none, none, {}};
        curve.numbers.layers.resize(std::size_t(depth));
        for (int layer = 1; layer <= depth; ++layer)
            if (const Predicted* p = theory(layer); p && std::isfinite(onScale(Scale::log10, p->log10().value_or(nan))))
                curve.rms[layer - 1] = *p->ln / std::numbers::ln2;
        if (std::ranges::none_of(curve.rms, [](double rms) { return std::isfinite(rms); }))
            return;
        f.legend << LegendEntry {key, tr("%1, theory").arg(name), color, LegendEntry::Mark::line, std::nullopt};
        if (!isOff(key))
            curves_ << curve;
    }

    template <typename Pick, typename PickTheory>
    void collect(const QString& key, const QString& name, const QColor& color, const Pick& pick,
        const PickTheory& theory, Frame& f)
    {
        if (!isMeasured(*study()))
            return collectTheory(key, name, color, theory, f);
        std::vector<const Distribution*> entries;
        std::vector<bool> zero, lost;
        bool uncounted = false;
        for (int layer = 1; layer <= study()->measurement->depth(); ++layer) {
            const Distribution* d = pick(layer);
            entries.push_back(d);
            zero.push_back(is_known(d) && d->rms == 0);
            lost.push_back(is_known(d) && !std::isfinite(d->rms));
            uncounted = uncounted || (is_known(d) && !is_counted(d));
        }
        const bool scaled = key == QLatin1String("gradient") && judged_ && toggled(QStringLiteral("loss_scale"));
        const auto shift = scaled ? loss_shift(entries, float_range(*judged_)) : std::nullopt;
        if (shift)
            f.notes << tr("loss × %1").arg(powerOfTwo(*shift));
        FloatCurve tensor {name, color, float_tensor(std::move(entries), shift.value_or(0)), {}, {}, {}, {}};
        const auto drawn = [](const std::vector<double>& of) { return QVector<double>(of.begin(), of.end()); };
        tensor.low = drawn(tensor.numbers.low);
        tensor.rms = drawn(tensor.numbers.rms);
        tensor.high = drawn(tensor.numbers.high);
        const double end = tensor.rms.isEmpty() ? nan : tensor.rms.last();
        f.legend << LegendEntry {
            key, name, color, LegendEntry::Mark::line, std::isfinite(end) ? std::optional(end) : std::nullopt};
        if (isOff(key))
            return;
        if (uncounted)
            f.notes << tr("small entries of the %1 were not counted").arg(name);
        for (const auto& [is, words] : {std::pair(&zero, tr("zero")), {&lost, tr("not a finite number")}})
            noteWhere(f, tr("the %1").arg(name), words, *is);
        curves_ << tensor;
    }

    /// Notes which layers leave the judged format, or any.
    void judge(Frame& f)
    {
        if (!judged_)
            return judgeAll(f);
        const QString label = QString::fromLatin1(float_range(*judged_).label);
        bool leaves = false;
        for (FloatCurve& tensor : curves_) {
            tensor.losses = float_losses(tensor.numbers, *judged_);
            const std::vector<bool> over = layers_over(tensor.numbers, tensor.losses);
            std::vector<bool> under;
            for (const FloatLoss& loss : tensor.losses)
                under.push_back(loss.under);
            const QString subject = tr("the %1").arg(tensor.name);
            leaves |= noteWhere(f, QStringLiteral("▲ ") + subject, tr("too large for %1").arg(label), over);
            leaves |= noteWhere(f, QStringLiteral("▼ ") + subject, tr("too small for %1").arg(label), under);
        }
        if (!leaves)
            addPeace(f, tr("all layers fit in %1: no large or small entries are lost").arg(label));
    }

    void judgeAll(Frame& f) const
    {
        QStringList holding;
        std::vector<FloatTensor> tensors;
        for (const FloatCurve& tensor : curves_)
            tensors.push_back(tensor.numbers);
        for (const FloatFormat format : float_formats) {
            const QString label = QString::fromLatin1(float_range(format).label);
            if (!noteWhere(f, label, tr("exceeded"), layers_left(tensors, format)))
                holding << label;
        }
        if (!holding.isEmpty())
            addPeace(f,
                (holding.size() > 1 ? tr("%1 hold all values") : tr("%1 holds all values"))
                    .arg(holding.join(tr(", "))));
    }

    /// Adds a note when nothing leaves a format. If there are no notes, it adds the remarks, such as a lost signal.
    void addPeace(Frame& f, const QString& words) const
    {
        const auto& remarks = study()->measurement->remarks;
        if (remarks.empty() && !curves_.isEmpty())
            f.notes.insert(judged_ ? f.notes.size() : 0, words);   // after the notes on zeros
        if (f.notes.isEmpty())
            for (const Remark& remark : remarks)
                f.notes << translated(remark.text);
    }

    Range home() const
    {
        Range range = limits_.range();
        for (const FloatCurve& tensor : curves_)
            range = rangeOf({&tensor.low, &tensor.rms, &tensor.high}, range);
        const double air = std::max(2.0, 0.1 * range.span());
        return {std::floor(range.low - air), std::ceil(range.high + air)};
    }

    std::optional<FloatFormat> judged_;   // absent: all formats
    QVector<FloatCurve> curves_;
    FloatLimits limits_;
    enum class Direction { both, forward, backward };
    ChoiceOf<Direction> direction_;
    ChoiceOf<bool> preactivation_;
};

}   // namespace

FigureKind figure_floats()
{
    return {QStringLiteral("floats"), QObject::tr("Number formats by layer"), created<FloatsFigure>,
        {{networkLayers, 2}, {networkStream, 4}, {networkTokens, 4}}, QObject::tr("Formats")};
}

}   // namespace stepzero
