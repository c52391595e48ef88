// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and roles of a captured model as a map. The colour is the RMS of outputs, gradients or weights, or its ratio
// to the capture that is compared with.
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/role_map.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class CaptureMapFigure : public CaptureFigure<RoleMap> {
public:
    explicit CaptureMapFigure(QWidget* parent) : CaptureFigure(parent)
    {
        addChoice(quantity_, QStringLiteral("what"),
            {{CaptureQuantity::output, "output", tr("RMS of the output")},
                {CaptureQuantity::gradient, "gradient", tr("RMS of the gradient")},
                {CaptureQuantity::weight, "weight", tr("RMS of the weights")},
                {CaptureQuantity::weight_gradient, "weight_gradient", tr("RMS of the weights' gradient")},
                {CaptureQuantity::update, "update", tr("Update-to-weight ratio")}});
        addToggle(QStringLiteral("relative"), tr("Relative to the other capture"), true);
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("name"), QStringLiteral("block"), QStringLiteral("role"),
                               QStringLiteral("value"), QStringLiteral("before"), QStringLiteral("log2_ratio")},
            {}};
        const CaptureStudyPtr study = captureStudy();
        if (!study)
            return table;
        for (const std::size_t place : placesOf(*study)) {
            const auto now = quantity_of(*study, place, quantity_.value()),
                       before = quantity_before(*study, place, quantity_.value());
            table.rows << QStringList {QString::fromStdString(study->name_of(place)),
                QString::number(study->block_of(place)), QString::fromStdString(study->role_of(place)),
                exactNumber(now), exactNumber(before),
                now && before && *now > 0 && *before > 0 ? exactNumber(std::log2(*now / *before)) : QString()};
        }
        return table;
    }

protected:
    void rebuild() override
    {
        const CaptureStudy& study = *captureStudy();
        offer(QStringLiteral("relative"), study.before != nullptr);
        const std::vector<std::size_t> places = placesOf(study);
        QVector<RolePlace> all;
        for (const std::size_t place : places) {
            const CaptureFinding* finding = study.finding_of(place);
            all << RolePlace {place, study.block_of(place), rowName(place), rowName(place), true,
                finding ? 1.0 + int(finding->severity) : 0};
        }
        Frame f;
        f.yLabel = quantityText();
        if (isRelative())
            f.yLabel = tr("%1 / that of %2").arg(f.yLabel, translated(study.against));
        if (places.empty())
            f.quiet
                = is_of_modules(quantity_.value()) ? tr("no modules were recorded") : tr("no parameters were recorded");
        else if (std::ranges::none_of(places, [this](std::size_t place) { return std::isfinite(valueOf(place)); }))
            f.quiet = emptyText();
        if (!f.quiet.isEmpty())
            all.clear();
        else if (const QString signs = signsText(study, places); !signs.isEmpty())
            f.notes << signs;
        showCells(roleCells(all), isRelative() ? octaves() : decadesOf(places), f);
    }

    /// Returns decades, or octaves of a ratio.
    double valueOf(std::size_t place) const override
    {
        const CaptureStudy& study = *captureStudy();
        const auto now = quantity_of(study, place, quantity_.value());
        if (!now || *now <= 0)
            return nan;
        if (!isRelative())
            return std::log10(*now);
        const auto before = quantity_before(study, place, quantity_.value());
        return before && *before > 0 ? std::log2(*now) - std::log2(*before) : nan;
    }

    Sign signOf(const RoleCell& cell) const override
    {
        return std::ranges::any_of(cell.places, [this](std::size_t place) { return isNamed(*captureStudy(), place); })
            ? Sign::cross
            : Sign::none;
    }

    QString nameOf(std::size_t place) const override { return QString::fromStdString(captureStudy()->name_of(place)); }
    QString textOf(std::size_t place) const override { return placeText(*captureStudy(), place); }
    std::optional<std::size_t> chosenPlace() const override
    {
        return is_of_modules(quantity_.value()) ? captureStudy()->chosen_module() : captureStudy()->chosen_parameter();
    }

private:
    bool isRelative() const { return captureStudy()->before && toggled(QStringLiteral("relative")); }

    static bool isNamed(const CaptureStudy& study, std::size_t place)
    {
        const CaptureFinding* finding = study.finding_of(place);
        return finding && finding->severity != Severity::note;
    }

    /// Returns the places that can have the quantity. Calls of a module after the first have no row.
    std::vector<std::size_t> placesOf(const CaptureStudy& study) const
    {
        std::vector<std::size_t> all;
        for (std::size_t place = 0; place < study.places(); ++place) {
            const CapturedModule* module = study.module(place);
            if (is_of_modules(quantity_.value()) ? module && module->call == 1 : !module)
                all.push_back(place);
        }
        return all;
    }

    QString rowName(std::size_t place) const
    {
        const CapturedModule* module = captureStudy()->module(place);
        if (module && is_block_output(*module))
            return tr("whole block");
        return QString::fromStdString(captureStudy()->role_of(place));
    }

    QString quantityText() const
    {
        switch (quantity_.value()) {
        case CaptureQuantity::output:
            return tr("RMS of the output");
        case CaptureQuantity::gradient:
            return tr("RMS of the gradient");
        case CaptureQuantity::weight:
            return tr("RMS of the weights");
        case CaptureQuantity::weight_gradient:
            return tr("RMS of the weights' gradient");
        case CaptureQuantity::update:
            break;
        }
        return tr("update-to-weight ratio");
    }

    QString emptyText() const
    {
        if (isRelative())
            return tr("nothing in common with %1").arg(translated(captureStudy()->against));
        switch (quantity_.value()) {
        case CaptureQuantity::gradient:
        case CaptureQuantity::weight_gradient:
            return captureStudy()->capture->has_backward() ? tr("no gradient is finite and above 0")
                                                           : tr("no backward pass was captured");
        case CaptureQuantity::update:
            return tr("one pass only: capture_steps records updates");
        case CaptureQuantity::weight:
            return tr("no weight is finite and above 0");
        case CaptureQuantity::output:
            break;
        }
        return tr("no output is finite and above 0");
    }

    QString signsText(const CaptureStudy& study, const std::vector<std::size_t>& places) const
    {
        QStringList words;
        if (std::ranges::any_of(places, [&](std::size_t place) { return isNamed(study, place); }))
            words << tr("✕ named by a finding");
        if (std::ranges::any_of(places, [this](std::size_t place) { return !std::isfinite(valueOf(place)); }))
            words << (isRelative() ? tr("hatched: zero, or not in both captures")
                                   : tr("hatched: zero, or not recorded"));
        return words.join(QStringLiteral(" · "));
    }

    ChoiceOf<CaptureQuantity> quantity_;
};

}   // namespace

FigureKind figure_capture_map()
{
    return {QStringLiteral("capture_map"), QObject::tr("Modules by block and role"), created<CaptureMapFigure>,
        {{oneCapture, 1}}, QObject::tr("Map")};
}

}   // namespace stepzero
