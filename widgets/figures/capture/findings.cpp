// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of a captured model in plain words: what, where, why, and what to change. A click on a finding chooses
// the first module or parameter that it names.
#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/finding_list.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class CaptureFindingsFigure : public CaptureFigure<FindingList> {
public:
    using CaptureFigure::CaptureFigure;

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("id"), QStringLiteral("severity"), QStringLiteral("names"),
                               QStringLiteral("message"), QStringLiteral("cause"), QStringLiteral("fix")},
            {}};
        if (!captureStudy())
            return table;
        for (const CaptureFinding& finding : captureStudy()->findings) {
            QStringList names;
            for (const std::string& name : finding.names)
                names << QString::fromStdString(name);
            table.rows << QStringList {QString::fromStdString(finding.id), QString::fromLatin1(word(finding.severity)),
                names.join(QStringLiteral("; ")), QString::fromStdString(finding.message.english()),
                QString::fromStdString(finding.cause.english()), QString::fromStdString(finding.fix.english())};
        }
        return table;
    }

protected:
    QVector<ListedFinding> findings() const override
    {
        QVector<ListedFinding> all;
        for (const CaptureFinding& one : captureStudy()->findings)
            all << ListedFinding {one.severity, translated(one.message), translated(one.cause), translated(one.fix)};
        return all;
    }

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
