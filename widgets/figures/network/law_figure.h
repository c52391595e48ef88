// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram of drawn numbers beside the law that they were drawn from.
#pragma once

#include <cmath>

#include "widgets/figures/frame/chart_figure.h"
#include "widgets/figures/network/network_figure.h"

class QAreaSeries;
class QLineSeries;

namespace stepzero {

class LawFigure : public NetworkFigure<ChartFigure> {
public:
    explicit LawFigure(QWidget* parent);

    FigureTable table() const override;

protected:
    /// What is shown of a study; null: nothing, as absence() says.
    virtual const WeightView* viewOf(const Study& study) const = 0;
    virtual QString absence() const { return {}; }
    /// What stands beside that of the figure's own study; null: it has none.
    virtual const Distribution* drawnOf(const Study& study) const;
    virtual QString quantity() const = 0;   ///< on the x axis: "weight"
    virtual QString subjectOf(const Study& study) const = 0;   ///< whose: "layer 3"
    virtual bool isLog() const { return false; }   ///< whether numbers are log10
    virtual QString noteOf(const WeightView& view) const;

    bool showsPins() const override { return true; }
    bool awaitsStudy(const Study&) const override { return false; }   // the law is there at once
    void rebuild() override;
    /// Mean and one standard deviation to both sides, as hairlines below the data.
    void drawMarks(QPainter& painter, const Canvas& c) override;
    void drawOver(QPainter& painter, const Canvas& c) override;
    QString readoutAt(const QPointF& value) const override;

    double valueAt(double x) const { return isLog() ? std::pow(10.0, x) : x; }

private:
    /// Whether the weights are a file's: theory's law is then none that they were drawn from.
    bool wasRead() const { return study()->plan->given != nullptr; }
    bool wasTrained() const { return study()->step > 0; }
    FigureTable tableOf(const Study* shown) const;
    void collectPin(const Pin& pin, bool density, Frame& f) const;

    QLineSeries *outline_, *floor_;
    QAreaSeries* area_;
    QLineSeries *density_, *estimate_;
};

}   // namespace stepzero
