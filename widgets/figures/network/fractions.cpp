// SPDX-License-Identifier: GPL-3.0-or-later
// Dead and saturated by layer: fractions of outputs that are zero or saturated, and of units that are zero for all
// samples.
#include <array>
#include <cmath>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

struct Share {
    QString key, words;
    Quantity quantity;
    bool predicted;   // false: theory makes no prediction
    LegendEntry::Mark mark;
    QColor Theme::*color;
};

class FractionsFigure : public BlockFigure {
public:
    explicit FractionsFigure(QWidget* parent) : BlockFigure(parent)
    {
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 1, tableOf); }

private:
    /// Returns the table of a study; for null, its header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {{QStringLiteral("layer")}, {}};
        for (const Share& share : shares())
            table.header << share.key + QStringLiteral("_fraction");
        for (const Share& share : shares())
            if (share.predicted)
                table.header << QStringLiteral("predicted_%1_fraction").arg(share.key);
        for (int layer = 1; study && layer <= study->plan->depth(); ++layer) {
            QStringList row {QString::number(layer)};
            for (const Share& share : shares())
                row << exactNumber(measured(*study, layer, share));
            for (const Share& share : shares())
                if (share.predicted)
                    row << exactNumber(theoryOf(*study, layer, share));
            table.rows << row;
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    bool drawsSteps() const override { return true; }

    void rebuild() override
    {
        clear();
        const int depth = study()->plan->depth();
        Frame f;
        f.yLabel = tr("fraction");
        f.yScale = Scale::percent;
        bool any = false;
        const auto isSeen = [](double y) { return y > 0; };   // a line of zeros would coincide with the axis
        for (const Share& share : shares()) {
            // Hundreds of steps in thick dashes would blur.
            const bool area = share.mark == LegendEntry::Mark::area, thin = depth > 100 && !area;
            const LegendEntry::Mark mark = thin ? LegendEntry::Mark::line : share.mark;
            BlockLine line {share.key, colorOf(share), BlockMark::disc, area || thin ? 1.0 : 2.0, false, {}};
            BlockTheory theory {share.key, style().theme.text, Qt::SolidLine, {}};
            line.style = mark == LegendEntry::Mark::dashed ? Qt::DashLine : Qt::SolidLine;
            if (area)
                line.fill = style().theme.tint(line.color, 0.35);
            for (int layer = 1; layer <= depth; ++layer) {
                line.x << layer;
                line.y << measured(*study(), layer, share);
                theory.y << (share.predicted ? theoryOf(*study(), layer, share) : nan);
            }
            theory.x = line.x;
            f.legend << LegendEntry {share.key, share.words, line.color, mark, std::nullopt};
            any = any || std::any_of(line.y.begin(), line.y.end(), isSeen);
            add(line);
            if (toggled(QStringLiteral("theory")) && std::any_of(theory.y.begin(), theory.y.end(), isSeen))
                add(theory);
        }
        if (hasTheory() || isOff(QStringLiteral("theory")))
            f.legend << theoryEntry();
        collectPins(f);
        if (!any && !hasTheory() && f.pins.isEmpty())
            f.quiet = !isMeasured(*study()) ? missingText(*study()) : tr("no zero, saturated or dead units");
        finish(f, depth, Range {0, 1.02});
    }

    QString readoutAt(const QPointF& value) const override
    {
        const int layer = std::clamp(int(std::lround(value.x())), 1, shownStudy()->plan->depth());
        QString text = tr("layer %1").arg(layer);
        for (const Share& share : shares()) {
            const auto percent = [](double number) { return QString::number(100 * number, 'f', 1); };
            const double found = measured(*shownStudy(), layer, share);
            text
                += QStringLiteral(" · %1 %2")
                       .arg(share.words, std::isnan(found) ? tr("not measured") : percent(found) + QStringLiteral("%"));
            const double theory = theoryOf(*shownStudy(), layer, share);
            if (!std::isnan(theory))
                text += QStringLiteral(" (theory %1%)").arg(percent(theory));
        }
        return text;
    }

private:
    /// Adds the fractions that are shown and not zero everywhere, since a line on the axis is useless.
    void collectPins(Frame& f) const
    {
        static constexpr std::array<PinFill, 3> fills {PinFill::filled, PinFill::open, PinFill::dotted};
        static constexpr std::array<char16_t, 3> signs {0x25cf, 0x25cb, 0x25c9};
        QStringList words;
        for (std::size_t i = 0; i < fills.size(); ++i) {
            const Share& share = shares()[int(i)];
            bool any = false;
            for (const Pin& pin : pins()) {
                if (!isComparable(*study(), *pin.study) || isOff(share.key))
                    continue;
                PinLine line {pin, {}};
                line.fill = fills[i];
                for (int layer = 1; layer <= pin.study->plan->depth(); ++layer) {
                    line.x << layer;
                    line.y << measured(*pin.study, layer, share);
                }
                if (std::none_of(line.y.begin(), line.y.end(), [](double y) { return y > 0; }))
                    continue;
                any = true;
                addPin(f, line);
            }
            if (any)
                words << QChar(signs[i]) + QLatin1Char(' ') + share.words;
        }
        if (!words.isEmpty())
            f.notes << tr("pinned: %1").arg(joinedText(words, ", "));
    }

    /// Returns NaN where theory makes no prediction.
    static double theoryOf(const Study& study, int layer, const Share& share)
    {
        const Predicted* p = study.prediction->output(layer, share.quantity);
        return p ? p->value : nan;
    }
    /// Returns NaN where it was not measured.
    static double measured(const Study& study, int layer, const Share& share)
    {
        return study.measurement->number(layer, share.quantity).value_or(nan);
    }
    static const QVector<Share>& shares()
    {
        const auto& all = inEachLanguage([] {
            return QVector<Share> {
                {QStringLiteral("zero"), tr("zero"), Quantity::zero_fraction, true, LegendEntry::Mark::area,
                    &Theme::forward},
                {QStringLiteral("saturated"), tr("saturated"), Quantity::saturated_fraction, true,
                    LegendEntry::Mark::line, &Theme::warning},
                {QStringLiteral("dead"), tr("dead units"), Quantity::dead_fraction, false, LegendEntry::Mark::dashed,
                    &Theme::text},
            };
        });
        return all;
    }
    QColor colorOf(const Share& share) const { return style().theme.*share.color; }
};

}   // namespace

FigureKind figure_fractions()
{
    return {QStringLiteral("fractions"), QObject::tr("Dead and saturated units by layer"), created<FractionsFigure>,
        {{networkLayers, 2}}, QObject::tr("Dead, saturated")};
}

}   // namespace stepzero
