// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class CompareFigure : public PlotFigure {
public:
    explicit CompareFigure(QWidget* parent) : PlotFigure(tr("Compare"), parent) { }
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

Figure* createCompare(QWidget* parent) { return new CompareFigure(parent); }

}   // namespace stepzero
