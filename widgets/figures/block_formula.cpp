// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class BlockFormulaFigure : public PlotFigure {
public:
    explicit BlockFormulaFigure(QWidget* parent) : PlotFigure(tr("BlockFormula"), parent) { }
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

Figure* createBlockFormula(QWidget* parent) { return new BlockFormulaFigure(parent); }

}   // namespace stepzero
