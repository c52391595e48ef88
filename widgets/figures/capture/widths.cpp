// SPDX-License-Identifier: GPL-3.0-or-later
// RMS of the output over the width of the model, from captures at several widths: a line for each module or role with
// the slope of its fit, or the selected module at every step.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/words/nan.h"
#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

enum class WidthLines { modules, roles, steps };

constexpr double air = 0.06;   // around the points, in decades

class CaptureWidthsFigure : public CaptureFigure<PlotFigure> {
public:
    explicit CaptureWidthsFigure(QWidget* parent) : CaptureFigure(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        addChoice(lines_, QStringLiteral("lines"),
            {{WidthLines::modules, "modules", tr("Modules")}, {WidthLines::roles, "roles", tr("Roles of all blocks")},
                {WidthLines::steps, "steps", tr("Selected module by step")}});
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("name"), QStringLiteral("block"), QStringLiteral("step"),
                               QStringLiteral("width"), QStringLiteral("rms"), QStringLiteral("slope"),
                               QStringLiteral("low"), QStringLiteral("high"), QStringLiteral("scaling")},
            {}};
        if (!captureStudy())
            return table;
        for (const WidthExponent& one : exponents(*captureStudy())) {
            const auto of
                = [&](double Slope::*number) { return one.slope ? exactNumber((*one.slope).*number) : QString(); };
            for (const auto& [width, rms] : one.rms)
                table.rows << QStringList {QString::fromStdString(one.name), QString::number(one.block),
                    QString::number(one.step), QString::number(width), exactNumber(rms), of(&Slope::slope),
                    of(&Slope::low), of(&Slope::high), QString::fromLatin1(word(one.scaling))};
        }
        return table;
    }

protected:
    void rebuild() override
    {
        clearGraphs(0);
        shown_.clear();
        const CaptureStudy& study = *captureStudy();
        offer(QStringLiteral("lines"), study.widths != nullptr);
        Frame f;
        f.xScale = f.yScale = Scale::log10;
        f.xLabel = tr("width");
        f.yLabel = tr("RMS of the output");
        f.noteRow = true;
        f.xHome = {2, 3};
        f.yHome = {-1, 1};
        if (!study.widths) {
            f.quiet = tr("one width only: coordinate_check records several");
            return setFrame(f);
        }
        step_ = study.widths->captures[study.shown].step;
        if (!lines_.is(WidthLines::steps))
            f.yLabel = tr("RMS of the output at step %1").arg(step_);
        collect(study);
        colorLines(f);
        showWidths(f, *study.widths);
        Range range {1e300, -1e300};
        int number = 0;
        for (const Shown& line : shown_)
            if (!isOff(line.key)) {
                range = rangeOf({&line.y}, range);
                addGraph(line, number++);
            }
        if (range.low <= range.high)
            f.yHome = {range.low - air, range.high + air};
        else if (f.legend.isEmpty())
            f.quiet = lines_.is(WidthLines::steps) && chosenPath().empty() ? tr("choose a module in another figure")
                                                                           : tr("no output is finite and above 0");
        f.notes = notesOf();
        setFrame(f);
    }

    void drawUnder(QPainter&, const Canvas&) override { }

    /// Marks the width that the other figures show.
    void drawMarks(QPainter& painter, const Canvas& c) override
    {
        const CaptureStudy& study = *captureStudy();
        if (!study.widths)
            return;
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(style().theme.faint_text, style().px(1)));
        const double x = std::round(c.px(std::log10(double(study.widths->captures[study.shown].width))));
        painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
    }

    /// Marks lines that grow or shrink, at their last point.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(style().theme.background, style().px(1)));
        const double r = style().px(5);
        for (const Shown& line : shown_) {
            const bool grows = line.exponent->scaling == Scaling::grows;
            if (isOff(line.key) || (!grows && line.exponent->scaling != Scaling::shrinks))
                continue;
            const QPointF at = c.drawable(line.x.last(), line.y.last());
            const double way = grows ? 1 : -1;
            painter.setBrush(grows ? style().theme.warning : line.color);
            painter.drawPolygon(QPolygonF({{at.x(), at.y() - way * 1.2 * r}, {at.x() - r, at.y() + way * 0.8 * r},
                {at.x() + r, at.y() + way * 0.8 * r}}));
        }
    }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        if (scaleTicks_.isEmpty())
            return;
        drawColorScale(painter, style(), c.plot, lineColors(style().theme), scaleTicks_, tr("block"));
    }

    QString readoutAt(const QPointF& value) const override
    {
        const auto [line, i] = nearest(value);
        if (!line)
            return {};
        QStringList words {line->name, tr("width %1").arg(std::llround(std::pow(10, line->x[i]))),
            tr("RMS %1").arg(captureNumber(std::pow(10, line->y[i])))};
        words << scalingText(*line->exponent);
        return words.join(QStringLiteral(" · "));
    }

    void clickedAt(const QPointF& value) override
    {
        const Shown* line = nearest(value).first;
        if (!line || lines_.is(WidthLines::steps))
            return;
        const std::vector<CapturedModule>& modules = captureStudy()->capture->modules;
        const auto found = std::ranges::find_if(modules, [&](const CapturedModule& one) {
            return line->exponent->name == (lines_.is(WidthLines::roles) ? block_pattern(one) : one.path);
        });
        if (found != modules.end())
            emit cellChosen(int(found - modules.begin()));
    }

