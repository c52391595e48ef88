// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of the chosen parameter, with the distribution for independent entries of its size and mean square.
#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/spectrum_figure.h"

namespace stepzero {

namespace {

class CaptureSpectrumFigure : public CaptureFigure<SpectrumFigure> {
public:
    using CaptureFigure::CaptureFigure;

protected:
    Spectrum spectrum() const override
    {
        const CaptureStudy& study = *captureStudy();
        const auto place = study.chosen_parameter();
        Spectrum shown;
        if (!place) {
            shown.obstacle = study.chosen
                ? tr("%1 has no parameters").arg(QString::fromStdString(study.name_of(*study.chosen)))
                : tr("choose a module in another figure");
            return shown;
        }
        const CapturedParameter& parameter = *study.parameter(*place);
        const auto [rows, columns] = matrix_size(parameter);
        shown.name = QString::fromStdString(parameter.name);
        shown.values = parameter.singular_values;
        shown.rows = rows;
        shown.columns = columns;
        shown.law = singular_law(parameter);
        if (rows == 0)
            shown.obstacle = tr("%1 is not a matrix").arg(shown.name);
        else if (parameter.value.not_finite > 0)
            shown.obstacle = tr("%1 has entries that are not finite").arg(shown.name);
        else if (parameter.value.all_zero() || (!shown.values.empty() && shown.values.front() == 0))
            shown.obstacle = tr("all singular values of %1 are 0").arg(shown.name);
        else if (shown.values.empty())
            shown.obstacle = tr("no singular values of %1 were recorded").arg(shown.name);
        else
            shown.notes << shapeText(parameter.value);
        return shown;
    }
};

}   // namespace

FigureKind figure_capture_spectrum()
{
    return {QStringLiteral("capture_spectrum"), QObject::tr("Singular values of the selected parameter"),
        created<CaptureSpectrumFigure>, {{oneCapture, 2}}, QObject::tr("Singular values")};
}

}   // namespace stepzero
