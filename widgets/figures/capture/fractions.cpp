// SPDX-License-Identifier: GPL-3.0-or-later
// Fractions of outputs that are zero or saturated, and of units that are dead or equal to another, by module.
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

using Fraction = std::optional<double> CapturedMoments::*;

class CaptureFractionsFigure : public ModuleFigure {
public:
    explicit CaptureFractionsFigure(QWidget* parent) : ModuleFigure(parent) { addModuleChoice(); }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("module"), QStringLiteral("class"), QStringLiteral("zeros"),
                               QStringLiteral("dead"), QStringLiteral("saturated"), QStringLiteral("equal_units")},
            {}};
        const CaptureStudyPtr study = captureStudy();
        for (std::size_t i = 0; study && i < study->capture->modules.size(); ++i) {
            const CapturedModule& one = study->capture->modules[i];
            QStringList row {QString::fromStdString(study->name_of(i)), QString::fromStdString(one.class_name)};
            for (const Fraction fraction : {&CapturedMoments::zeros, &CapturedMoments::dead,
                     &CapturedMoments::saturated, &CapturedMoments::equal_units})
                row << (one.output ? exactNumber((*one.output).*fraction) : QString());
            table.rows << row;
        }
        return table;
    }

protected:
    void rebuild() override
    {
        clearLines();
        Frame f;
        showModules(f);
        f.yScale = Scale::percent;
        f.yLabel = tr("fraction of the output's entries or units");
        f.yHome = {0, 1.03};
        const Theme& theme = style().theme;
        bool known = false;
        const auto add = [&](const QString& key, const QString& name, const QColor& color, Fraction fraction) {
            const QVector<double> values = valuesOf(fraction);
            known = known || std::ranges::any_of(values, [](double value) { return value == value; });
            // A line along 0 says nothing.
            if (std::ranges::any_of(values, [](double value) { return value > 0; }))
                addLine(f, {key, name, color, values});
        };
        add(QStringLiteral("zeros"), tr("zeros"), theme.faint_text, &CapturedMoments::zeros);
        add(QStringLiteral("saturated"), tr("saturated"), theme.gradient, &CapturedMoments::saturated);
        add(QStringLiteral("dead"), tr("dead units"), theme.warning, &CapturedMoments::dead);
        add(QStringLiteral("equal"), tr("units equal to another"), theme.weights, &CapturedMoments::equal_units);
        if (f.quiet.isEmpty() && !known)
            f.quiet = tr("no fractions were recorded");
        else if (f.quiet.isEmpty() && f.legend.isEmpty())
            f.quiet = tr("no output is zero or saturated, and no unit is dead or equal to another");
        setFrame(f);
    }

    QString textOf(std::size_t module) const override
    {
        const CaptureStudy& study = *captureStudy();
        QStringList words {QString::fromStdString(study.name_of(module))};
        const auto& output = study.module(module)->output;
        for (const auto& [fraction, text] : {std::pair<Fraction, QString> {&CapturedMoments::zeros, tr("zeros %1%")},
                 {&CapturedMoments::saturated, tr("saturated %1%")}, {&CapturedMoments::dead, tr("dead units %1%")},
                 {&CapturedMoments::equal_units, tr("units equal to another %1%")}})
            if (output && (*output).*fraction)
                words << text.arg(decimals(100 * *((*output).*fraction), 1));
        return words.join(QStringLiteral(" · "));
    }

private:
    QVector<double> valuesOf(Fraction fraction) const
    {
        QVector<double> values;
        for (const std::size_t i : modules()) {
            const auto& output = captureStudy()->capture->modules[i].output;
            values << (output ? ((*output).*fraction).value_or(nan) : nan);
        }
        return values;
    }
};

}   // namespace

FigureKind figure_capture_fractions()
{
    return {QStringLiteral("capture_fractions"), QObject::tr("Zeros, saturated and dead units by module"),
        created<CaptureFractionsFigure>, {{oneCapture, 5}}, QObject::tr("Dead & saturated")};
}

}   // namespace stepzero
