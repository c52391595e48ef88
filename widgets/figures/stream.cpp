// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class StreamFigure : public PlotFigure {
public:
    explicit StreamFigure(QWidget* parent) : PlotFigure(tr("Stream"), parent) { }
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

Figure* createStream(QWidget* parent) { return new StreamFigure(parent); }

}   // namespace stepzero
