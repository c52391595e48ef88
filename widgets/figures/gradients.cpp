// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class GradientsFigure : public PlotFigure {
public:
    explicit GradientsFigure(QWidget* parent) : PlotFigure(tr("Gradients"), parent) { }
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

Figure* createGradients(QWidget* parent) { return new GradientsFigure(parent); }

}   // namespace stepzero
