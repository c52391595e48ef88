// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class AttentionMapFigure : public PlotFigure {
public:
    explicit AttentionMapFigure(QWidget* parent) : PlotFigure(tr("AttentionMap"), parent) { }
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

Figure* createAttentionMap(QWidget* parent) { return new AttentionMapFigure(parent); }

}   // namespace stepzero
