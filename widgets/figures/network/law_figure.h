// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram of sampled numbers and the distribution that they were sampled from.
#pragma once

#include <cmath>

#include "widgets/figures/frame/chart_figure.h"
#include "widgets/figures/frame/outline.h"
#include "widgets/figures/frame/predicted.h"
#include "widgets/figures/network/network_figure.h"

class QAreaSeries;
class QLineSeries;

namespace stepzero {

class LawFigure : public NetworkFigure<ChartFigure>, public PredictedFigure {
public:
    explicit LawFigure(QWidget* parent);

    FigureTable table() const override;
    /// Returns the shape of the distribution that the numbers were sampled from.
    std::optional<TheoryCurve> theoryCurve(const QSize& size) const override;

protected:
    /// Returns the shown part of a study; null: nothing is shown, for the reason that absence() returns.
    virtual const WeightView* viewOf(const Study& study) const = 0;
    virtual QString absence() const { return {}; }
    /// Returns the distribution to draw next to that of the figure's own study; null: none.
    virtual const Distribution* drawnOf(const Study& study) const;
    virtual QString quantity() const = 0;   ///< quantity on the x axis: "weight"
    virtual QString subjectOf(const Study& study) const = 0;   ///< owner of the quantity: "layer 3"
    virtual bool isLog() const { return false; }   ///< true when the numbers are log10
    virtual QString noteOf(const WeightView& view) const;

    bool showsPins() const override { return true; }
    // the theoretical distribution is available at once
    bool awaitsStudy(const Study&) const override { return false; }
    void rebuild() override;
    /// Draws the mean and mean ± 1 standard deviation, as hairlines below the data.
    void drawMarks(QPainter& painter, const Canvas& c) override;
    void drawOver(QPainter& painter, const Canvas& c) override;
    QString readoutAt(const QPointF& value) const override;

    double valueAt(double x) const { return isLog() ? std::pow(10.0, x) : x; }

private:
    /// Returns whether the weights come from a file. They were then not sampled from the theoretical distribution.
    bool wasRead() const { return study()->plan->given != nullptr; }
    bool wasTrained() const { return study()->step > 0; }
    FigureTable tableOf(const Study* shown) const;
    QVector<LegendEntry> legendOf(const WeightView& view) const;
    QVector<PinnedSample> pinnedSamples() const;
    /// Returns how far the samples of a pin are from the figure's own; empty where they have no distance.
    QStringList notesOf(const PinnedSample& pinned, const Distribution& own) const;
    void drawSeries(const WeightView& view);

    Outline bars_;   // as drawn
    QLineSeries *outline_, *floor_;
    QAreaSeries* area_;
    QLineSeries *density_, *estimate_;
};

}   // namespace stepzero
