// SPDX-License-Identifier: GPL-3.0-or-later
// Preactivations by layer as box plots: whiskers at 5% and 95%, box from 25% to 75%, line at the median.
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBoxPlotSeries>
#include <QtCharts/QBoxSet>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>

#include "core/base/words/off_scale.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/chart_figure.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr int most_boxes = 24;
constexpr double most_linear = 1e150;
constexpr std::array<std::size_t, 5> shown_quantiles {1, 2, 3, 4, 5};   // indices into quantile_levels: 5 25 50 75 95%

class BoxesFigure : public NetworkFigure<ChartFigure> {
public:
    explicit BoxesFigure(QWidget* parent)
        : NetworkFigure(parent), categories_(new QBarCategoryAxis), boxes_(new QBoxPlotSeries)
    {
        setAxes(categories_, new QValueAxis);
        boxes_->setBoxOutlineVisible(true);
        boxes_->setBoxWidth(0.6);
        add(boxes_);
        addChoice(relative_, QStringLiteral("unit"),
            {{true, "rms", tr("In units of the layer's RMS")}, {false, "raw", tr("Unscaled")}});
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 1, tableOf); }

private:
    /// Returns the table of a study; for null, its header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {{QStringLiteral("layer"), QStringLiteral("q05"), QStringLiteral("q25"),
                               QStringLiteral("q50"), QStringLiteral("q75"), QStringLiteral("q95")},
            {}};
        for (int layer = 1; study && layer <= study->measurement->depth(); ++layer) {
            const Distribution& d = *study->measurement->preactivation(layer);
            QStringList row {QString::number(layer)};
            for (const std::size_t q : shown_quantiles)
                row << exactNumber(d, d.quantiles[q]);
            table.rows << row;
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        const Measurement& m = *study()->measurement;
        const int depth = m.depth(), n = std::min(depth, most_boxes);
        const bool relative = relative_.value();
        layers_.clear();
        for (int i = 0; i < n; ++i)
            layers_ << 1 + int(std::lround(n == 1 ? 0.0 : double(i) * (depth - 1) / (n - 1)));
        resize(n);

        std::vector<bool> zero(std::size_t(depth), false), beyond = zero, off = zero;
        for (int layer = 1; layer <= depth; ++layer)
            (m.preactivation(layer)->count > 0 ? zero : off)[std::size_t(layer - 1)]
                = m.preactivation(layer)->rms == 0 || m.preactivation(layer)->count == 0;
        Range values = fillBoxes(relative, beyond);
        colorBoxes();

        Frame f;
        putLayersOnX(f);
        if (n < depth)
            f.xLabel += tr(" (%1 of %2)").arg(n).arg(depth);
        f.yLabel = relative ? tr("preactivation / RMS · percentiles 5, 25, 50, 75, 95")
                            : tr("preactivation · percentiles 5, 25, 50, 75, 95");
        // Boxes have equal distances; the layer axis is stretched to fit.
        const double step = n > 1 ? double(depth - 1) / (n - 1) : 1;
        boxesX_ = {1 - step / 2, depth + step / 2};
        if (n == 1)
            boxesX_ = {0.5, 1.5};
        f.xHome = boxesX_;
        f.yScale = Scale::linear;
        collectPins(relative, f);
        f.xHome.high = std::max(f.xHome.high, withPinnedX(f.pins, {1, 1}).high + 0.5);
        values = withPinnedY(f.pins, values);
        f.yHome = values.span() > 0 ? roundedOut(Scale::linear, values) : Range {-1, 1};
        noteWhere(f, tr("the preactivation"), tr("zero"), zero);
        noteWhere(f, tr("the preactivation"), tr("beyond a linear axis"), beyond);
        noteWhere(f, tr("the preactivation"), offScaleText(), off);
        setFrame(f);
    }

    void drawUnder(QPainter&, const Canvas&) override { }

    void applyRanges(const Canvas& c) override
    {
        // Qt Charts counts boxes from −½. Categories cannot be zoomed, so a zoom in x moves the plot area instead.
        const double from = c.px(boxesX_.low), to = c.px(boxesX_.high);
        chart().setPlotArea(QRectF(from, c.plot.top(), to - from, c.plot.height()));
        chart().axes(Qt::Vertical).first()->setRange(c.y.low, c.y.high);
    }

    QString readoutAt(const QPointF& value) const override { return layerText(*shownStudy(), layerOf(value.x())); }

