// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class AttentionFigure : public PlotFigure {
public:
    explicit AttentionFigure(QWidget* parent) : PlotFigure(tr("Attention"), parent) { }
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

Figure* createAttention(QWidget* parent) { return new AttentionFigure(parent); }

}   // namespace stepzero
