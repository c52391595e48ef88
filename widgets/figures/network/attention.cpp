// SPDX-License-Identifier: GPL-3.0-or-later
// Attention by block and head: how uniformly each head attends to the tokens that it sees, and how large the logits
// are.
#include <qcustomplot.h>

#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/study/block_heads.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/level_label.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/attention_numbers.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

class AttentionFigure : public NetworkFigure<PlotFigure> {
public:
    explicit AttentionFigure(QWidget* parent) : NetworkFigure(parent)
    {
        addChoice(view_, QStringLiteral("view"),
            {{AttentionView::entropy, "entropy", tr("Entropy by block")},
                {AttentionView::rms, "rms", tr("Logit RMS by block, all keys and queries")},
                {AttentionView::spread, "spread", tr("Logit std s by block, over the keys of a query")},
                {AttentionView::law, "law", tr("Entropy against logit std s")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("limit"), tr("Show Gaussian logits and saturation"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 2, attentionTable); }

protected:
    bool showsPins() const override { return true; }
    bool awaitsStudy(const Study&) const override { return false; }   // theory alone is worth drawing

    void rebuild() override
    {
        const Study& s = *study();
        blocks_ = heads_by_block(s);
        measured_ = std::ranges::any_of(blocks_, [](const BlockHeads& of) { return of.mean.has_value(); });
        log_visible_ = blocks_.empty() ? nan : (measured_ ? firstMean() : *blocks_.front().theory).log_visible;
        clearGraphs(0);

        Frame f;
        f.noteRow = true;
        if (blocks_.empty() || (isMeasured(s) && !measured_)) {
            blocks_.clear();
            f.xLabel = tr("block");
            f.yLabel = tr("entropy");
            f.xHome = {0.5, is_layered(s) ? 1.5 : s.plan->depth() + 0.5};
            f.quiet = isOneToken(s) ? tr("single token: attention is trivial") : missingText(s);
            setFrame(f);
            return;
        }
        if (view_.is(AttentionView::law))
            buildLaw(f);
        else
            buildByBlock(f);
        addNotes(f);
        setFrame(f);
    }

    /// Draws the reference values: ln T, and the logit std at which attention freezes.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        if (blocks_.empty())
            return;
        const double freezing = std::sqrt(2 * log_visible_);
        const bool limits = toggled(QStringLiteral("limit"));
        if (view_.is(AttentionView::entropy) || view_.is(AttentionView::law))
            level(painter, c, log_visible_, tr("ln T = %1").arg(natsText(log_visible_)));
        else if (limits)
            level(painter, c, std::log10(freezing), tr("saturates at s = √(2 ln T) = %1").arg(aligned(freezing)));
        if (view_.is(AttentionView::law) && limits && c.x.contains(across(freezing))) {
            const double x = std::round(c.px(across(freezing)));
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(pen(style().theme.faint_text, 1, Qt::DashLine));
            painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
            painter.setRenderHint(QPainter::Antialiasing);
            const MathBox words
                = mathLine(tr("saturates at √(2 ln T) = %1").arg(aligned(freezing)), style().numberFont());
            const double gap = style().px(5);
            const double at = x + gap + words.width < c.plot.right() ? x + gap : x - gap - words.width;
            drawOutlined(painter, words, {at, c.py(0.62 * log_visible_)}, style().theme.text, style().theme.background);
        }
    }

    /// Marks the chosen block: its mean, or in the law view its heads.
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
        const BlockHeads* of = chosen(block);
        if (!view_.is(AttentionView::law)) {
            if (of && of->mean && !isOff(QStringLiteral("mean")))
                dot(block, attentionCoordinate(view_.value(), *of->mean), 4.5);
        } else if (of && !isOff(QStringLiteral("heads"))) {
            for (const AttentionHead& head : of->heads)
                dot(across(head.logit_spread), head.entropy, 3.5);
        }
    }

    QString readoutAt(const QPointF& value) const override
    {
        if (blocks_.empty())
            return {};
        if (!view_.is(AttentionView::law)) {
            const int block = std::clamp(int(std::lround(value.x())), 1, shownStudy()->plan->depth());
            return attentionText(block, chosen(block), log_visible_);
        }
        // The nearest head, with distances as fractions of the axes.
        double least = std::numeric_limits<double>::infinity();
        QString text;
        for (const BlockHeads& of : blocks_)
            for (std::size_t i = 0; i < of.heads.size(); ++i) {
                const AttentionHead& h = of.heads[i];
                const double distance = std::hypot((across(h.logit_spread) - value.x()) / frame().xHome.span(),
                    (h.entropy - value.y()) / frame().yHome.span());
                if (distance >= least)
                    continue;
                least = distance;
                text = tr("block %1, head %2 · s %3 · entropy %4, of Gaussian logits %5")
                           .arg(QString::number(of.block), QString::number(i + 1), aligned(h.logit_spread),
                               natsText(h.entropy), natsText(gaussian_entropy(*study(), h.logit_spread)));
            }
        return text;
    }

private:
    const HeadMean& firstMean() const
    {
        return *std::ranges::find_if(blocks_, [](const BlockHeads& of) { return of.mean.has_value(); })->mean;
    }
    const BlockHeads* chosen(int block) const
    {
        const auto found = std::ranges::find(blocks_, block, &BlockHeads::block);
        return found == blocks_.end() ? nullptr : &*found;
    }

    /// Returns the coordinate of a spread on the x axis of the law view.
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

    /// Draws a line; for a single point, a short dash, which is visible too.
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
        const bool entropy = view_.is(AttentionView::entropy), limits = toggled(QStringLiteral("limit"));
        const int blocks = s.plan->depth();
        putLayersOnX(f);
        f.xHome = {0.5, blocks + 0.5};
        f.yLabel = entropy                 ? tr("attention entropy, nats")
            : view_.is(AttentionView::rms) ? tr("logit RMS")
                                           : tr("logit std $s$ over the keys of a query");
        f.yScale = entropy ? Scale::linear : Scale::log10;

        AttentionByBlock lines = attentionByBlock(blocks_, view_.value(), blocks);
        int next = 0;
        if (lines.several) {
            f.legend << entry("heads", tr("heads"), theme.tint(theme.forward, 0.6), LegendEntry::Mark::point);
            if (!isOff(QStringLiteral("heads")))
                scatter(next++, theme.tint(theme.forward, 0.6), blocks <= 64 ? 3.5 : 2.5)
                    ->setData(lines.headX, lines.headY, true);
        }
        if (measured_)
            f.legend << entry(
                "mean", lines.several ? tr("mean") : tr("measured"), theme.forward, LegendEntry::Mark::line);
        if (measured_ && !isOff(QStringLiteral("mean")))
            line(next++, lines.blocks, lines.means, pen(theme.forward, blocks <= 256 ? 1.8 : 1));
        if (lines.hasTheory && toggled(QStringLiteral("theory"))) {
            f.legend << entry("theory", tr("theory"), theme.text, LegendEntry::Mark::line);
            if (isOff(QStringLiteral("theory")))
                lines.predicted.fill(nan);
            else
                line(next++, lines.blocks, lines.predicted, pen(theme.text, 1));
        } else {
            lines.predicted.fill(nan);
        }
        QVector<double> gaussian;
        if (entropy && limits) {
            const Curve& curve = curveOf(s, lines.spreads);
            gaussian = QVector<double>(curve.y.begin(), curve.y.end());
            f.legend << entry("gaussian", tr("Gaussian logits of the same s"), theme.text, LegendEntry::Mark::dashed);
            if (!isOff(QStringLiteral("gaussian")))
                line(next++, lines.blocks, gaussian, pen(theme.text, 1, Qt::DashLine));
        }

        for (const Pin& pin : pins())
            collectPin(pin, f);
        f.xHome.high = withPinnedX(f.pins, {1, double(blocks)}).high + 0.5;
        Range values = rangeOf({&lines.headY, &lines.means, &lines.predicted}, withPinnedY(f.pins, rangeOf({})));
        if (entropy) {
            f.yHome = entropyHome(limits ? rangeOf({&gaussian}, values) : values);
        } else {
            const double freezing = std::log10(std::sqrt(2 * log_visible_));
            if (limits)
                values = values.united({freezing, freezing});
            f.yHome = roundedOut(Scale::log10, values.span() < 0 ? Range {-1, 1} : values);
            noteWhere(f, tr("every logit"), tr("zero"), lines.zero);
        }
    }

