// SPDX-License-Identifier: GPL-3.0-or-later
// Experts by block: the fraction of tokens that each expert of a mixture receives, relative to an even distribution.
#include <qcustomplot.h>

#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"

namespace stepzero {

namespace {

constexpr Range factors {-2, 2};   // range of the colours, log2

/// Returns the loads of a block; empty before it is measured, and without experts.
const std::vector<ExpertLoad>& loadsOf(const Study& study, int block)
{
    static const std::vector<ExpertLoad> none;
    const SiteRecord* router = study.measurement->block(block).find("router");
    return router ? router->experts : none;
}

double evenShare(const Study& study)
{
    const ExpertsStructure experts = *structure_of(study.experiment.network).experts;
    return double(experts.chosen) / experts.count;
}

class ExpertsFigure : public NetworkFigure<PlotFigure> {
public:
    explicit ExpertsFigure(QWidget* parent) : NetworkFigure(parent), map_(new QCPColorMap(plot().xAxis, plot().yAxis))
    {
        map_->setGradient(gradientOf(viridis()));
        map_->setDataRange(QCPRange(factors.low, factors.high));
        map_->setInterpolate(false);
        map_->setTightBoundary(false);   // cells extend half a block beyond their centre
        map_->setAntialiased(false);
    }

    FigureTable table() const override { return tableOf(study().get()); }

private:
    /// Returns the table of a study; for null, its header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {
            {QStringLiteral("block"), QStringLiteral("expert"), QStringLiteral("load"), QStringLiteral("probability")},
            {}};
        for (int block = 1; study && block <= study->plan->depth(); ++block)
            for (std::size_t i = 0; i < loadsOf(*study, block).size(); ++i) {
                const ExpertLoad& expert = loadsOf(*study, block)[i];
                table.rows << QStringList {QString::number(block), QString::number(i + 1), exactNumber(expert.load),
                    exactNumber(expert.probability)};
            }
        return table;
    }

protected:
    void rebuild() override
    {
        const auto mixture = structure_of(study()->experiment.network).experts;
        const int depth = study()->plan->depth(), experts = mixture ? mixture->count : 0;
        Frame f;
        putLayersOnX(f);
        f.right = 64;
        f.xHome = {0.5, depth + 0.5};
        f.yHome = {0.5, std::max(1, experts) + 0.5};
        f.yScale = Scale::count;
        f.yLabel = tr("expert");
        // A single row or column would have no width, so it is split into two halves.
        const int columns = std::max(2, depth), rows = std::max(2, experts);
        QCPColorMapData* grid = map_->data();
        grid->setSize(columns, rows);
        grid->setRange(depth > 1 ? QCPRange(1, depth) : QCPRange(0.75, 1.25),
            experts > 1 ? QCPRange(1, experts) : QCPRange(0.75, 1.25));
        grid->fill(nan);
        const double even = mixture ? evenShare(*study()) : 1;
        bool any = false;
        for (int x = 0; x < columns; ++x) {
            const auto& loads = loadsOf(*study(), std::min(x + 1, depth));
            any = any || !loads.empty();
            for (int y = 0; y < rows && !loads.empty(); ++y) {
                const double load = loads[std::size_t(std::min(y, experts - 1))].load;
                grid->setCell(x, y, std::clamp(std::log2(load / even), factors.low, factors.high));
            }
        }
        if (!any)
            f.quiet = experts == 0 ? tr("no experts") : missingText(*study());
        setFrame(f);
    }

    void drawUnder(QPainter&, const Canvas&) override { }   // a line at the chosen block would hide it
    void drawOver(QPainter& painter, const Canvas& c) override { drawChosenColumn(painter, c); }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        const QStringList words {QStringLiteral("≤ ¼"), QStringLiteral("½"), QStringLiteral("1"), QStringLiteral("2"),
            QStringLiteral("≥ 4")};
        QVector<Tick> ticks;
        for (int i = 0; i < int(words.size()); ++i)
            ticks << Tick {i / double(words.size() - 1), words[i]};
        drawColorScale(painter, style(), c.plot, viridis(), ticks, tr("× uniform load"));
    }

    QString readoutAt(const QPointF& value) const override
    {
        const int block = layerOf(value.x()), expert = int(std::lround(value.y()));
        const auto& loads = loadsOf(*shownStudy(), block);
        if (expert < 1 || expert > int(loads.size()))
            return {};
        return tr("block %1, expert %2: %3% of the tokens, uniform: %4%")
            .arg(block)
            .arg(expert)
            .arg(pretty(100 * loads[std::size_t(expert - 1)].load), pretty(100 * evenShare(*shownStudy())));
    }

private:
    QCPColorMap* map_;   // owned by the plot
};

}   // namespace

FigureKind figure_experts()
{
    return {QStringLiteral("experts"), QObject::tr("Experts by block"), created<ExpertsFigure>, {{networkTokens, -1}},
        QObject::tr("Experts")};
}

}   // namespace stepzero
