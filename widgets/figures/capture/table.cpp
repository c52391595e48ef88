// SPDX-License-Identifier: GPL-3.0-or-later
// The modules of a capture in rows, in the order of execution, or its parameters.
#include <algorithm>
#include <numeric>

#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/sorted_table.h"
#include "widgets/language/audit_words.h"

namespace stepzero {

namespace {

using Number = std::optional<double>;
using Statistic = Number CapturedMoments::*;

Number statisticOf(const std::optional<CapturedMoments>& moments, Statistic statistic)
{
    return moments ? (*moments).*statistic : std::nullopt;
}

Number notFinite(const std::optional<CapturedMoments>& moments)
{
    return moments ? Number(double(moments->not_finite)) : std::nullopt;
}

PlaceColumn ratioColumn(const CaptureStudyPtr& study, const QString& id, const QString& over, CaptureQuantity quantity)
{
    return numberColumn(id, over, QObject::tr("ratio"), 2, [study, quantity](std::size_t p) -> Number {
        const Number now = quantity_of(*study, p, quantity), before = quantity_before(*study, p, quantity);
        return now && before && *before > 0 ? Number(*now / *before) : std::nullopt;
    });
}

PlaceColumn findingColumn(const CaptureStudyPtr& study)
{
    return wordColumn(QStringLiteral("finding"), QObject::tr("finding"), 1, [study](std::size_t p) {
        const CaptureFinding* finding = study->finding_of(p);
        return finding ? findingText(*finding) : QString();
    });
}

PlaceColumn nameColumn(const CaptureStudyPtr& study, const QString& id, const QString& name)
{
    return wordColumn(id, name, 0, [study](std::size_t p) { return QString::fromStdString(study->name_of(p)); });
}

PlaceColumn blockColumn(const CaptureStudyPtr& study)
{
    return countColumn(QStringLiteral("block"), QObject::tr("block"), 10,
        [study](std::size_t p) { return study->block_of(p) > 0 ? Number(study->block_of(p)) : std::nullopt; });
}

QVector<PlaceColumn> moduleColumns(const CaptureStudyPtr& study)
{
    using Module = const CapturedModule&;
    const auto of = [study](auto value) {
        return [study, value](std::size_t p) -> decltype(value(*study->module(p))) { return value(*study->module(p)); };
    };
    const auto statistic = [&](const QString& id, const QString& over, const QString& name, int rank,
                               std::optional<CapturedMoments> CapturedModule::*side, Statistic what) {
        return numberColumn(id, over, name, rank, of([side, what](Module m) { return statisticOf(m.*side, what); }));
    };
    const QString output = QObject::tr("output"), gradient = QObject::tr("gradient"), rms = QObject::tr("RMS");
    QVector<PlaceColumn> columns {nameColumn(study, QStringLiteral("module"), QObject::tr("module")),
        findingColumn(study),
        statistic(QStringLiteral("output_rms"), output, rms, 2, &CapturedModule::output, &CapturedMoments::rms),
        statistic(QStringLiteral("gradient_rms"), gradient, rms, 3, &CapturedModule::gradient, &CapturedMoments::rms),
        wordColumn(QStringLiteral("class"), QObject::tr("class"), 4,
            of([](Module m) { return QString::fromStdString(m.class_name); })),
        statistic(QStringLiteral("output_mean"), output, QObject::tr("mean"), 5, &CapturedModule::output,
            &CapturedMoments::mean),
        statistic(QStringLiteral("output_largest"), output, QObject::tr("max |x|"), 6, &CapturedModule::output,
            &CapturedMoments::largest),
        statistic(QStringLiteral("output_zeros"), output, QObject::tr("zeros"), 7, &CapturedModule::output,
            &CapturedMoments::zeros),
        statistic(QStringLiteral("output_dead"), output, QObject::tr("dead"), 8, &CapturedModule::output,
            &CapturedMoments::dead),
        statistic(QStringLiteral("output_saturated"), output, QObject::tr("saturated"), 9, &CapturedModule::output,
            &CapturedMoments::saturated),
        blockColumn(study), wordColumn(QStringLiteral("kind"), QObject::tr("kind"), 11, of([](Module m) {
            return QString::fromLatin1(word(m.kind));
        })),
        wordColumn(QStringLiteral("shape"), QObject::tr("shape"), 12,
            of([](Module m) { return m.output ? shapeText(*m.output) : QString(); })),
        wordColumn(QStringLiteral("dtype"), QObject::tr("format"), 13,
            of([](Module m) { return m.output ? QString::fromStdString(m.output->dtype) : QString(); })),
        numberColumn(QStringLiteral("output_not_finite"), output, QObject::tr("not finite"), 14,
            of([](Module m) { return notFinite(m.output); })),
        numberColumn(QStringLiteral("gradient_not_finite"), gradient, QObject::tr("not finite"), 15,
            of([](Module m) { return notFinite(m.gradient); }))};
    if (study->before) {
        columns.insert(3, ratioColumn(study, QStringLiteral("output_ratio"), output, CaptureQuantity::output));
        columns.insert(5, ratioColumn(study, QStringLiteral("gradient_ratio"), gradient, CaptureQuantity::gradient));
    }
    return columns;
}

QVector<PlaceColumn> parameterColumns(const CaptureStudyPtr& study)
{
    using Parameter = const CapturedParameter&;
    const auto of = [study](auto value) {
        return [study, value](
                   std::size_t p) -> decltype(value(*study->parameter(p))) { return value(*study->parameter(p)); };
    };
    const auto weight = [&](const QString& id, const QString& name, int rank, Statistic what) {
        return numberColumn(id, QObject::tr("weights"), name, rank, of([what](Parameter p) { return p.value.*what; }));
    };
    QVector<PlaceColumn> columns {nameColumn(study, QStringLiteral("parameter"), QObject::tr("parameter")),
        findingColumn(study), weight(QStringLiteral("rms"), QObject::tr("RMS"), 2, &CapturedMoments::rms),
        numberColumn(QStringLiteral("gradient_rms"), QObject::tr("gradient"), QObject::tr("RMS"), 3,
            of([](Parameter p) { return statisticOf(p.gradient, &CapturedMoments::rms); })),
        numberColumn(QStringLiteral("update"), QObject::tr("update"), QObject::tr("ratio"), 4,
            of([](Parameter p) { return p.update; })),
        wordColumn(
            QStringLiteral("shape"), QObject::tr("shape"), 5, of([](Parameter p) { return shapeText(p.value); })),
        weight(QStringLiteral("mean"), QObject::tr("mean"), 6, &CapturedMoments::mean),
        weight(QStringLiteral("std"), QObject::tr("σ"), 7, &CapturedMoments::std),
        weight(QStringLiteral("min"), QObject::tr("min"), 8, &CapturedMoments::min),
        weight(QStringLiteral("max"), QObject::tr("max"), 9, &CapturedMoments::max), blockColumn(study),
        numberColumn(QStringLiteral("largest_singular_value"), QObject::tr("largest"), QObject::tr("singular value"),
            11, of([](Parameter p) -> Number {
                return p.singular_values.empty() ? std::nullopt : Number(p.singular_values.front());
            })),
        numberColumn(QStringLiteral("equal_rows"), QObject::tr("equal"), QObject::tr("rows"), 12,
            of([](Parameter p) -> Number { return p.equal_rows; })),
        wordColumn(QStringLiteral("class"), QObject::tr("class"), 13,
            of([](Parameter p) { return QString::fromStdString(p.module_class); })),
        wordColumn(QStringLiteral("dtype"), QObject::tr("format"), 14,
            of([](Parameter p) { return QString::fromStdString(p.value.dtype); })),
        wordColumn(QStringLiteral("trainable"), QObject::tr("trainable"), 15,
            of([](Parameter p) { return p.trainable ? QStringLiteral("yes") : QStringLiteral("no"); }))};
    if (study->before)
        columns.insert(3, ratioColumn(study, QStringLiteral("ratio"), QObject::tr("weights"), CaptureQuantity::weight));
    if (study->weights.audit) {
        columns.insert(2, wordColumn(QStringLiteral("verdict"), QObject::tr("verdict"), 1, [study](std::size_t p) {
            const AuditedTensor* tensor = study->audited_tensor(p);
            return tensor ? verdictText(tensor->verdict) : QString();
        }));
        columns.insert(3,
            numberColumn(QStringLiteral("recipe_ratio"), QObject::tr("σ over"), QObject::tr("recipe's"), 2,
                [study](std::size_t p) -> Number {
                    const AuditedTensor* tensor = study->audited_tensor(p);
                    return tensor && tensor->parts.empty() && tensor->whole.law && !tensor->whole.law->range
                        ? tensor->whole.ratio()
                        : std::nullopt;
                }));
    }
    return columns;
}

class CaptureTableFigure : public CaptureFigure<SortedTable> {
public:
    explicit CaptureTableFigure(QWidget* parent) : CaptureFigure(parent)
    {
        addChoice(parameters_, QStringLiteral("rows"),
            {{false, "modules", tr("Modules")}, {true, "parameters", tr("Parameters")}});
    }

protected:
    QVector<PlaceColumn> columnsOf() const override
    {
        return parameters_.value() ? parameterColumns(captureStudy()) : moduleColumns(captureStudy());
    }
    std::vector<std::size_t> allPlaces() const override
    {
        const std::size_t modules = captureStudy()->capture->modules.size(), first = parameters_.value() ? modules : 0,
                          end = parameters_.value() ? captureStudy()->places() : modules;
        std::vector<std::size_t> all(end - first);
        std::iota(all.begin(), all.end(), first);
        return all;
    }
    QString filterText() const override { return QString::fromStdString(captureStudy()->filter); }
    std::optional<std::size_t> chosenPlace() const override
    {
        return parameters_.value() ? captureStudy()->chosen_parameter() : captureStudy()->chosen_module();
    }
    QString allText(int rows) const override
    {
        return parameters_.value() ? tr("%n parameter(s)", nullptr, rows) : tr("%n call(s) of modules", nullptr, rows);
    }
    QStringList remarks() const override
    {
        const auto named = std::ranges::count_if(
            shownPlaces(), [this](std::size_t place) { return captureStudy()->finding_of(place) != nullptr; });
        return named > 0 ? QStringList {tr("%1 named by a finding").arg(named)} : QStringList();
    }
    QString emptyText() const override
    {
        return !captureStudy()->filter.empty() ? tr("no row matches the filter")
            : parameters_.value()              ? tr("no parameters were recorded")
                                               : tr("no modules were recorded");
    }
    QString readoutOf(std::size_t place) const override { return placeText(*captureStudy(), place); }
    bool isMarked(std::size_t place, const QString& column) const override
    {
        if (const AuditedTensor* tensor
            = column == QLatin1String("verdict") ? captureStudy()->audited_tensor(place) : nullptr)
            return tensor->verdict == AuditVerdict::deviates;
        const CaptureFinding* finding
            = column == QLatin1String("finding") ? captureStudy()->finding_of(place) : nullptr;
        return finding && finding->severity != Severity::note;
    }

private:
    ChoiceOf<bool> parameters_;
};

}   // namespace

FigureKind figure_capture_table()
{
    return {QStringLiteral("capture_table"), QObject::tr("Table of modules and parameters"),
        created<CaptureTableFigure>, {{oneCapture, 4}}, QObject::tr("Table")};
}

}   // namespace stepzero
