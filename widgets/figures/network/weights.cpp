// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of the chosen layer, or of the chosen matrix of a block: the samples, and the distribution that they come
// from.
#include "widgets/figures/figures.h"
#include "widgets/figures/network/law_figure.h"
#include "widgets/figures/network/matrix_choice.h"

namespace stepzero {

namespace {

class WeightsFigure : public LawFigure {
public:
    explicit WeightsFigure(QWidget* parent) : LawFigure(parent), matrix_(new MatrixChoice(this)) { }

    QList<QAction*> choices() const override { return LawFigure::choices() + matrix_->actions(); }

protected:
    void rebuild() override
    {
        matrix_->follow(*study());
        LawFigure::rebuild();
    }

    const WeightView* viewOf(const Study& s) const override { return s.weights.get(); }
    /// Returns the weights of the chosen layer in a network of plain layers; otherwise, those of the matrix that the
    /// study shows.
    const Distribution* drawnOf(const Study& s) const override
    {
        if (!is_layered(s) || s.weights->layer == study()->weights->layer)
            return LawFigure::drawnOf(s);
        const int layer = study()->weights->layer;
        return layer <= s.measurement->depth() ? s.measurement->weight(layer) : nullptr;
    }
    QString quantity() const override { return tr("weight"); }
    QString subjectOf(const Study& s) const override
    {
        return is_layered(s) ? tr("layer %1").arg(s.weights->layer) : matrixText(s);
    }

private:
    MatrixChoice* matrix_;   // owned as a child
};

}   // namespace

FigureKind figure_weights()
{
    return {QStringLiteral("weights"), QObject::tr("Weights of the selected layer"), created<WeightsFigure>,
        {{networkLayers, 1}, {networkStream, 1}, {networkTokens, 1}}, QObject::tr("Weights")};
}

}   // namespace stepzero
