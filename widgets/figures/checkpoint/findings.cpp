// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of a checkpoint in plain words: which tensors, by how much, why, and how to fix them. A click on a
// finding chooses the first tensor that it names.
#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/finding_list.h"

namespace stepzero {

namespace {

class AuditFindingsFigure : public AuditFigure<FindingList> {
public:
    using AuditFigure::AuditFigure;

    FigureTable table() const override
    {
        const std::vector<AuditFinding> none;
        return tableOf(
            auditStudy() ? auditStudy()->audit->findings : none, QStringLiteral("tensors"), &AuditFinding::tensors);
    }

protected:
    QVector<ListedFinding> findings() const override { return listed(auditStudy()->audit->findings); }

    QString healthyText() const override
    {
        switch (auditStudy()->audit->verdict) {
        case AuditVerdict::follows:
            return tr("✓ Every tensor follows its recipe");
        case AuditVerdict::trained:
            return tr("These weights have been trained; no problems found");
        default:
            return tr("No recipe is known for these tensors; no problems found");
        }
    }

    void choose(int finding) override
    {
        if (finding < 0 || !shownAudit())
            return;
        const AuditStudy& study = *shownAudit();
        for (std::size_t place = 0; place < study.places.size(); ++place)
            if (study.finding_of(place) == &study.audit->findings[std::size_t(finding)]) {
                emit cellChosen(int(place));
                return;
            }
    }
};

}   // namespace

FigureKind figure_audit_findings()
{
    return {QStringLiteral("audit_findings"), QObject::tr("Findings of the checkpoint"), created<AuditFindingsFigure>,
        {{oneCheckpoint, 3}}, QObject::tr("Findings")};
}

}   // namespace stepzero
