// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of a captured model in plain words: what, where, why, and what to change. A click on a finding chooses
// the first module or parameter that it names.
#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/finding_list.h"

namespace stepzero {

namespace {

class CaptureFindingsFigure : public CaptureFigure<FindingList> {
public:
    using CaptureFigure::CaptureFigure;

    FigureTable table() const override
    {
        const std::vector<CaptureFinding> none;
        return tableOf(
            captureStudy() ? captureStudy()->findings : none, QStringLiteral("names"), &CaptureFinding::names);
    }

protected:
    QVector<ListedFinding> findings() const override { return listed(captureStudy()->findings); }

    QString healthyText() const override { return tr("✓ No problems found"); }

    void choose(int finding) override
    {
        if (finding < 0)
            return;
        // Not finding_of(): a more severe finding may name the same place.
        const CaptureStudy& study = *shownCapture();
        for (std::size_t place = 0; place < study.places(); ++place)
            if (study.is_named(place, study.findings[std::size_t(finding)])) {
                emit cellChosen(int(place));
                return;
            }
    }
};

}   // namespace

FigureKind figure_capture_findings()
{
    return {QStringLiteral("capture_findings"), QObject::tr("Findings of the capture"), created<CaptureFindingsFigure>,
        {{oneCapture, 3}}, QObject::tr("Findings")};
}

}   // namespace stepzero
