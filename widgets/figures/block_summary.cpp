// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class BlockSummaryFigure : public PlotFigure {
public:
    explicit BlockSummaryFigure(QWidget* parent) : PlotFigure(tr("BlockSummary"), parent) { }
    FigureTable table() const override { return {}; }

protected:
    void rebuild() override
    {
        Frame f;
        f.xHome = f.yHome = {0, 1};
        setFrame(f);
    }
};
}   // namespace

Figure* createBlockSummary(QWidget* parent) { return new BlockSummaryFigure(parent); }

}   // namespace stepzero
