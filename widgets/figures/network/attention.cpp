// SPDX-License-Identifier: GPL-3.0-or-later
// Attention by block and head: how evenly each head looks at what it sees, and how large the logits are that decide it.
#include <qcustomplot.h>

#include <cmath>
#include <limits>

#include "core/theory/attention_theory.h"
#include "core/theory/entropy_curve.h"
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
constexpr int most_dots = 4096;   // of more heads only the least and the most of every block are shown

enum class View { entropy, deviation, spread, law };

/// A number of the figure: of a measured head, and as predicted of a block.
struct HeadNumber {
    double (*measured)(const AttentionHead&);
    double (*predicted)(const AttentionPrediction&);
};

HeadNumber quantityOf(View view)
{
    switch (view) {
    case View::deviation:
        return {[](const AttentionHead& h) { return h.logit_std; },
            [](const AttentionPrediction& p) { return std::sqrt(p.logit_variance); }};
    case View::spread:
        return {[](const AttentionHead& h) { return h.logit_spread; },
            [](const AttentionPrediction& p) { return p.logit_spread; }};
    case View::entropy:
    case View::law:
        break;
    }
    return {[](const AttentionHead& h) { return h.entropy; }, [](const AttentionPrediction& p) { return p.entropy; }};
}

/// A number between 0 and ln T, with as many digits as tell it from others.
QString nats(double value) { return QString::number(value, 'f', 3); }

class AttentionFigure : public NetworkFigure<PlotFigure> {
public:
    explicit AttentionFigure(QWidget* parent) : NetworkFigure(parent)
    {
        addChoice(QStringLiteral("view"),
            {{QStringLiteral("entropy"), tr("Entropy by block")},
                {QStringLiteral("std"), tr("Logit std by block, all keys and queries")},
                {QStringLiteral("spread"), tr("Logit std s by block, over the keys of a query")},
                {QStringLiteral("law"), tr("Entropy against logit std s")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("limit"), tr("Show ln T − s²/2 and freezing"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 2, tableOf); }

private:
    /// Of no study, the header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {{QStringLiteral("block"), QStringLiteral("head"), QStringLiteral("entropy"),
                               QStringLiteral("log_visible"), QStringLiteral("logit_mean"), QStringLiteral("logit_std"),
                               QStringLiteral("logit_spread"), QStringLiteral("predicted_entropy"),
                               QStringLiteral("predicted_logit_std"), QStringLiteral("predicted_logit_spread")},
            {}};
        for (int block = 1; study && block <= study->measurement->depth(); ++block) {
            const std::vector<AttentionHead>& heads = headsOf(*study, block);
            const AttentionPrediction* p = predictedOf(*study, block);
            for (std::size_t i = 0; i < heads.size(); ++i) {
                const AttentionHead& h = heads[i];
                QStringList row {QString::number(block), QString::number(i + 1)};
                for (const double number : {h.entropy, h.log_visible, h.logit_mean, h.logit_std, h.logit_spread})
                    row << exactNumber(number);
                for (const double number :
                    {p ? p->entropy : nan, p ? std::sqrt(p->logit_variance) : nan, p ? p->logit_spread : nan})
                    row << exactNumber(number);
                table.rows << row;
            }
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        const Study& s = *study();
        view_ = viewOf(choice(QStringLiteral("view")));
        heads_.clear();
        for (int block = 1; block <= s.measurement->depth(); ++block)
            for (const AttentionHead& head : headsOf(s, block))
                if (head.queries > 0)
                    heads_ << qMakePair(block, head);
        // Before the network has run, theory stands alone.
        const AttentionPrediction* theory = isComing(s) ? predictedOf(s, 1) : nullptr;
        log_visible_ = !heads_.isEmpty() ? heads_.first().second.log_visible : theory ? theory->log_visible : nan;
        means_.clear();
        clearGraphs(0);

        Frame f;
        f.noteRow = true;
        if (std::isnan(log_visible_) || isOneToken(s)) {
            f.xLabel = tr("block");
            f.yLabel = tr("entropy");
            f.xHome = {0.5, is_layered(s) ? 1.5 : s.plan->depth() + 0.5};
            f.quiet = isOneToken(s) ? tr("one token has nothing else to look at") : missingText(s);
            setFrame(f);
            return;
        }
        if (view_ == View::law)
            buildLaw(f);
        else
            buildByBlock(f);
        addNotes(f);
        setFrame(f);
    }

    /// What the numbers are held against: ln T, and where attention freezes.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        if (!frame().quiet.isEmpty())
            return;
        const double freezing = std::sqrt(2 * log_visible_);
        const bool limits = toggled(QStringLiteral("limit"));
        if (view_ == View::entropy || view_ == View::law)
            level(painter, c, log_visible_, tr("ln T = %1").arg(nats(log_visible_)));
        else if (limits)
            level(painter, c, std::log10(freezing), tr("freezes at s = √(2 ln T) = %1").arg(aligned(freezing)));
        if (view_ == View::law && limits && c.x.contains(across(freezing))) {
            const double x = std::round(c.px(across(freezing)));
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(pen(style().theme.faint_text, 1, Qt::DashLine));
            painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
            painter.setRenderHint(QPainter::Antialiasing);
            const MathBox words
                = mathLine(tr("freezes at √(2 ln T) = %1").arg(aligned(freezing)), style().numberFont());
            const double gap = style().px(5);
            const double at = x + gap + words.width < c.plot.right() ? x + gap : x - gap - words.width;
            drawOutlined(painter, words, {at, c.py(0.62 * log_visible_)}, style().theme.text, style().theme.background);
        }
    }

