// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a checkpoint in rows, where the parts of a packed tensor have separate rows.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/sorted_table.h"
#include "widgets/language/audit_words.h"

namespace stepzero {

namespace {

std::optional<double> measured(const AuditStudy& study, std::size_t place, double EntryNumbers::*what)
{
    const EntryNumbers& entries = study.part(place).entries;
    return entries.finite() > 0 ? std::optional(entries.*what) : std::nullopt;
}

std::optional<double> recipeStd(const AuditStudy& study, std::size_t place)
{
    const AuditedPart& part = study.part(place);
    return part.law && part.law->below ? std::optional(part.law->std) : std::nullopt;
}

PlaceColumn changeColumn(const AuditStudyPtr& study)
{
    return numberColumn(QStringLiteral("relative_change"), QObject::tr("change"), QStringLiteral("‖ΔW‖/‖W‖"), 2,
        [study](std::size_t p) {
            const WeightChange* change = study->change_of(p);
            return change ? std::optional(change->relative) : std::nullopt;
        });
}

PlaceColumn cosineColumn(const AuditStudyPtr& study)
{
    return numberColumn(QStringLiteral("cosine"), {}, QObject::tr("cosine"), 5, [study](std::size_t p) {
        const WeightChange* change = study->change_of(p);
        return change ? std::optional(change->cosine) : std::nullopt;
    });
}

QVector<PlaceColumn> auditColumns(const AuditStudyPtr& study)
{
    QVector<PlaceColumn> columns {wordColumn(QStringLiteral("tensor"), QObject::tr("tensor"), 0,
                                      [study](std::size_t p) { return QString::fromStdString(study->name_of(p)); }),
        wordColumn(QStringLiteral("verdict"), QObject::tr("verdict"), 1,
            [study](std::size_t p) {
                const AuditVerdict verdict = study->part(p).verdict;
                return signOf(verdict) + QLatin1Char(' ')
                    + (verdict == AuditVerdict::unknown ? QObject::tr("no recipe")
                                                        : QString::fromLatin1(word(verdict)));
            }),
        numberColumn(QStringLiteral("std"), {}, QObject::tr("σ"), 2,
            [study](std::size_t p) { return measured(*study, p, &EntryNumbers::std); }),
        numberColumn(QStringLiteral("recipe_std"), QObject::tr("recipe's σ"), QObject::tr("σ"), 3,
            [study](std::size_t p) { return recipeStd(*study, p); }),
        numberColumn(QStringLiteral("ratio"), {}, QObject::tr("ratio"), 4,
            [study](std::size_t p) {
                const AuditedPart& part = study->part(p);
                return part.law && !part.law->range ? part.ratio() : std::nullopt;
            }),
        wordColumn(QStringLiteral("law"), QObject::tr("distribution"), 6,
            [study](std::size_t p) { return QString::fromStdString(study->part(p).nearest).replace('_', ' '); }),
        numberColumn(
            QStringLiteral("p_value"), {}, QStringLiteral("p"), 7, [study](std::size_t p) { return study->part(p).p; }),
        countColumn(QStringLiteral("block"), QObject::tr("block"), 9,
            [study](std::size_t p) {
                const int block = study->tensor(p).understood.block;
                return block > 0 ? std::optional<double>(block) : std::nullopt;
            }),
        wordColumn(QStringLiteral("role"), QObject::tr("role"), 10,
            [study](std::size_t p) {
                return study->audit->understanding.family ? roleText(*study, p)
                                                          : QString::fromStdString(study->part(p).role);
            }),
        wordColumn(QStringLiteral("shape"), QObject::tr("shape"), 11,
            [study](std::size_t p) { return shapeText(study->tensor(p)); }),
        wordColumn(QStringLiteral("dtype"), QObject::tr("format"), 12,
            [study](std::size_t p) {
                const std::string_view type = element_info(study->tensor(p).stored.type).word;
                return QString::fromUtf8(type.data(), qsizetype(type.size()));
            }),
        numberColumn(QStringLiteral("mean"), {}, QObject::tr("mean"), 13,
            [study](std::size_t p) { return measured(*study, p, &EntryNumbers::mean); }),
        numberColumn(QStringLiteral("kurtosis"), {}, QObject::tr("kurtosis"), 14,
            [study](std::size_t p) { return study->part(p).entries.kurtosis; }),
        numberColumn(QStringLiteral("min"), {}, QObject::tr("min"), 15,
            [study](std::size_t p) { return measured(*study, p, &EntryNumbers::min); }),
        numberColumn(QStringLiteral("max"), {}, QObject::tr("max"), 16,
            [study](std::size_t p) { return measured(*study, p, &EntryNumbers::max); }),
        countColumn(QStringLiteral("zeros"), QObject::tr("zeros"), 17,
            [study](std::size_t p) { return std::optional<double>(study->part(p).entries.zeros); })};
    if (study->change) {
        columns.insert(2, changeColumn(study));
        columns.insert(3, cosineColumn(study));
    }
    return columns;
}

class AuditTableFigure : public AuditFigure<SortedTable> {
public:
    using AuditFigure::AuditFigure;

protected:
    QVector<PlaceColumn> columnsOf() const override { return auditColumns(auditStudy()); }
    std::vector<std::size_t> allPlaces() const override
    {
        std::vector<std::size_t> all(auditStudy()->places.size());
        std::iota(all.begin(), all.end(), std::size_t(0));
        return all;
    }
    QString filterText() const override { return QString::fromStdString(auditStudy()->filter); }
    std::optional<std::size_t> chosenPlace() const override { return auditStudy()->chosen; }
    QString allText(int rows) const override { return tr("%n tensor(s) and part(s)", nullptr, rows); }
    QString emptyText() const override { return tr("no row matches the filter"); }
    QString readoutOf(std::size_t place) const override { return placeText(*auditStudy(), place); }

    QStringList remarks() const override
    {
        QStringList parts;
        for (const auto& [verdict, words] :
            {std::pair(AuditVerdict::follows, tr("%1 follow their recipe")), {AuditVerdict::deviates, tr("%1 deviate")},
                {AuditVerdict::trained, tr("%1 trained")}, {AuditVerdict::unknown, tr("%1 without a known recipe")}})
            if (const auto n = std::ranges::count_if(shownPlaces(),
                    [&, verdict = verdict](std::size_t place) { return auditStudy()->part(place).verdict == verdict; }))
                parts << words.arg(n);
        return parts;
    }

    bool isMarked(std::size_t place, const QString& column) const override
    {
        return column == QLatin1String("verdict") && auditStudy()->part(place).verdict == AuditVerdict::deviates;
    }
};

}   // namespace

FigureKind figure_audit_table()
{
    return {QStringLiteral("audit_table"), QObject::tr("Table of tensors"), created<AuditTableFigure>,
        {{oneCheckpoint, 2}}, QObject::tr("Table")};
}

}   // namespace stepzero