private:
    struct Shown {
        const WidthExponent* exponent = nullptr;
        QString key, name;
        QVector<double> x, y;   // log10; only points that are finite and above 0, at least one
        QColor color {};
        bool chosen = false;
    };

    const std::vector<WidthExponent>& exponents(const CaptureStudy& study) const
    {
        return lines_.is(WidthLines::roles) ? study.exponents : study.module_exponents;
    }

    /// Returns the path of the selected module; empty: none is selected.
    std::string chosenPath() const
    {
        const auto place = captureStudy()->chosen_module();
        return place ? captureStudy()->module(*place)->path : std::string();
    }

    /// Fills shown_ with what can be drawn.
    void collect(const CaptureStudy& study)
    {
        const auto place = study.chosen_module();
        const std::string path = chosenPath(),
                          chosen = place && lines_.is(WidthLines::roles) ? block_pattern(*study.module(*place)) : path;
        const bool steps = lines_.is(WidthLines::steps);
        for (const WidthExponent& one : exponents(study)) {
            if (steps ? one.name != path : one.step != step_)
                continue;
            Shown line;
            line.exponent = &one;
            line.key = steps ? QString::number(one.step) : QString::fromStdString(one.name);
            line.name = steps ? tr("step %1").arg(one.step) : line.key;
            line.chosen = steps ? one.step == step_ : one.name == chosen;
            for (const auto& [width, rms] : one.rms)
                if (std::isfinite(rms) && rms > 0) {
                    line.x << std::log10(double(width));
                    line.y << std::log10(rms);
                }
            if (!line.x.isEmpty())
                shown_ << line;
        }
        std::ranges::stable_partition(shown_, [](const Shown& line) { return !line.chosen; });   // drawn last
    }

    /// Gives every line its colour: one each in a legend where there are few, else that of its block.
    void colorLines(Frame& f)
    {
        constexpr int most_named = 8;
        scaleTicks_.clear();
        const bool named = shown_.size() <= most_named || lines_.is(WidthLines::steps);
        int blocks = 0;
        for (const Shown& line : shown_)
            blocks = std::max(blocks, line.exponent->block);
        // In the order of the study, so that a choice changes no colour.
        QVector<Shown*> all;
        for (Shown& line : shown_)
            all << &line;
        std::ranges::sort(all, {}, &Shown::exponent);
        for (int i = 0; i < all.size(); ++i) {
            Shown& line = *all[i];
            const int block = line.exponent->block;
            line.color = named ? lineColor(style().theme, i, int(all.size()))
                : block > 0    ? lineColor(style().theme, block - 1, blocks)
                : blocks > 0   ? style().theme.faint_text
                               : style().theme.forward;
            if (named)
                f.legend << LegendEntry {
                    line.key, line.name, line.color, LegendEntry::Mark::line, line.y.last(), -1, {}};
        }
        if (named || blocks == 0)
            return;
        f.right = 64;
        scaleTicks_ = {{0, QString::number(1)}};
        if (blocks > 1)
            scaleTicks_ << Tick {1, QString::number(blocks)};
    }

    static void showWidths(Frame& f, const CapturedWidths& captures)
    {
        QVector<Tick> ticks;
        for (const int width : widths_of(captures))
            ticks << Tick {std::log10(double(width)), QString::number(width)};
        f.xHome = {ticks.first().at - air, ticks.last().at + air};
        f.xTicks = [ticks](const Range& range, int most) {
            QVector<Tick> within;
            for (const Tick& tick : ticks)
                if (range.contains(tick.at))
                    within << tick;
            Ticks some;
            const auto every = std::max<qsizetype>(1, (within.size() + most - 1) / std::max(1, most));
            for (qsizetype i = 0; i < within.size(); i += every)
                some.ticks << within[i];
            return some;
        };
    }

    void addGraph(const Shown& line, int number)
    {
        const bool bold = line.chosen || shown_.size() == 1;
        QCPGraph* g = graph(number);
        g->setLineStyle(QCPGraph::lsLine);
        g->setAntialiased(true);
        g->setBrush(Qt::NoBrush);
        g->setPen(pen(line.color, bold ? 2.6 : 1.2));
        g->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, line.color, style().px(bold ? 6 : 4)));
        g->setData(line.x, line.y, true);
    }

    /// Returns "slope 0.53 (95%: 0.41 to 0.65) · grows with width"; what is not known is left out.
    QStringList scalingText(const WidthExponent& one) const
    {
        QStringList words;
        if (one.slope)
            words << translated(slope_text(*one.slope));
        if (one.scaling == Scaling::grows)
            words << tr("grows with width");
        else if (one.scaling == Scaling::shrinks)
            words << tr("shrinks with width");
        return words;
    }

    /// Names the line of this kind with the steepest slope: "▲ grows with width: h.2.mlp (0.53) and 3 more".
    void noteSteepest(QStringList& words, Scaling scaling, const QString& text) const
    {
        const Shown* steepest = nullptr;
        int number = 0;
        for (const Shown& line : shown_)
            if (line.exponent->scaling == scaling) {
                ++number;
                if (!steepest || std::abs(line.exponent->slope->slope) > std::abs(steepest->exponent->slope->slope))
                    steepest = &line;
            }
        if (!steepest)
            return;
        const QString name
            = tr("%1 (slope %2)")
                  .arg(steepest->name, QString::fromStdString(slope_text(steepest->exponent->slope->slope)));
        words << text.arg(number == 1 ? name : tr("%1 and %2 more").arg(name).arg(number - 1));
    }

    QStringList notesOf() const
    {
        if (shown_.isEmpty())
            return {};
        QStringList words;
        if (lines_.is(WidthLines::steps))
            words << QString::fromStdString(chosenPath());
        noteSteepest(words, Scaling::grows, tr("▲ grows with width: %1"));
        noteSteepest(words, Scaling::shrinks, tr("▼ shrinks with width: %1"));
        if (const Shown& last = shown_.last(); last.chosen && shown_.size() > 1)
            words << (QStringList {tr("bold: %1").arg(last.name)} + scalingText(*last.exponent))
                         .join(QStringLiteral(", "));
        if (std::ranges::none_of(shown_, [](const Shown& line) { return line.exponent->slope.has_value(); }))
            words << tr("slopes need three widths");
        return {words.join(QStringLiteral(" · "))};
    }

    /// Returns the line whose point is nearest at the nearest of its widths, and the index of that point.
    std::pair<const Shown*, qsizetype> nearest(const QPointF& value) const
    {
        std::pair<const Shown*, qsizetype> best {nullptr, 0};
        double least_x = infinity, least_y = infinity;
        for (const Shown& line : shown_)
            for (qsizetype i = 0; i < line.x.size() && !isOff(line.key); ++i) {
                const double dx = std::abs(line.x[i] - value.x()), dy = std::abs(line.y[i] - value.y());
                if (dx < least_x || (dx == least_x && dy < least_y)) {
                    least_x = dx;
                    least_y = dy;
                    best = {&line, i};
                }
            }
        return best;
    }

    QVector<Shown> shown_;
    QVector<Tick> scaleTicks_;   // of the colours of blocks; empty without them
    int step_ = 0;
    ChoiceOf<WidthLines> lines_;
};

}   // namespace

FigureKind figure_capture_widths()
{
    return {QStringLiteral("capture_widths"), QObject::tr("RMS against width"), created<CaptureWidthsFigure>,
        {{oneCapture, 0}}, QObject::tr("Width")};
}

}   // namespace stepzero