    /// Adds a line over blocks, or in the law view a mark for each block.
    void collectPin(const Pin& pin, Frame& f) const
    {
        const bool law = view_.is(AttentionView::law);
        PinLine line {pin, {}};
        for (const BlockHeads& of : heads_by_block(*pin.study)) {
            if (!of.mean)
                continue;
            line.x << (law ? across(of.mean->logit_spread) : of.block);
            line.y << attentionCoordinate(view_.value(), *of.mean);
            if (law) {   // no line between the marks
                line.x << nan;
                line.y << nan;
            }
        }
        if (!line.x.isEmpty() && !isOff(law ? QStringLiteral("heads") : QStringLiteral("mean")))
            addPin(f, line);
    }

    /// Builds the law view: every head in the plane of logit std and entropy, where the mean over Gaussian logits is a
    /// curve.
    void buildLaw(Frame& f)
    {
        const Study& s = *study();
        const Theme& theme = style().theme;
        const double freezing = std::sqrt(2 * log_visible_);
        f.yScale = Scale::linear;
        f.xLabel = tr("logit std $s$ over the keys of a query");
        f.yLabel = tr("attention entropy, nats");
        double most = 0;
        for (const BlockHeads& of : blocks_)
            for (const AttentionHead& head : of.heads)
                most = std::max(most, head.logit_spread);
        for (const Pin& pin : pins())
            if (!isOff(pin))
                for (const BlockHeads& of : heads_by_block(*pin.study))
                    most = std::max(most, of.mean ? of.mean->logit_spread : 0);
        // Linear up to slightly more than freezing, or to the farthest head; logarithmic when heads lie far beyond.
        wide_ = most > 6 * freezing;
        f.xScale = wide_ ? Scale::log10 : Scale::linear;
        f.xHome = wide_ ? roundedOut(Scale::log10, {std::log10(0.2 * freezing), std::log10(most)})
                        : Range {0, roundedOut(Scale::linear, {0, std::max(1.4 * freezing, most)}).high};
        QVector<double> x, y;
        for (const BlockHeads& of : blocks_)
            for (const AttentionHead& head : of.heads) {
                x << across(head.logit_spread);
                y << (std::isfinite(x.last()) ? head.entropy : nan);
            }
        for (const Pin& pin : pins())
            collectPin(pin, f);
        f.yHome = {0, 1.15 * withPinnedY(f.pins, {0, std::max(log_visible_, 1e-3)}).high};
        f.xHome.low = withPinnedX(f.pins, f.xHome).low;

        int next = 0;
        if (measured_)
            f.legend << entry("heads", tr("heads"), theme.forward, LegendEntry::Mark::point);
        if (measured_ && !isOff(QStringLiteral("heads")))
            scatter(next++, x.size() > 64 ? theme.tint(theme.forward, 0.6) : theme.forward,
                x.size() <= most_attention_dots ? 4 : 2)
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
    }

