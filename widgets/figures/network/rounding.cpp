// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding by depth: how signal and gradient change when every operation is rounded to a format with fewer bits.
#include <array>
#include <cmath>

#include "core/modules/precision.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

enum class Told { error, size, flushed };

/// The signal or the gradient.
struct Way {
    QString key, name;
    bool gradient;
    Quantity error, size, flushed;

    Quantity of(Told show) const { return show == Told::error ? error : show == Told::size ? size : flushed; }
    Site site(const BlockSource& s, int place) const { return gradient ? s.gradientSite(place) : s.streamSite(place); }
};

class RoundingFigure : public BlockFigure {
public:
    explicit RoundingFigure(QWidget* parent) : BlockFigure(parent)
    {
        addChoice(view_, QStringLiteral("show"),
            {{Told::error, "error", tr("Relative error")}, {Told::size, "size", tr("RMS compared with float32")},
                {Told::flushed, "flushed", tr("Fraction that becomes 0")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("block"), QStringLiteral("step")}, {}};
        for (const Way& way : ways())
            for (const Told show : {Told::error, Told::size, Told::flushed})
                table.header << QString::fromLatin1(quantity_name(way.of(show)).data());
        table.header << QStringLiteral("predicted_rounding_error");
        if (!study())
            return table;
        const BlockSource s = blockSource(*study());
        for (int place = s.first(); place < s.places(); ++place) {
            QStringList row {QString::number(s.blockOf(place)),
                place > 0 && !s.steps().empty() ? QString::fromStdString(s.stepOf(place).word) : QString()};
            for (const Way& way : ways())
                for (const Told show : {Told::error, Told::size, Told::flushed})
                    row << exactNumber(s.measured(way.site(s, place), way.of(show)));
            row << exactNumber(s.predicted(s.streamSite(place), Quantity::rounding_error));
            table.rows << row;
        }
        return table;
    }

protected:
    void rebuild() override
    {
        clear();
        const BlockSource s = blockSource(*study());
        const Measure& measure = study()->experiment.measure;
        const PrecisionInfo& info = precision_info(measure);
        const Told shown = show();
        offer(QStringLiteral("theory"), shown != Told::flushed);
        Frame f;
        f.yScale = shown == Told::flushed ? Scale::percent : Scale::log10;
        f.yLabel = shown == Told::error ? tr("relative error")
            : shown == Told::size       ? tr("RMS")
                                        : tr("fraction that becomes 0");
        if (info.forward == FloatFormat::float32) {
            f.quiet = tr("choose a precision under Run to compare with float32");
            finish(f, s.depth());
            return;
        }
        bool any = false;
        for (const Way& way : ways()) {
            const QColor color = way.gradient ? style().theme.gradient : style().theme.forward;
            BlockLine line {
                way.key, color, way.gradient ? BlockMark::triangle : BlockMark::disc, 1.8, s.places() <= 65, {}};
            BlockTheory theory {way.key, style().theme.text, Qt::SolidLine, {}};
            for (int place = s.first(); place < s.places(); ++place) {
                const Site site = way.site(s, place);
                line.x << s.xOf(place);
                line.y << coordinate(s.measured(site, way.of(shown)));
                theory.y << beside(s, way, place);
            }
            theory.x = line.x;
            if (std::none_of(line.y.begin(), line.y.end(), [](double y) { return std::isfinite(y); }))
                continue;
            any = true;
            add(line);
            f.legend << LegendEntry {way.key, way.name, color, LegendEntry::Mark::line, endOf(line.y)};
            if (toggled(QStringLiteral("theory")) && shown != Told::flushed)
                add(theory);
        }
        if (shown == Told::error && (hasTheory() || isOff(QStringLiteral("theory"))))
            f.legend << theoryEntry();
        if (shown == Told::size && hasTheory())
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("float32"), style().theme.text, LegendEntry::Mark::line, std::nullopt};
        for (const Remark& remark : study()->measurement->remarks)
            f.notes << translated(remark.text);
        f.notes << about(info, measure);
        if (!any)
            f.quiet = missingText(*study());
        finish(f, s.depth(), shown == Told::flushed ? std::optional(Range {0, 1.02}) : std::nullopt);
    }

    QString readoutAt(const QPointF& value) const override
    {
        const BlockSource s = blockSource(*shownStudy());
        const int place = std::max(s.first(), s.placeAt(value.x()));
        QStringList parts {s.nameOf(place)};
        for (const Way& way : ways()) {
            const double found = s.measured(way.site(s, place), way.of(show()));
            if (std::isfinite(found))
                parts << way.name + QLatin1Char(' ')
                        + (show() == Told::flushed ? QString::number(100 * found, 'f', 2) + QStringLiteral("%")
                                                   : aligned(found));
        }
        const double theory = s.predicted(s.streamSite(place), Quantity::rounding_error);
        if (show() == Told::error && std::isfinite(theory))
            parts << tr("theory %1").arg(aligned(theory));
        return parts.join(QStringLiteral(" · "));
    }

private:
    static const std::array<Way, 2>& ways()
    {
        using enum Quantity;
        const auto& all = inEachLanguage([] {
            return std::array<Way, 2> {
                {{QStringLiteral("signal"), tr("signal"), false, rounding_error, rounded_rms, flushed_fraction},
                    {QStringLiteral("gradient"), tr("gradient"), true, gradient_rounding_error, rounded_gradient_rms,
                        flushed_gradient_fraction}}};
        });
        return all;
    }

    Told show() const { return view_.value(); }
    double coordinate(double number) const
    {
        return show() == Told::flushed ? number : axisValue(std::log10(number), true);
    }

    /// Returns the reference for a line: its theory, or for a size its value in float32.
    double beside(const BlockSource& s, const Way& way, int place) const
    {
        if (show() == Told::size)
            return axisValue(
                s.measured(way.site(s, place), way.gradient ? Quantity::gradient_rms : Quantity::rms), true);
        if (show() == Told::error && !way.gradient)
            return coordinate(s.predicted(s.streamSite(place), Quantity::rounding_error));
        return nan;
    }

    static QString about(const PrecisionInfo& info, const Measure& measure)
    {
        const FloatRange& range = float_range(info.forward);
        QString text = tr("%1: relative spacing %2, from %3 to %4")
                           .arg(translated(info.label), powerOfTwo(1 - range.significant_bits),
                               powerOfTwo(std::log2(range.smallest_subnormal)), pretty(range.largest));
        if (measure.loss_scale != 1)
            text += tr(" · loss scale %1").arg(powerOfTwo(std::log2(measure.loss_scale)));
        return text;
    }

    ChoiceOf<Told> view_;
};

}   // namespace

FigureKind figure_rounding()
{
    return {QStringLiteral("rounding"), QObject::tr("Rounding error by layer"), created<RoundingFigure>,
        {{networkLayers, 2}, {networkStream, 4}, {networkTokens, 4}}, QObject::tr("Rounding")};
}

}   // namespace stepzero
