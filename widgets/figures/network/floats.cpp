// SPDX-License-Identifier: GPL-3.0-or-later
// Float formats by layer: how large the entries of signal and gradient are, beside what a format can hold.
#include <QPainter>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/statistics/magnitude.h"
#include "core/study/float_tensor.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/network_figure.h"

namespace stepzero {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A power of two for people, beyond the range of double too.
QString powerOfTwo(double log2)
{
    if (log2 == std::round(log2))
        return log2 == 0 ? QStringLiteral("1") : QLatin1Char('2') + powerOfTen(int(log2)).mid(2);
    return prettyLog10(log2 * std::log10(2.0));
}

QString largestText(const FloatRange& range)
{
    return range.largest < 1e6 ? QString::number(range.largest, 'f', 0) : pretty(range.largest);
}

/// log2 axes have their ticks at round powers of two.
Ticks log2Ticks(const Range& range, int most)
{
    Ticks result;
    double step = std::exp2(-10);
    while (range.span() / step > std::max(1, most) && step < std::exp2(40))
        step *= 2;
    for (double i = std::ceil(range.low / step); i * step <= range.high; ++i)
        result.ticks.append({i * step, powerOfTwo(i * step)});
    return result;
}

QString percentText(double share)
{
    const double percent = 100 * share;
    return percent > 0 && percent < 0.1 ? QStringLiteral("< 0.1 %")
                                        : QString::number(percent, 'f', percent < 10 ? 1 : 0) + QStringLiteral(" %");
}

/// One tensor by layer, as it is drawn.
struct Tensor {
    QString name;
    QColor color;
    FloatTensor numbers;
    QVector<double> low, rms, high;
    std::vector<FloatLoss> losses;   ///< empty when no one format is judged
};

class FloatsFigure : public NetworkFigure<AxesFigure> {
public:
    explicit FloatsFigure(QWidget* parent) : NetworkFigure(parent)
    {
        Options formats;
        for (const FloatFormat format : order)
            formats << qMakePair(
                QString::fromLatin1(float_range(format).name), QString::fromLatin1(float_range(format).label));
        formats << qMakePair(QStringLiteral("all"), tr("All formats"));
        addChoice(QStringLiteral("format"), formats);
        addChoice(QStringLiteral("tensors"),
            {{QStringLiteral("both"), tr("Signal and gradient")}, {QStringLiteral("forward"), tr("Forward: signal")},
                {QStringLiteral("backward"), tr("Backward: gradient")}});
        addChoice(QStringLiteral("signal"),
            {{QStringLiteral("preactivation"), tr("Signal: preactivation")},
                {QStringLiteral("output"), tr("Signal: output")}});
        addToggle(QStringLiteral("loss_scale"), tr("Scale the loss: the largest gradient just fits"), false);
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
    void rebuild() override
    {
        const int depth = study()->measurement->depth();
        judged_.reset();
        for (const FloatFormat format : float_formats)
            if (choice(QStringLiteral("format")) == QLatin1String(float_range(format).name))
                judged_ = format;

        Frame f;
        putLayersOnX(f);
        f.xHome = {0.5, depth + 0.5};
        f.yScale = Scale::linear;
        f.yTicks = log2Ticks;
        f.yLabel = tr("$|x|$ from its 5 % quantile to the largest, RMS as a line");
        f.noteRow = true;
        collect(f);
        if (tensors_.isEmpty())
            f.quiet = tr("not measured");
        addLimits();
        judge(f);
        // One note, so that there are no more rows when there is more to say.
        f.notes = {f.notes.join(QStringLiteral(" · "))};
        f.yHome = home();
        setFrame(f);
    }

    void drawUnder(QPainter& painter, const Canvas& c) override
    {
        if (judged_)
            drawZones(painter, c, float_range(*judged_));
        painter.setPen(Qt::NoPen);
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (const Tensor& tensor : tensors_) {
            painter.setBrush(style().theme.tint(tensor.color, 0.28));
            eachRun(
                c, tensor, [&](const QPolygonF& above, const QPolygonF& below) { painter.drawPolygon(above + below); });
        }
        painter.setRenderHint(QPainter::Antialiasing);
        for (const Tensor& tensor : tensors_) {   // they lie over each other
            painter.setPen(pen(style().theme.tint(tensor.color, 0.6), 0.75));
            eachRun(c, tensor, [&](const QPolygonF& above, const QPolygonF& below) {
                painter.drawPolyline(above);
                painter.drawPolyline(below);
            });
        }
        AxesFigure::drawUnder(painter, c);
    }

    void drawContent(QPainter& painter, const QSize&, const Canvas& c) override
    {
        painter.save();
        painter.setClipRect(c.plot, Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing);
        for (const Tensor& tensor : tensors_) {
            const int depth = int(tensor.rms.size());
            painter.setPen(pen(tensor.color, depth <= 256 ? 1.8 : 1));
            painter.setBrush(Qt::NoBrush);
            for (int i = 0; i < depth; ++i) {
                QPolygonF line;
                for (; i < depth && std::isfinite(tensor.rms[i]); ++i)
                    line << c.drawable(i + 1, tensor.rms[i]);
                if (line.size() > 1)
                    painter.drawPolyline(line);
            }
            if (depth > most_dots)
                continue;
            painter.setPen(Qt::NoPen);
            painter.setBrush(tensor.color);
            for (int i = 0; i < depth; ++i)
                if (std::isfinite(tensor.rms[i]))
                    painter.drawEllipse(c.drawable(i + 1, tensor.rms[i]), style().px(depth <= 24 ? 3 : 2.2),
                        style().px(depth <= 24 ? 3 : 2.2));
        }
        painter.restore();
    }

    void drawOver(QPainter& painter, const Canvas& c) override
    {
        drawLimits(painter, c);
        int row = 0;
        for (const Tensor& tensor : tensors_)
            drawFates(painter, c, tensor, row++);
    }

    /// The chosen layer's dots: whole, also where the first layer stands at the edge of the axes.
    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        const int layer = shownStudy()->layer;
        for (const Tensor& tensor : tensors_)
            if (layer >= 1 && layer <= tensor.rms.size())
                drawChosenMark(painter, c, layer, tensor.rms[layer - 1], tensor.color, style());
    }

