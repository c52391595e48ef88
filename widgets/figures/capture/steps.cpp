// SPDX-License-Identifier: GPL-3.0-or-later
// Ratios of updates to weights by step of training, and the loss; or outputs and gradients by step.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/bands.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"

namespace stepzero {

namespace {

constexpr std::size_t most_lines = 24;

class CaptureStepsFigure : public CaptureFigure<PlotFigure> {
public:
    explicit CaptureStepsFigure(QWidget* parent) : CaptureFigure(parent)
    {
        addChoice(what_, QStringLiteral("what"),
            {{StepQuantity::update, "update", tr("Update-to-weight ratio")}, {StepQuantity::loss, "loss", tr("Loss")},
                {StepQuantity::output, "output", tr("RMS of outputs")},
                {StepQuantity::gradient, "gradient", tr("RMS of gradients")}});
    }

    FigureTable table() const override
    {
        FigureTable table {
            {QStringLiteral("step"), QStringLiteral("loss"), QStringLiteral("name"), QStringLiteral("value")}, {}};
        if (!captureStudy())
            return table;
        for (const CapturedStep& step : captureStudy()->capture->steps)
            for (const auto& [name, value] : values_of(step, what_.value()))
                table.rows << QStringList {QString::number(step.step), exactNumber(step.loss),
                    QString::fromStdString(name), exactNumber(value)};
        return table;
    }

protected:
    void rebuild() override
    {
        clearGraphs(0);
        lines_.clear();
        const CaptureStudy& study = *captureStudy();
        const Capture& capture = *study.capture;
        const Theme& theme = style().theme;
        const bool loss = what_.is(StepQuantity::loss);
        Frame f;
        f.xScale = Scale::count;
        f.yScale = loss ? Scale::linear : Scale::log10;
        f.xLabel = tr("step");
        f.yLabel = loss                      ? tr("loss")
            : what_.is(StepQuantity::update) ? tr("RMS of the update / RMS of the weights")
            : what_.is(StepQuantity::output) ? tr("RMS of the output")
                                             : tr("RMS of the gradient");
        f.noteRow = true;
        f.xHome = {0, 1};
        f.yHome = loss ? Range {0, 1} : Range {-4, 0};
        if (capture.steps.empty()) {
            f.quiet = tr("one pass only: capture_steps records updates");
            return setFrame(f);
        }
        steps_.clear();
        for (const CapturedStep& step : capture.steps)
            steps_ << step.step;
        lines_ = step_lines(capture, what_.value(), most_lines);
        const QString chosen = chosenName();
        const auto has = [&](const StepLine& line) { return QString::fromStdString(line.name) == chosen; };
        if (!chosen.isEmpty() && std::ranges::none_of(lines_, has))
            for (StepLine& line : step_lines(capture, what_.value(), std::size_t(-1)))
                if (has(line))
                    lines_.push_back(std::move(line));
        Range range {1e300, -1e300};
        int number = 0;
        for (const StepLine& line : lines_) {
            QVector<double> y;
            for (const double value : line.value)
                y << (loss ? value : value > 0 ? std::log10(value) : nan);
            range = rangeOf({&y}, range);
            const bool bold = loss || has(line);
            const QColor color = what_.is(StepQuantity::update) ? theme.weights
                : what_.is(StepQuantity::gradient)              ? theme.gradient
                                                                : theme.forward;
            QCPGraph* g = graph(number++);
            g->setLineStyle(QCPGraph::lsLine);
            g->setAntialiased(true);
            g->setPen(pen(bold ? color : theme.tint(color, 0.45), bold ? 2.2 : 1));
            g->setBrush(Qt::NoBrush);
            g->setScatterStyle(steps_.size() == 1 ? QCPScatterStyle(QCPScatterStyle::ssDisc, color, style().px(5))
                                                  : QCPScatterStyle(QCPScatterStyle::ssNone));
            g->setData(steps_, y, true);
        }
        if (range.low > range.high)
            f.quiet = loss                       ? tr("no finite loss was recorded")
                : what_.is(StepQuantity::update) ? tr("no update was recorded, or all are 0")
                                                 : tr("not recorded by step");
        else
            f.notes << noteText(capture, chosen);
        if (what_.is(StepQuantity::update))
            range = range.united({-3, -3});
        f.xHome = {std::min(0.0, steps_.first()), std::max(steps_.last(), steps_.first() + 1)};
        if (range.low <= range.high) {
            const double air = std::max(0.05 * range.span(), 1e-3);
            f.yHome = loss ? Range {range.low - air, range.high + air} : roundedOut(Scale::log10, range);
        }
        setFrame(f);
    }

    void drawUnder(QPainter&, const Canvas&) override { }

    void drawMarks(QPainter& painter, const Canvas& c) override
    {
        if (!what_.is(StepQuantity::update) || lines_.empty())
            return;
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(pen(style().theme.text, 1, Qt::DashLine));
        const double y = std::round(c.py(-3));
        painter.drawLine(QPointF(c.plot.left(), y), QPointF(c.plot.right() + 1, y));
    }

    QString readoutAt(const QPointF& value) const override
    {
        if (steps_.isEmpty() || lines_.empty())
            return {};
        const auto at = std::ranges::min_element(steps_, {}, [&](double step) { return std::abs(step - value.x()); });
        const auto i = std::size_t(at - steps_.begin());
        const StepLine* best = nullptr;
        double distance = infinity;
        for (const StepLine& line : lines_) {
            const double y = what_.is(StepQuantity::loss) ? line.value[i] : std::log10(line.value[i]);
            if (std::abs(y - value.y()) < distance) {
                distance = std::abs(y - value.y());
                best = &line;
            }
        }
        const QString step = tr("step %1").arg(*at);
        QStringList words {step};
        if (best)
            words << QString::fromStdString(best->name) << captureNumber(best->value[i]);
        words.removeAll(QString());   // a loss has no name
        return words.join(QStringLiteral(" · "));
    }

private:
    /// Returns the name whose line is bold; empty: none.
    QString chosenName() const
    {
        const CaptureStudy& study = *captureStudy();
        if (what_.is(StepQuantity::loss))
            return {};
        if (what_.is(StepQuantity::update)) {
            const auto place = study.chosen_parameter();
            return place ? QString::fromStdString(study.parameter(*place)->name) : QString();
        }
        const auto place = study.chosen_module();
        return place ? QString::fromStdString(study.module(*place)->path) : QString();
    }

    QString noteText(const Capture& capture, const QString& chosen) const
    {
        QStringList words;
        if (!chosen.isEmpty())
            words << tr("bold: %1").arg(chosen);
        if (what_.is(StepQuantity::update))
            words << tr("dashed: 10⁻³, a common target");
        std::vector<double> losses;
        for (const CapturedStep& step : capture.steps)
            if (step.loss)
                losses.push_back(*step.loss);
        if (losses.size() > 1)
            words << tr("loss from %1 to %2").arg(captureNumber(losses.front()), captureNumber(losses.back()));
        const auto all = values_of(capture.steps.back(), what_.value()).size();
        if (all > most_lines)
            words << tr("%1 of %2 lines").arg(lines_.size()).arg(all);
        return words.join(QStringLiteral(" · "));
    }

    QVector<double> steps_;
    std::vector<StepLine> lines_;
    ChoiceOf<StepQuantity> what_;
};

}   // namespace

FigureKind figure_capture_steps()
{
    return {QStringLiteral("capture_steps"), QObject::tr("Updates by step"), created<CaptureStepsFigure>,
        {{oneCapture, 5}}, QObject::tr("Steps")};
}

}   // namespace stepzero
