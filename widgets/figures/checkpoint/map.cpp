// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and roles of a checkpoint as a map. The colour is the ratio of each tensor's standard deviation to its recipe,
// or its change since another checkpoint.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/role_map.h"
#include "widgets/language/audit_words.h"

namespace stepzero {

namespace {

class AuditMapFigure : public AuditFigure<RoleMap> {
public:
    explicit AuditMapFigure(QWidget* parent) : AuditFigure(parent)
    {
        addChoice(what_, QStringLiteral("what"),
            {{What::scale, "scale", tr("σ relative to the recipe")}, {What::change, "change", tr("Change ‖ΔW‖/‖W‖")},
                {What::spectral, "spectral", tr("Change ‖ΔW‖₂/√(fan_out/fan_in)")}});
    }

    FigureTable table() const override
    {
        FigureTable table {
            {QStringLiteral("tensor"), QStringLiteral("block"), QStringLiteral("role"), QStringLiteral("std"),
                QStringLiteral("recipe_std"), QStringLiteral("log2_ratio"), QStringLiteral("verdict"),
                QStringLiteral("relative_change"), QStringLiteral("spectral_change"), QStringLiteral("cosine")},
            {}};
        const AuditStudyPtr study = auditStudy();
        for (std::size_t place = 0; study && place < study->places.size(); ++place) {
            const AuditedPart& part = study->part(place);
            const bool drawn = part.law && part.law->below;
            const WeightChange* change = study->change_of(place);
            table.rows << QStringList {QString::fromStdString(study->name_of(place)),
                QString::number(study->tensor(place).understood.block), QString::fromStdString(part.role),
                exactNumber(part.entries.std), drawn ? exactNumber(part.law->std) : QString(),
                drawn && part.ratio() ? exactNumber(std::log2(*part.ratio())) : QString(),
                QString::fromLatin1(word(part.verdict)), change ? exactNumber(change->relative) : QString(),
                change ? exactNumber(change->spectral) : QString(), change ? exactNumber(change->cosine) : QString()};
        }
        return table;
    }

protected:
    void rebuild() override
    {
        const AuditStudy& study = *auditStudy();
        offer(QStringLiteral("what"), study.change != nullptr);
        known_ = std::ranges::any_of(study.audit->tensors, [](const AuditedTensor& tensor) {
            return std::ranges::any_of(
                tensor.judged(), [](const AuditedPart* part) { return part->law && part->law->below; });
        });
        const RoleCells cells = roleCells(placesOf(study));
        std::vector<std::size_t> all(study.places.size());
        std::iota(all.begin(), all.end(), std::size_t(0));
        Frame f;
        f.yLabel = isChange() ? (what_.is(What::spectral) ? tr("change since %1, ‖ΔW‖₂/√(fan_out/fan_in)")
                                                          : tr("change since %1, ‖ΔW‖/‖W‖"))
                                    .arg(QString::fromStdString(study.against))
            : known_ ? tr("σ / recipe's σ")
                     : tr("no known recipe: $σ√fan_in$ instead");
        if (const QString signs = signsText(study, cells); !signs.isEmpty())
            f.notes << signs;
        if (cells.lines.isEmpty())
            f.quiet = tr("no tensors");
        showCells(cells, isChange() ? decadesOf(all) : octaves(), f);
    }

    /// Returns octaves, or decades of a change.
    double valueOf(std::size_t place) const override
    {
        const AuditStudy& study = *auditStudy();
        const AuditedPart& part = study.part(place);
        if (isChange()) {
            const WeightChange* change = study.change_of(place);
            if (!change || change->relative == 0)
                return std::nan("");
            return what_.is(What::change)                   ? std::log10(change->relative)
                : change->spectral && *change->spectral > 0 ? std::log10(*change->spectral)
                                                            : std::nan("");
        }
        if (known_)
            return part.law && part.law->below && part.ratio() ? std::log2(*part.ratio()) : std::nan("");
        const bool weight = part.kind == TensorKind::weight && part.entries.finite() > 0 && part.entries.std > 0;
        return weight ? std::log2(part.entries.std * std::sqrt(double(part.shape.fan_in))) : std::nan("");
    }

