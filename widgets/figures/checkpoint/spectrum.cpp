// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of the chosen matrix, with the distribution for independent entries of its size, and the outliers.
#include "core/checkpoint/audit/shown_laws.h"
#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/spectrum_figure.h"
#include "widgets/language/audit_words.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class AuditSpectrumFigure : public AuditFigure<SpectrumFigure> {
public:
    using AuditFigure::AuditFigure;

protected:
    Spectrum spectrum() const override
    {
        const AuditedPart* part = chosenPart(*auditStudy());
        const MatrixReading* reading = auditStudy()->reading.get();
        Spectrum shown;
        if (reading)
            shown.values = reading->singular_values;
        shown.obstacle = obstacle(part, reading);
        if (!shown.obstacle.isEmpty()) {
            if (part && part->spectrum)
                shown.notes << edgeText(*part);
            return shown;
        }
        shown.name = QString::fromStdString(auditStudy()->name_of(*auditStudy()->chosen));
        shown.law = singular_law(*part, reading->rows, reading->columns);
        shown.rows = reading->rows;
        shown.columns = reading->columns;
        return shown;
    }

private:
    QString obstacle(const AuditedPart* part, const MatrixReading* reading) const
    {
        if (!part)
            return tr("choose a tensor");
        if (!part->rows)
            return tr("this tensor is not a matrix");
        if (part->entries.constant() && part->entries.min == 0)
            return tr("all singular values are 0");
        if (!reading)
            return is_coming(auditStudy()->stage) ? tr("computing…") : tr("not computed");
        if (reading->singular_values.empty())
            return reading->obstacle.empty() ? tr("an empty matrix")
                                             : tr("%1: not computed").arg(translated(reading->obstacle));
        return {};
    }

    /// Describes the largest singular value of the rows that the audit sampled.
    static QString edgeText(const AuditedPart& part)
    {
        const QString largest
            = tr("largest of %n row(s): %1", nullptr, int(part.spectrum->rows)).arg(aligned(part.spectrum->largest));
        return part.edge ? largest + tr(" (theory for independent entries: %1)").arg(aligned(*part.edge)) : largest;
    }
};

}   // namespace

FigureKind figure_audit_spectrum()
{
    return {QStringLiteral("audit_spectrum"), QObject::tr("Singular values of the selected tensor"),
        created<AuditSpectrumFigure>, {{oneCheckpoint, 4}}, QObject::tr("Singular values")};
}

}   // namespace stepzero