private:
    /// Sets the percentiles of all boxes, and marks the layers whose percentiles are beyond a linear axis. Returns
    /// their range with 0.
    Range fillBoxes(bool relative, std::vector<bool>& beyond)
    {
        Range values {0, 0};
        for (int i = 0; i < layers_.size(); ++i) {
            const Distribution& d = *study()->measurement->preactivation(layers_[i]);
            std::array<double, 5> five {};
            for (std::size_t k = 0; k < 5; ++k) {
                const double q = d.quantiles[shown_quantiles[k]];
                five[k] = relative ? (d.rms > 0 ? q / d.rms : 0) : d.plain(q);
                if (!(std::abs(five[k]) < most_linear)) {   // Qt Charts draws infinities incorrectly
                    beyond[std::size_t(layers_[i] - 1)] = d.count > 0;
                    five.fill(0);
                    break;
                }
            }
            for (std::size_t k = 0; k < 5; ++k) {
                static constexpr std::array<int, 5> place {QBoxSet::LowerExtreme, QBoxSet::LowerQuartile,
                    QBoxSet::Median, QBoxSet::UpperQuartile, QBoxSet::UpperExtreme};
                boxes_->boxSets().at(i)->setValue(place[k], five[k]);
                values = values.united({five[k], five[k]});
            }
        }
        return values;
    }

    void colorBoxes()
    {
        const Theme& theme = style().theme;
        for (int i = 0; i < layers_.size(); ++i) {
            const bool chosen = layers_[i] == nearest(study()->layer);
            boxes_->boxSets().at(i)->setBrush(theme.tint(theme.forward, chosen ? 0.75 : 0.3));
            boxes_->boxSets().at(i)->setPen(pen(chosen ? theme.text : theme.forward, 1.2));
        }
    }

    /// Adds the ends of the whiskers of pins.
    void collectPins(bool relative, Frame& f) const
    {
        for (const Pin& pin : pins()) {
            if (!isComparable(*study(), *pin.study))
                continue;
            for (const std::size_t q : {shown_quantiles.front(), shown_quantiles.back()}) {
                PinLine line {pin, {}};
                for (int layer = 1; layer <= pin.study->measurement->depth(); ++layer) {
                    const Distribution& d = *pin.study->measurement->preactivation(layer);
                    const double y = !relative ? d.plain(d.quantiles[q]) : d.rms > 0 ? d.quantiles[q] / d.rms : 0;
                    line.x << layer;
                    line.y << (std::abs(y) < most_linear ? y : std::numeric_limits<double>::quiet_NaN());
                }
                addPin(f, line);
            }
        }
        if (!f.pins.isEmpty())
            f.notes << tr("pinned: 5th and 95th percentiles");
    }

    void resize(int n)
    {
        if (boxes_->count() == n)
            return;
        boxes_->clear();
        categories_->clear();
        QStringList names;
        QList<QBoxSet*> sets;
        for (int i = 0; i < n; ++i) {
            names << QString::number(i);
            sets << new QBoxSet(0, 0, 0, 0, 0, {}, boxes_);   // the series does not free them otherwise
        }
        boxes_->append(sets);
        categories_->append(names);
    }

    int nearest(int layer) const
    {
        int best = layers_.value(0);
        for (const int l : layers_)
            if (std::abs(l - layer) < std::abs(best - layer))
                best = l;
        return best;
    }

    QBarCategoryAxis* categories_;
    QBoxPlotSeries* boxes_;
    QList<int> layers_;
    Range boxesX_;   // x range from the first box to the last
    ChoiceOf<bool> relative_;
};

}   // namespace

FigureKind figure_boxes()
{
    return {QStringLiteral("boxes"), QObject::tr("Preactivations by layer"), created<BoxesFigure>,
        {{networkLayers, -1}, {networkStream, -1}, {networkTokens, -1}}, QObject::tr("Preactivations")};
}

}   // namespace stepzero