    QString readoutAt(const QPointF& value) const override
    {
        const int layer = layerOf(value.x());
        QString text = (is_layered(*shownStudy()) ? tr("layer %1") : tr("block %1")).arg(layer);
        for (const Tensor& tensor : tensors_) {
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
    static constexpr int most_dots = 64;
    /// fp16 first: what is judged unless something else is chosen.
    static constexpr std::array<FloatFormat, 5> order {
        FloatFormat::float16, FloatFormat::bfloat16, FloatFormat::e5m2, FloatFormat::e4m3, FloatFormat::float32};

    /// A line across the axes, with the limits that it stands for.
    struct Limit {
        double log2;
        QString words;
        bool strong = true;
    };

    void collect(Frame& f)
    {
        tensors_.clear();
        const Measurement& m = *study()->measurement;
        const QString which = choice(QStringLiteral("tensors"));
        const bool preactivation = choice(QStringLiteral("signal")) == QLatin1String("preactivation");
        if (which != QLatin1String("backward"))
            collect(
                QStringLiteral("forward"),
                preactivation              ? tr("preactivation")
                    : is_layered(*study()) ? tr("output")
                                           : tr("stream"),
                style().theme.forward,
                [&](int layer) { return preactivation ? m.preactivation(layer) : m.output(layer); }, f);
        if (which != QLatin1String("forward") && m.gradient(1))
            collect(
                QStringLiteral("gradient"), tr("gradient"), style().theme.gradient,
                [&](int layer) { return m.gradient(layer); }, f);
    }

    template <typename Pick>
    void collect(const QString& key, const QString& name, const QColor& color, const Pick& pick, Frame& f)
    {
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
        Tensor tensor {name, color, float_tensor(std::move(entries), shift.value_or(0)), {}, {}, {}, {}};
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
        tensors_ << tensor;
    }

    /// Which layers leave the judged format, or any.
    void judge(Frame& f)
    {
        if (!judged_)
            return judgeAll(f);
        const QString label = QString::fromLatin1(float_range(*judged_).label);
        bool leaves = false;
        for (Tensor& tensor : tensors_) {
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
            addPeace(f, tr("no layer leaves %1: neither large nor small entries are lost").arg(label));
    }

    void judgeAll(Frame& f) const
    {
        QStringList holding;
        std::vector<FloatTensor> tensors;
        for (const Tensor& tensor : tensors_)
            tensors.push_back(tensor.numbers);
        for (const FloatFormat format : float_formats) {
            const QString label = QString::fromLatin1(float_range(format).label);
            if (!noteWhere(f, label, tr("left"), layers_left(tensors, format)))
                holding << label;
        }
        if (!holding.isEmpty())
            addPeace(f, (holding.size() > 1 ? tr("%1 hold all") : tr("%1 holds all")).arg(holding.join(tr(", "))));
    }

    /// What is said where nothing leaves a format, or what there is to remark: that the signal was lost on its way.
    void addPeace(Frame& f, const QString& words) const
    {
        const auto& remarks = study()->measurement->remarks;
        if (remarks.empty() && !tensors_.isEmpty())
            f.notes.insert(judged_ ? f.notes.size() : 0, words);   // behind what is zero
        if (f.notes.isEmpty())
            for (const Remark& remark : remarks)
                f.notes << QString::fromStdString(remark.text);
    }

    void addLimits()
    {
        limits_.clear();
        if (judged_) {
            const FloatRange& range = float_range(*judged_);
            const QString label = QString::fromLatin1(range.label);
            limits_ << Limit {std::log2(range.largest), tr("%1, largest %2").arg(label, largestText(range))}
                    << Limit {std::log2(range.smallest_normal),
                           tr("smallest normal %1").arg(powerOfTwo(std::log2(range.smallest_normal))), false}
                    << Limit {std::log2(range.smallest_subnormal),
                           tr("%1, smallest %2").arg(label, powerOfTwo(std::log2(range.smallest_subnormal)))};
            return;
        }
        for (const FloatFormat format : order) {
            const FloatRange& range = float_range(format);
            const QString label = QString::fromLatin1(range.label);
            for (const double log2 : {std::log2(range.largest), std::log2(range.smallest_subnormal)}) {
                constexpr double alike = 0.5;   // too near for words of their own
                const auto same = std::find_if(limits_.begin(), limits_.end(),
                    [&](const Limit& limit) { return std::abs(limit.log2 - log2) < alike; });
                const bool merged = same != limits_.end();
                if (merged)
                    same->words += tr(", ") + label;
                limits_ << Limit {log2, merged ? QString() : label};
            }
        }
    }

    Range home() const
    {
        Range range {1e300, -1e300};
        constexpr double far = 32;   // of all formats the wide ones come into view when the data do
        for (const Limit& limit : limits_)
            if (judged_ || std::abs(limit.log2) < far)
                range = range.united({limit.log2, limit.log2});
        for (const Tensor& tensor : tensors_)
            range = rangeOf({&tensor.low, &tensor.rms, &tensor.high}, range);
        const double air = std::max(2.0, 0.1 * range.span());
        return {std::floor(range.low - air), std::ceil(range.high + air)};
    }

    /// What a format does not hold, and where it has fewer digits.
    void drawZones(QPainter& painter, const Canvas& c, const FloatRange& range) const
    {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(Qt::NoPen);
        const auto zone = [&](double low, double high, double share) {
            const double top = std::clamp(c.py(high), c.plot.top() - 1.0, c.plot.bottom() + 2.0);
            const double bottom = std::clamp(c.py(low), c.plot.top() - 1.0, c.plot.bottom() + 2.0);
            painter.setBrush(style().theme.tint(style().theme.warning, share));
            painter.drawRect(QRectF(c.plot.left(), top, c.plot.width() + 1, bottom - top));
        };
        zone(std::log2(range.largest), c.y.high, 0.14);
        zone(std::log2(range.smallest_subnormal), std::log2(range.smallest_normal), 0.06);
        zone(c.y.low, std::log2(range.smallest_subnormal), 0.14);
    }

    void drawLimits(QPainter& painter, const Canvas& c) const
    {
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (const Limit& limit : limits_) {
            painter.setPen(pen(limit.strong ? style().theme.text : style().theme.faint_text, 1,
                limit.strong ? Qt::SolidLine : Qt::DashLine));
            const double y = std::round(c.py(limit.log2));
            painter.drawLine(QPointF(c.plot.left(), y), QPointF(c.plot.right() + 1, y));
        }
        // Words above their line, or below it, where there is room.
        QVector<QRectF> taken;
        const QFontMetricsF metrics(style().numberFont());
        const double gap = style().px(6), high = metrics.height();
        for (const Limit& limit : limits_) {
            if (limit.words.isEmpty() || !c.y.contains(limit.log2))
                continue;
            const MathBox words = mathLine(limit.words, style().numberFont());
            for (const double top : {c.py(limit.log2) - high, c.py(limit.log2) + style().px(1)}) {
                const QRectF place(c.plot.left() + gap, top, words.width, high);
                if (!QRectF(c.plot).contains(place)
                    || std::any_of(
                        taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); }))
                    continue;
                taken << place;
                drawOutlined(painter, words, {place.left(), place.top() + metrics.ascent() - style().px(1)},
                    limit.strong ? style().theme.text : style().theme.faint_text, style().theme.background);
                break;
            }
        }
    }

    /// ▲ at the upper edge for layers whose largest entries are lost, ▼ at the lower one for those that lose many of
    /// their smallest: a triangle each, or a bar with one where they stand too close.
    void drawFates(QPainter& painter, const Canvas& c, const Tensor& tensor, int row) const
    {
        const double size = style().px(4), high = style().px(11);
        const double spacing = c.plot.width() / c.x.span();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(tensor.color);
        for (const bool over : {true, false}) {
            const double y = over ? c.plot.top() + high * (row + 0.5) : c.plot.bottom() + 1 - high * (row + 0.5);
            const double point = over ? -size : size;
            const auto triangle = [&](double x) {
                painter.setPen(pen(style().theme.background, 1));
                painter.drawPolygon(QPolygonF {{x - size, y - point}, {x + size, y - point}, {x, y + point}});
            };
            const int depth = int(tensor.losses.size());
            const auto is = [&](int l) {
                const FloatLoss& loss = tensor.losses[std::size_t(l - 1)];
                return over ? loss.over : loss.under;
            };
            for (int first = 1; first <= depth; ++first) {
                if (!is(first))
                    continue;
                int last = first;
                while (last < depth && is(last + 1))
                    ++last;
                if (spacing < 2.5 * size) {
                    painter.setPen(Qt::NoPen);
                    const double from = std::max(c.px(first - 0.5), double(c.plot.left())),
                                 to = std::min(c.px(last + 0.5), c.plot.right() + 1.0);
                    if (to > from)
                        painter.drawRect(QRectF(from, y - style().px(1), to - from, style().px(2)));
                    if (last - first > 2 * size / spacing)
                        triangle(c.px((first + last) / 2.0));
                } else {
                    for (int l = first; l <= last; ++l)
                        triangle(c.px(l));
                }
                first = last;
            }
        }
    }

    /// draw(upper edge, lower edge backwards) for each run of layers that have the band; a single one is as wide as a
    /// third of a layer.
    template <typename Draw>
    static void eachRun(const Canvas& c, const Tensor& tensor, const Draw& draw)
    {
        const int n = int(tensor.low.size());
        for (int i = 0; i < n; ++i) {
            QPolygonF above, below;
            const int first = i;
            for (; i < n && std::isfinite(tensor.low[i]) && std::isfinite(tensor.high[i]); ++i) {
                above << c.drawable(i + 1, tensor.high[i]);
                below.prepend(c.drawable(i + 1, tensor.low[i]));
            }
            if (above.size() == 1) {
                const double half = 1 / 6.0;
                above = {
                    c.drawable(first + 1 - half, tensor.high[first]), c.drawable(first + 1 + half, tensor.high[first])};
                below = {
                    c.drawable(first + 1 + half, tensor.low[first]), c.drawable(first + 1 - half, tensor.low[first])};
            }
            if (!above.isEmpty())
                draw(above, below);
        }
    }

    std::optional<FloatFormat> judged_;   // absent: all of them
    QVector<Tensor> tensors_;
    QVector<Limit> limits_;
};

}   // namespace

Figure* createFloats(QWidget* parent) { return new FloatsFigure(parent); }

}   // namespace stepzero
