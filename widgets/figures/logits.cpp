// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class LogitsFigure : public PlotFigure {
public:
    explicit LogitsFigure(QWidget* parent) : PlotFigure(tr("Logits"), parent) { }
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

Figure* createLogits(QWidget* parent) { return new LogitsFigure(parent); }

}   // namespace stepzero
