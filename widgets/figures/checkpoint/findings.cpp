// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of a checkpoint in plain words: which tensors, by how much, why, and how to fix them. A click on a
// finding chooses the first tensor that it names.
#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/finding_list.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class AuditFindingsFigure : public AuditFigure<FindingList> {
public:
    using AuditFigure::AuditFigure;

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("id"), QStringLiteral("severity"), QStringLiteral("tensors"),
                               QStringLiteral("message"), QStringLiteral("cause"), QStringLiteral("fix")},
            {}};
        if (!auditStudy())
            return table;
        for (const AuditFinding& finding : auditStudy()->audit->findings) {
            QStringList names;
            for (const std::string& name : finding.tensors)
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
        for (const AuditFinding& one : auditStudy()->audit->findings)
            all << ListedFinding {one.severity, translated(one.message), translated(one.cause), translated(one.fix)};
        return all;
    }

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
