// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figures.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {
class SimilarityFigure : public PlotFigure {
public:
    explicit SimilarityFigure(QWidget* parent) : PlotFigure(tr("Similarity"), parent) { }
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

Figure* createSimilarity(QWidget* parent) { return new SimilarityFigure(parent); }

}   // namespace stepzero