    /// The chosen block: its mean, or in the law its heads.
    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(pen(style().theme.text, 1.5));
        painter.setBrush(style().theme.forward);
        const int block = shownStudy()->layer;
        const auto dot = [&](double x, double y, double size) {
            if (std::isfinite(y) && c.x.contains(x) && c.y.contains(y))
                painter.drawEllipse(c.at(x, y), style().px(size), style().px(size));
        };
        if (view_ != View::law) {
            if (!isOff(QStringLiteral("mean")) && means_.contains(block))
                dot(block, means_[block], 4.5);
            return;
        }
        for (const auto& [of, head] : heads_)
            if (of == block && !isOff(QStringLiteral("heads")))
                dot(across(head.logit_spread), head.entropy, 3.5);
    }

    QString readoutAt(const QPointF& value) const override
    {
        if (view_ != View::law && !std::isnan(log_visible_))
            return blockText(
                std::clamp(int(std::lround(value.x())), 1, stepzero::depth(shownStudy()->experiment.network)));
        if (heads_.isEmpty())
            return {};
        // The head that is nearest, in shares of the axes.
        double least = std::numeric_limits<double>::infinity();
        int nearest = 0, head = 0;
        for (int i = 0; i < heads_.size(); ++i) {
            const AttentionHead& h = heads_[i].second;
            const double distance = std::hypot((across(h.logit_spread) - value.x()) / frame().xHome.span(),
                (h.entropy - value.y()) / frame().yHome.span());
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        for (int i = nearest; i >= 0 && heads_[i].first == heads_[nearest].first; --i)
            ++head;
        const auto& [block, h] = heads_[nearest];
        return tr("block %1, head %2 · s %3 · entropy %4 · ln T − s²/2 = %5")
            .arg(QString::number(block), QString::number(head), aligned(h.logit_spread), nats(h.entropy),
                signedNats(h.log_visible - h.logit_spread * h.logit_spread / 2));
    }

private:
    static View viewOf(const QString& key)
    {
        return key == QLatin1String("std")   ? View::deviation
            : key == QLatin1String("spread") ? View::spread
            : key == QLatin1String("law")    ? View::law
                                             : View::entropy;
    }

    static const AttentionPrediction* predictedOf(const Study& study, int block)
    {
        const SitePrediction* site = study.prediction->block(block).find("attention");
        return site && site->attention ? &*site->attention : nullptr;
    }

    /// Of a block; none where it has no attention.
    static const std::vector<AttentionHead>& headsOf(const Study& study, int block)
    {
        static const std::vector<AttentionHead> none;
        const SiteRecord* site = study.measurement->block(block).find("attention");
        return site ? site->heads : none;
    }

    static QString signedNats(double value) { return value < 0 ? QChar(0x2212) + aligned(-value) : aligned(value); }

    /// On the axis of the view: logit std is on a logarithmic one, where 0 has no place.
    double coordinate(double value) const
    {
        const double y = view_ == View::entropy || view_ == View::law ? value : std::log10(value);
        return std::isfinite(y) ? y : nan;
    }

    /// Of a spread on the x axis of the law.
    double across(double spread) const
    {
        const double x = wide_ ? std::log10(spread) : spread;
        return std::isfinite(x) ? x : nan;
    }

    QCPGraph* scatter(int i, const QColor& color, double size)
    {
        QCPGraph* g = graph(i);
        g->setLineStyle(QCPGraph::lsNone);
        g->setAntialiasedScatters(true);
        g->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, pen(color, 1), color, style().px(size)));
        return g;
    }

    /// A line; of one point a short dash, which is seen too.
    void line(int i, QVector<double> x, QVector<double> y, const QPen& pen)
    {
        if (x.size() == 1) {
            x = {x[0] - 0.2, x[0] + 0.2};
            y = {y[0], y[0]};
        }
        QCPGraph* g = graph(i);
        g->setLineStyle(QCPGraph::lsLine);
        g->setScatterStyle(QCPScatterStyle::ssNone);
        g->setAntialiased(true);
        g->setPen(pen);
        g->setData(x, y, true);
    }

    LegendEntry entry(const char* key, const QString& text, const QColor& color, LegendEntry::Mark mark) const
    {
        return {QString::fromLatin1(key), text, color, mark, std::nullopt};
    }

    void buildByBlock(Frame& f)
    {
        const Study& s = *study();
        const Theme& theme = style().theme;
        const HeadNumber quantity = quantityOf(view_);
        const bool entropy = view_ == View::entropy, limits = toggled(QStringLiteral("limit"));
        const int blocks = s.plan->depth();
        putLayersOnX(f);
        f.xHome = {0.5, blocks + 0.5};
        f.yLabel = entropy             ? tr("entropy of attention, nats")
            : view_ == View::deviation ? tr("logit std")
                                       : tr("logit std $s$ over the keys of a query");
        f.yScale = entropy ? Scale::linear : Scale::log10;

        struct Sum {
            int heads = 0;
            double total = 0, least = std::numeric_limits<double>::infinity(), most = -least, small = 0;
        };
        QMap<int, Sum> sums;
        QVector<double> x, y;
        std::vector<bool> zero(std::size_t(blocks), false);
        for (const auto& [block, head] : heads_) {
            const double value = quantity.measured(head);
            x << block;
            y << coordinate(value);
            Sum& sum = sums[block];
            ++sum.heads;
            sum.total += value;
            sum.least = std::min(sum.least, value);
            sum.most = std::max(sum.most, value);
            sum.small += head.log_visible - head.logit_spread * head.logit_spread / 2;
            zero[std::size_t(block - 1)] = !entropy && sum.total == 0;
        }
        QVector<double> at, mean, small, predicted;
        bool anyTheory = false;
        for (int block = 1; block <= blocks; ++block) {
            const auto seen = sums.constFind(block);
            if (seen == sums.constEnd() && !sums.isEmpty())
                continue;
            at << block;
            mean << (sums.isEmpty() ? nan : coordinate(seen->total / seen->heads));
            means_[block] = mean.last();
            small << (sums.isEmpty() ? nan : seen->small / seen->heads);
            const AttentionPrediction* p = predictedOf(s, block);
            predicted << coordinate(p ? quantity.predicted(*p) : nan);
            anyTheory = anyTheory || std::isfinite(predicted.last());
        }
        const bool several = x.size() > at.size();
        if (x.size() > most_dots) {
            x.clear();
            y.clear();
            for (auto it = sums.begin(); it != sums.end(); ++it)
                for (const double value : {it->least, it->most}) {
                    x << it.key();
                    y << coordinate(value);
                }
        }
        int next = 0;
        if (several) {
            f.legend << entry("heads", tr("heads"), theme.tint(theme.forward, 0.6), LegendEntry::Mark::point);
            if (!isOff(QStringLiteral("heads")))
                scatter(next++, theme.tint(theme.forward, 0.6), blocks <= 64 ? 3.5 : 2.5)->setData(x, y, true);
        }
        if (!sums.isEmpty())
            f.legend << entry("mean", several ? tr("mean") : tr("measured"), theme.forward, LegendEntry::Mark::line);
        if (!isOff(QStringLiteral("mean")))
            line(next++, at, mean, pen(theme.forward, blocks <= 256 ? 1.8 : 1));
        if (anyTheory && toggled(QStringLiteral("theory"))) {
            f.legend << entry("theory", tr("theory"), theme.text, LegendEntry::Mark::line);
            if (isOff(QStringLiteral("theory")))
                predicted.fill(nan);
            else
                line(next++, at, predicted, pen(theme.text, 1));
        } else {
            predicted.fill(nan);
        }
        if (entropy && limits) {
            f.legend << entry("small", tr("ln T − s²/2"), theme.text, LegendEntry::Mark::dashed);
            if (!isOff(QStringLiteral("small")))
                line(next++, at, small, pen(theme.text, 1, Qt::DashLine));
        }

        for (const Pin& pin : pins())
            collectPin(pin, f);
        f.xHome.high = withPinnedX(f.pins, {1, double(blocks)}).high + 0.5;
        if (entropy) {
            f.yHome = {0, 1.15 * withPinnedY(f.pins, {0, std::max(log_visible_, 1e-3)}).high};
        } else {
            Range values = withPinnedY(f.pins, {1e300, -1e300});
            for (const QVector<double>* ys : {&y, &mean, &predicted})
                for (const double v : *ys)
                    if (std::isfinite(v))
                        values = values.united({v, v});
            const double freezing = std::log10(std::sqrt(2 * log_visible_));
            if (limits)
                values = values.united({freezing, freezing});
            f.yHome = roundedOut(Scale::log10, values.span() < 0 ? Range {-1, 1} : values);
            noteWhere(f, tr("every logit"), tr("zero"), zero);
        }
    }

    /// Of a block, over its heads.
    struct Mean {
        int block;
        double logit_spread, value;
    };
    QVector<Mean> meansOf(const Study& s) const
    {
        QVector<Mean> means;
        const HeadNumber quantity = quantityOf(view_);
        for (int block = 1; block <= s.measurement->depth(); ++block) {
            Mean mean {block, 0, 0};
            int n = 0;
            for (const AttentionHead& head : headsOf(s, block)) {
                if (head.queries == 0)
                    continue;
                ++n;
                mean.logit_spread += head.logit_spread;
                mean.value += quantity.measured(head);
            }
            if (n > 0)
                means << Mean {mean.block, mean.logit_spread / n, mean.value / n};
        }
        return means;
    }

    /// By block a line; in the law a mark for each block.
    void collectPin(const Pin& pin, Frame& f) const
    {
        const bool law = view_ == View::law;
        PinLine line {pin, {}};
        for (const Mean& mean : meansOf(*pin.study)) {
            line.x << (law ? across(mean.logit_spread) : mean.block);
            line.y << coordinate(mean.value);
            if (law) {   // no line between them
                line.x << nan;
                line.y << nan;
            }
        }
        if (!line.x.isEmpty() && !isOff(law ? QStringLiteral("heads") : QStringLiteral("mean")))
            addPin(f, line);
    }

    /// Every head in the plane of logit std and entropy, where ln T − s²/2 and the law of Gaussian logits are curves.
    void buildLaw(Frame& f)
    {
        const Study& s = *study();
        const Theme& theme = style().theme;
        const double freezing = std::sqrt(2 * log_visible_);
        f.yScale = Scale::linear;
        f.xLabel = tr("logit std $s$ over the keys of a query");
        f.yLabel = tr("entropy of attention, nats");
        double most = 0;
        for (const auto& [block, head] : heads_)
            most = std::max(most, head.logit_spread);
        for (const Pin& pin : pins())
            if (!isOff(QStringLiteral("pin%1").arg(pin.style)))
                for (const Mean& mean : meansOf(*pin.study))
                    most = std::max(most, mean.logit_spread);
        // Linear up to freezing and a little further, or to where heads are; far beyond, logarithmic.
        wide_ = most > 6 * freezing;
        f.xScale = wide_ ? Scale::log10 : Scale::linear;
        f.xHome = wide_ ? roundedOut(Scale::log10, {std::log10(0.2 * freezing), std::log10(most)})
                        : Range {0, roundedOut(Scale::linear, {0, std::max(1.4 * freezing, most)}).high};
        QVector<double> x, y;
        for (const auto& [block, head] : heads_) {
            x << across(head.logit_spread);
            y << (std::isfinite(x.last()) ? head.entropy : nan);
        }
        for (const Pin& pin : pins())
            collectPin(pin, f);
        f.yHome = {0, 1.15 * withPinnedY(f.pins, {0, std::max(log_visible_, 1e-3)}).high};
        f.xHome.low = withPinnedX(f.pins, f.xHome).low;

        int next = 0;
        if (!heads_.isEmpty())
            f.legend << entry("heads", tr("heads"), theme.forward, LegendEntry::Mark::point);
        if (!isOff(QStringLiteral("heads")))
            scatter(next++, heads_.size() > 64 ? theme.tint(theme.forward, 0.6) : theme.forward,
                heads_.size() <= most_dots ? 4 : 2)
                ->setData(x, y);
        if (toggled(QStringLiteral("theory"))) {
            f.legend << entry("theory", tr("Gaussian logits"), theme.text, LegendEntry::Mark::line);
            if (!isOff(QStringLiteral("theory"))) {
                std::vector<double> spreads;
                QVector<double> at;
                for (int i = 0; i <= 64; ++i) {
                    at << f.xHome.low + f.xHome.span() * i / 64;
                    spreads.push_back(wide_ ? std::pow(10.0, at.last()) : at.last());
                }
                const Curve& curve = curveOf(s, spreads);
                if (!curve.y.empty())
                    line(next++, at, QVector<double>(curve.y.begin(), curve.y.end()), pen(theme.text, 1));
            }
        }
        if (toggled(QStringLiteral("limit"))) {
            f.legend << entry("small", tr("ln T − s²/2"), theme.text, LegendEntry::Mark::dashed);
            if (!isOff(QStringLiteral("small"))) {
                QVector<double> at, value;
                for (int i = 0; i <= 64; ++i) {   // to zero, at freezing
                    const double spread = wide_ ? freezing * std::pow(10.0, (i - 64) / 48.0) : freezing * i / 64;
                    at << across(spread);
                    value << log_visible_ - spread * spread / 2;
                }
                line(next++, at, value, pen(theme.text, 1, Qt::DashLine));
            }
        }
    }

    /// Of the same law and spreads as the last, the last.
    const Curve& curveOf(const Study& s, const std::vector<double>& spreads)
    {
        const Network& network = s.experiment.network;
        const EntropyLaw law {.tokens = isComing(s) ? s.experiment.input.tokens : s.measurement->tokens,
            .causal = option_flag(network, "causal"),
            .head_width = std::max(1, int(network.width / option(network, "heads"))),
            .normalized_queries = option_flag(network, "qk_norm")};
        if (!(law == known_.law) || spreads != known_.curve.x)
            known_ = {law, entropy_curve(law, spreads)};
        return known_.curve;
    }

    void addNotes(Frame& f) const
    {
        const Study& s = *study();
        QString note;
        int heads = 0;
        double entropy = 0, spread = 0;
        for (const auto& [block, head] : heads_)
            if (block == s.layer) {
                ++heads;
                entropy += head.entropy;
                spread += head.logit_spread;
            }
        if (heads > 0)
            note = tr("block %1: entropy %2 of ln T = %3 · logit std %4")
                       .arg(QString::number(s.layer), nats(entropy / heads), nats(log_visible_),
                           aligned(spread / heads));
        f.notes << note
                + tr("%1freezes at s = %2")
                      .arg(note.isEmpty() ? QString() : QStringLiteral(" · "), aligned(std::sqrt(2 * log_visible_)));
        if (const QString preview = isComing(s) ? tr("computing…") : previewText(s); !preview.isEmpty())
            f.notes << preview;
        if (const QString lost = lostSignalText(s); !lost.isEmpty())
            f.notes << lost;
    }

    QString blockText(int block) const
    {
        const Study& s = *shownStudy();
        QStringList parts {tr("block %1").arg(block)};
        AttentionHead sum;
        double least = std::numeric_limits<double>::infinity(), most = 0;
        int heads = 0;
        for (const auto& [of, head] : heads_) {
            if (of != block)
                continue;
            ++heads;
            sum.entropy += head.entropy;
            sum.logit_std += head.logit_std;
            sum.logit_spread += head.logit_spread;
            least = std::min(least, head.entropy);
            most = std::max(most, head.entropy);
        }
        if (heads == 0)
            return parts.first() + tr(" · not measured");
        const AttentionPrediction* p = predictedOf(s, block);
        const auto theory = [](const QString& number) { return QStringLiteral(" (theory %1)").arg(number); };
        parts << tr("entropy %1").arg(nats(sum.entropy / heads)) + (p ? theory(nats(p->entropy)) : QString());
        if (heads > 1)
            parts << tr("heads %1 to %2").arg(nats(least), nats(most));
        parts << tr("ln T %1").arg(nats(log_visible_));
        parts << tr("logit std %1").arg(aligned(sum.logit_std / heads))
                + (p ? theory(aligned(std::sqrt(p->logit_variance))) : QString());
        parts << tr("over keys %1").arg(aligned(sum.logit_spread / heads))
                + (p ? theory(aligned(p->logit_spread)) : QString());
        return parts.join(QStringLiteral(" · "));
    }

    /// A hairline across with words over its left end.
    void level(QPainter& painter, const Canvas& c, double y, const QString& words) const
    {
        if (!c.y.contains(y))
            return;
        const double at = std::round(c.py(y));
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(pen(style().theme.faint_text, 1));
        painter.drawLine(QPointF(c.plot.left(), at), QPointF(c.plot.right() + 1, at));
        painter.setRenderHint(QPainter::Antialiasing);
        const MathBox text = mathLine(words, style().numberFont());
        const double above = at - style().px(7), below = at + style().px(5) + text.ascent;
        drawOutlined(painter, text,
            {c.plot.left() + style().px(6), above - text.ascent >= c.plot.top() ? above : below}, style().theme.text,
            style().theme.background);
    }

    View view_ = View::entropy;
    bool wide_ = false;   // the x axis of the law is logarithmic
    QVector<QPair<int, AttentionHead>> heads_;   // with their blocks, of those that see two keys somewhere
    double log_visible_ = nan;   // ln T
    QMap<int, double> means_;   // over heads, on the axis
    struct {
        EntropyLaw law;
        Curve curve;
    } known_;
};

}   // namespace

Figure* createAttention(QWidget* parent) { return new AttentionFigure(parent); }

}   // namespace stepzero
