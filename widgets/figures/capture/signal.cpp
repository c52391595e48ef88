// SPDX-License-Identifier: GPL-3.0-or-later
// Signal and gradient by module in the order of execution, on a logarithmic axis, with outliers marked.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/capture/module_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

double log10Of(const std::optional<double>& value) { return value && *value > 0 ? std::log10(*value) : nan; }

class CaptureSignalFigure : public ModuleFigure {
public:
    explicit CaptureSignalFigure(QWidget* parent) : ModuleFigure(parent)
    {
        addModuleChoice();
        addChoice(statistic_, QStringLiteral("statistic"),
            {{&CapturedMoments::rms, "rms", tr("RMS")}, {&CapturedMoments::std, "std", tr("Standard deviation")},
                {&CapturedMoments::largest, "largest", tr("Largest magnitude")}});
    }

    FigureTable table() const override
    {
        FigureTable table {
            {QStringLiteral("module"), QStringLiteral("class"), QStringLiteral("block"), QStringLiteral("output_rms"),
                QStringLiteral("output_std"), QStringLiteral("output_largest"), QStringLiteral("output_not_finite"),
                QStringLiteral("gradient_rms"), QStringLiteral("gradient_std"), QStringLiteral("gradient_largest"),
                QStringLiteral("gradient_not_finite")},
            {}};
        const CaptureStudyPtr study = captureStudy();
        for (std::size_t i = 0; study && i < study->capture->modules.size(); ++i) {
            const CapturedModule& one = study->capture->modules[i];
            QStringList row {QString::fromStdString(study->name_of(i)), QString::fromStdString(one.class_name),
                QString::number(one.block)};
            for (const std::optional<CapturedMoments>* moments : {&one.output, &one.gradient})
                if (const auto& m = *moments)
                    row << exactNumber(m->rms) << exactNumber(m->std) << exactNumber(m->largest)
                        << QString::number(m->not_finite);
                else
                    row << QString() << QString() << QString() << QString();
            table.rows << row;
        }
        return table;
    }

protected:
    void rebuild() override
    {
        const CaptureStudy& study = *captureStudy();
        const Theme& theme = style().theme;
        clearLines();
        outliers_.clear();
        Frame f;
        showModules(f);
        f.yScale = Scale::log10;
        f.yLabel = statistic_.is(&CapturedMoments::rms) ? tr("RMS")
            : statistic_.is(&CapturedMoments::std)      ? tr("standard deviation")
                                                        : tr("largest magnitude");
        const auto add = [&](const QString& key, const QString& name, const QColor& color, Of of) {
            if (study.before)
                addLine(f,
                    {key + QStringLiteral("_before"), tr("%1, %2").arg(name, translated(study.against)),
                        theme.tint(color, 0.55), valuesOf(of, true), Qt::DashLine, 1.3});
            ModuleLine line {key, name, color, valuesOf(of, false)};
            const QVector<double> values = line.value;
            if (addLine(f, std::move(line)))
                outliers_ << Outliers {color, values, stepzero::outliers({values.begin(), values.end()})};
        };
        add(QStringLiteral("output"), tr("output"), theme.forward, &CapturedModule::output);
        add(QStringLiteral("gradient"), tr("gradient"), theme.gradient, &CapturedModule::gradient);
        zero_ = where([](const CapturedMoments& moments) { return moments.all_zero(); });
        broken_ = where([](const CapturedMoments& moments) { return moments.not_finite > 0; });
        noteWhere(f, tr("✕ not finite: %1"), broken_);
        noteWhere(f, tr("▼ all zeros: %1"), zero_);
        noteOutliers(f);
        if (f.notes.isEmpty() && !study.capture->has_backward())
            f.notes << tr("no backward pass was captured");
        if (f.notes.size() > 1)
            f.notes = {f.notes.join(QStringLiteral(" · "))};
        const Range range = rangeOfLines();
        if (range.low > range.high && f.quiet.isEmpty())
            f.quiet = lines().isEmpty() && !f.legend.isEmpty() ? QString() : tr("no output is finite and above 0");
        f.yHome = range.low > range.high ? Range {-1, 1} : Range {range.low - 0.15, range.high + 0.15};
        f.yHome = roundedOut(Scale::log10, f.yHome);
        setFrame(f);
    }