    /// Returns the curve, which is cached for the last law and spreads.
    const Curve& curveOf(const Study& s, const std::vector<double>& spreads)
    {
        const EntropyLaw law = entropy_law(s);
        if (!(law == known_.law) || spreads != known_.curve.x)
            known_ = {law, entropy_curve(law, spreads)};
        return known_.curve;
    }

    void addNotes(Frame& f) const
    {
        const Study& s = *study();
        QString note;
        if (const BlockHeads* of = chosen(s.layer); of && of->mean)
            note = tr("block %1: entropy %2 of ln T = %3 · logit std %4")
                       .arg(QString::number(s.layer), natsText(of->mean->entropy), natsText(log_visible_),
                           aligned(of->mean->logit_spread));
        f.notes << note
                + tr("%1theory: saturates at s = %2")
                      .arg(note.isEmpty() ? QString() : QStringLiteral(" · "), aligned(std::sqrt(2 * log_visible_)));
        for (const QString& text : {previewText(s), !isMeasured(s) ? missingText(s) : lostSignalText(s)})
            if (!text.isEmpty())
                f.notes << text;
    }

    /// Begins at zero, unless all values are close to ln T. Then the differences between heads fill the axis, which
    /// spans at least 2% of ln T.
    Range entropyHome(const Range& values) const
    {
        const double top = std::max({log_visible_, values.high, 1e-3});
        const bool close = values.low <= values.high && values.low > top / 2;
        const double span = close ? std::max(top - values.low, 0.02 * top) : top;
        return {close ? top - 1.15 * span : 0, top + 0.15 * span};
    }

    /// Draws a hairline across the axes with a text over its left end.
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
        const double above = at - style().px(7), below = at + style().px(5) + text.ascent, gap = style().px(6);
        const double from = levelLabelStart(frame(), c, text.width, gap);
        drawOutlined(painter, text, {from, above - text.ascent >= c.plot.top() ? above : below}, style().theme.text,
            style().theme.background);
    }

    bool wide_ = false;   // the x axis of the law view is logarithmic
    std::vector<BlockHeads> blocks_;
    bool measured_ = false;   // some heads were measured
    double log_visible_ = nan;   // ln T
    struct {
        EntropyLaw law;
        Curve curve;
    } known_;
    ChoiceOf<AttentionView> view_;
};

}   // namespace

FigureKind figure_attention()
{
    return {QStringLiteral("attention"), QObject::tr("Attention by block and head"), created<AttentionFigure>,
        {{networkTokens, 2}}, QObject::tr("Attention")};
}

}   // namespace stepzero
