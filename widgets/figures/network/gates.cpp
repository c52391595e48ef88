// SPDX-License-Identifier: GPL-3.0-or-later
// Gates of a recurrent network along its steps: the mean over units and samples of each, and dashed, the fraction that
// is saturated.
#include <array>
#include <cmath>

#include "core/kinds/kinds.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_figure.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

double saturated(const Study& study, int step, const std::string& gate)
{
    return study.measurement->block(step).number(gate, Quantity::saturated_fraction).value_or(nan);
}

double mean(const Study& study, int step, const std::string& gate)
{
    const Distribution* d = study.measurement->block(step).value(gate);
    return d && d->count > 0 ? d->plain(d->mean) : nan;
}

double theoryOf(const Study& study, int step, const std::string& gate)
{
    const Predicted* p = study.prediction->block(step).find(gate, Quantity::mean);
    return p ? p->value : nan;
}

class GatesFigure : public BlockFigure {
public:
    explicit GatesFigure(QWidget* parent) : BlockFigure(parent)
    {
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("step")}, {}};
        if (!study())
            return table;
        const auto infos = gatesOf(*study());
        for (const SiteInfo& info : infos)
            for (const char* what : {"mean", "saturated_fraction", "predicted_mean"})
                table.header << QString::fromStdString(info.role) + QLatin1Char('_') + QLatin1String(what);
        for (int step = 1; step <= study()->plan->depth(); ++step) {
            QStringList row {QString::number(step)};
            for (const SiteInfo& info : infos)
                row << exactNumber(mean(*study(), step, info.role)) << exactNumber(saturated(*study(), step, info.role))
                    << exactNumber(theoryOf(*study(), step, info.role));
            table.rows << row;
        }
        return table;
    }

protected:
    void rebuild() override
    {
        clear();
        const Study& s = *study();
        const int depth = s.plan->depth();
        Frame f;
        f.yLabel = tr("mean, fraction");
        const std::array<QColor, 3> colors {style().theme.forward, style().theme.gradient, style().theme.weights};
        const std::array<BlockMark, 3> marks {BlockMark::disc, BlockMark::triangle, BlockMark::square};
        const std::vector<SiteInfo> infos = gatesOf(s);
        for (std::size_t i = 0; i < infos.size(); ++i) {
            const std::string& gate = infos[i].role;
            const QString key = QString::fromStdString(gate);
            BlockLine line {key, colors[i % 3], marks[i % 3], 1.8, depth <= 100, {}};
            BlockLine dashed {key, colors[i % 3], marks[i % 3], 1.2, false, {}};
            dashed.style = Qt::DashLine;
            BlockTheory theory {key, style().theme.text, Qt::SolidLine, {}};
            for (int step = 1; step <= depth; ++step) {
                line.x << step;
                line.y << mean(s, step, gate);
                dashed.y << saturated(s, step, gate);
                theory.y << theoryOf(s, step, gate);
            }
            dashed.x = theory.x = line.x;
            f.legend << LegendEntry {
                key, translated(infos[i].label), line.color, LegendEntry::Mark::line, std::nullopt};
            add(line);
            add(dashed);
            if (toggled(QStringLiteral("theory")))
                add(theory);
        }
        if (hasTheory())
            f.legend << theoryEntry();
        if (infos.empty())
            f.quiet = s.plan->kind->gates.empty() || isMeasured(s) ? tr("this network has no gates") : missingText(s);
        else
            f.notes << tr("dashed: fraction of saturated gates");
        finish(f, depth, Range {0, 1.02});
    }

    QString readoutAt(const QPointF& value) const override
    {
        const Study& s = *shownStudy();
        const int step = std::clamp(int(std::lround(value.x())), 1, s.plan->depth());
        QString text = translated(s.plan->kind->numbered_unit(step));
        for (const SiteInfo& info : gatesOf(s))
            text += QStringLiteral(" · %1 %2").arg(translated(info.label), pretty(mean(s, step, info.role)));
        return text;
    }

private:
    /// Returns the gates that this network has, among those of its kind.
    static std::vector<SiteInfo> gatesOf(const Study& study)
    {
        std::vector<SiteInfo> has;
        for (const SiteInfo& info : study.plan->kind->gates)
            if (study.measurement->block(1).find(info.role) || study.prediction->block(1).find(info.role))
                has.push_back(info);
        return has;
    }
};

}   // namespace

FigureKind figure_gates()
{
    return {QStringLiteral("gates"), QObject::tr("Gates by step"), created<GatesFigure>, {{networkStream, -1}},
        QObject::tr("Gates")};
}

}   // namespace stepzero