    bool isHatched(std::size_t place) const override
    {
        return !isConstantByRecipe(auditStudy()->part(place)) || isChange();
    }

    Sign signOf(const RoleCell& cell) const override
    {
        const AuditStudy& study = *auditStudy();
        if (std::ranges::any_of(cell.places, [&](std::size_t at) { return isMarked(study, at); }))
            return Sign::cross;
        const AuditedPart& part = study.part(cell.places.front());
        return isChange() || !isConstantByRecipe(part) ? Sign::none
            : part.verdict == AuditVerdict::follows    ? Sign::equals
                                                       : Sign::differs;
    }

    QString nameOf(std::size_t place) const override { return roleText(*auditStudy(), place); }

    QString textOf(std::size_t place) const override
    {
        const AuditStudy& study = *shownAudit();
        const QString change = isChange() ? changeText(study, place) : QString();
        return change.isEmpty() ? placeText(study, place)
                                : QString::fromStdString(study.name_of(place)) + QStringLiteral(" · ") + change;
    }

    std::optional<std::size_t> chosenPlace() const override { return shownAudit()->chosen; }

private:
    bool isChange() const { return auditStudy()->change && !what_.is(What::scale); }

    static QVector<RolePlace> placesOf(const AuditStudy& study)
    {
        QVector<RolePlace> all;
        for (std::size_t place = 0; place < study.places.size(); ++place) {
            const AuditedPart& part = study.part(place);
            if (part.kind == TensorKind::buffer)
                continue;
            // Of experts, one that deviates comes first.
            constexpr double deviates = 1e6;
            all << RolePlace {place, study.tensor(place).understood.block,
                QString::fromStdString(study.pattern_of(place)), roleText(study, place),
                part.kind == TensorKind::weight,
                study.deviation(place) + (part.verdict == AuditVerdict::deviates ? deviates : 0)};
        }
        return all;
    }

    static bool isConstantByRecipe(const AuditedPart& part) { return part.law && !part.law->below; }

    static bool isMarked(const AuditStudy& study, std::size_t place)
    {
        const AuditFinding* finding = study.finding_of(place);
        return study.part(place).verdict == AuditVerdict::deviates || (finding && finding->severity != Severity::note);
    }

    /// Explains those signs that occur in the cells.
    QString signsText(const AuditStudy& study, const RoleCells& cells) const
    {
        bool cross = false, equals = false, differs = false, none = false;
        for (const RoleLine& line : cells.lines)
            for (const RoleCell& cell : line.cells) {
                const std::size_t place = cell.places.front();
                const bool marked = isMarked(study, place), constant = isConstantByRecipe(study.part(place));
                cross = cross || marked;
                const bool signed_ = constant && !marked && !isChange(),
                           same = study.part(place).verdict == AuditVerdict::follows;
                equals = equals || (signed_ && same);
                differs = differs || (signed_ && !same);
                none = none || (!std::isfinite(valueOf(place)) && (!constant || isChange()));
            }
        QStringList words;
        if (cross)
            words << tr("✕ deviates");
        if (equals)
            words << tr("= constant, as the recipe specifies");
        if (differs)
            words << tr("≠ differs from the recipe's constant");
        if (none)
            words << (isChange() ? tr("hatched: unchanged, or not in both checkpoints")
                    : known_     ? tr("hatched: no recipe")
                                 : tr("hatched: no weight"));
        return words.join(QStringLiteral(" · "));
    }

    bool known_ = false;   // true when a recipe is known
    enum class What { scale, change, spectral };
    ChoiceOf<What> what_;
};

}   // namespace

FigureKind figure_audit_map()
{
    return {QStringLiteral("audit_map"), QObject::tr("Tensors by block and role"), created<AuditMapFigure>,
        {{oneCheckpoint, 0}}, QObject::tr("Map")};
}

}   // namespace stepzero