    void drawOver(QPainter& painter, const Canvas& c) override
    {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen(style().theme.warning, 1.6));
        for (const Outliers& line : outliers_)
            for (std::size_t i = 0; i < line.is.size(); ++i)
                if (line.is[i])
                    painter.drawEllipse(
                        c.drawable(double(i) + 1, line.value[qsizetype(i)]), style().px(5), style().px(5));
        drawEdgeMarks(painter, c, zero_, style().theme.warning, false);
        painter.setPen(pen(style().theme.warning, 1.8));
        const double r = style().px(4), y = c.plot.top() + style().px(8);
        for (std::size_t i = 0; i < broken_.size(); ++i)
            if (broken_[i]) {
                const double x = c.px(double(i) + 1);
                painter.drawLine(QPointF(x - r, y - r), QPointF(x + r, y + r));
                painter.drawLine(QPointF(x - r, y + r), QPointF(x + r, y - r));
            }
    }

    QString textOf(std::size_t module) const override { return placeText(*captureStudy(), module); }

private:
    using Of = std::optional<CapturedMoments> CapturedModule::*;
    struct Outliers {
        QColor color;
        QVector<double> value;
        std::vector<bool> is;
    };

    QVector<double> valuesOf(Of of, bool before) const
    {
        const CaptureStudy& study = *captureStudy();
        const auto statistic = statistic_.value();
        QVector<double> values;
        for (const std::size_t i : modules()) {
            const CapturedModule* one = before ? study.module_before(i) : study.module(i);
            values << (one && one->*of ? log10Of((*(one->*of)).*statistic) : nan);
        }
        return values;
    }

    /// Returns for each module whether `holds` is true of its output or its gradient.
    std::vector<bool> where(bool (*holds)(const CapturedMoments&)) const
    {
        std::vector<bool> is;
        for (const std::size_t i : modules()) {
            const CapturedModule& one = captureStudy()->capture->modules[i];
            is.push_back((one.output && holds(*one.output)) || (one.gradient && holds(*one.gradient)));
        }
        return is;
    }

    QString nameAt(std::size_t i) const { return QString::fromStdString(captureStudy()->name_of(modules()[i])); }

    /// Names the modules where `is` holds: "h.0.attn and 3 more".
    QString namesWhere(const std::vector<bool>& is) const
    {
        const auto first = std::size_t(std::ranges::find(is, true) - is.begin());
        const auto n = std::ranges::count(is, true);
        return n == 1 ? nameAt(first) : tr("%1 and %2 more").arg(nameAt(first)).arg(n - 1);
    }

    void noteWhere(Frame& f, const QString& words, const std::vector<bool>& is) const
    {
        if (std::ranges::count(is, true) > 0)
            f.notes << words.arg(namesWhere(is));
    }

    void noteOutliers(Frame& f) const
    {
        for (const Outliers& line : outliers_)
            if (const auto first = std::ranges::find(line.is, true); first != line.is.end())
                f.notes << tr("○ outlier: %1 at %2")
                               .arg(prettyLog10(line.value[first - line.is.begin()]), namesWhere(line.is));
    }

    QVector<Outliers> outliers_;
    std::vector<bool> zero_, broken_;
    ChoiceOf<std::optional<double> CapturedMoments::*> statistic_;
};

}   // namespace

FigureKind figure_capture_signal()
{
    return {QStringLiteral("capture_signal"), QObject::tr("Signal and gradient by module"),
        created<CaptureSignalFigure>, {{oneCapture, 0}}, QObject::tr("Signal")};
}

}   // namespace stepzero
