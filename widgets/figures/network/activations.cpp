// SPDX-License-Identifier: GPL-3.0-or-later
// Activations over depth: the histogram of every layer as a column of a colour map. Colours are fractions of the layer,
// so that few samples and many yield similar pictures.
#include <qcustomplot.h>

#include <array>
#include <cmath>
#include <limits>

#include "core/base/words/off_scale.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/outline.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/frame/resample.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr int value_cells = 120;   // cells of the value axis
constexpr Range shares {-4, -1};   // range of the colours, log10; a normal distribution has 10^-1.6 in its middle

class ActivationsFigure : public NetworkFigure<PlotFigure> {
public:
    explicit ActivationsFigure(QWidget* parent)
        : NetworkFigure(parent), map_(new QCPColorMap(plot().xAxis, plot().yAxis))
    {
        addChoice(output_, QStringLiteral("of"),
            {{true, "output", tr("Outputs")}, {false, "preactivation", tr("Preactivations")}});
        addChoice(axis_, QStringLiteral("axis"),
            {{std::nullopt, "auto", tr("Automatic")}, {Scale::linear, "linear", tr("Linear")},
                {Scale::symlog, "symlog", tr("Symmetric log")}});
        map_->setGradient(gradientOf(viridis()));
        map_->setDataRange(QCPRange(shares.low, shares.high));
        map_->setInterpolate(false);
        map_->setTightBoundary(false);   // cells extend half a layer beyond their centre
        map_->setAntialiased(false);
    }

    FigureTable table() const override
    {
        return withPins(study().get(), pins(), 0, [this](const Study* s) { return tableOf(s); });
    }

private:
    /// Returns the table of a study; for null, its header.
    FigureTable tableOf(const Study* study) const
    {
        FigureTable table {
            {QStringLiteral("layer"), QStringLiteral("low"), QStringLiteral("high"), QStringLiteral("count")}, {}};
        if (!study)
            return table;
        int layer = 0;
        for (const Distribution* d : distributions(*study)) {
            ++layer;
            const Histogram& h = d->histogram;
            for (std::size_t i = 0; i < h.counts.size(); ++i)
                table.rows << QStringList {QString::number(layer), exactNumber(*d, h.low + double(i) * h.bin_width()),
                    exactNumber(*d, h.low + double(i + 1) * h.bin_width()), exactNumber(h.counts[i])};
        }
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        const auto layers = distributions(*study());
        const int depth = int(layers.size());
        auto all = layers;
        for (const Pin& pin : pins())
            if (isComparable(*study(), *pin.study) && !isOff(pin))
                for (const Distribution* d : distributions(*pin.study))
                    all.push_back(d);
        const ValueAxis axis = valueAxis(all, axis_.value());

        Frame f;
        putLayersOnX(f);
        f.right = 64;
        const bool output = output_.value();
        f.yLabel = !output                 ? tr("preactivation")
            : is_layered(*study())         ? tr("output")
            : study()->plan->steps.empty() ? tr("state")
                                           : tr("stream");
        f.xHome = {0.5, depth + 0.5};
        f.yScale = axis.symlog ? Scale::symlog : Scale::linear;
        f.symlog = axis.scale;
        f.yHome = axis.range;

        QCPColorMapData* grid = map_->data();
        const int columns = std::max(2, depth);   // a single column would have no width, so it is split into two halves
        if (grid->keySize() != columns || grid->valueSize() != value_cells)
            grid->setSize(columns, value_cells);
        // The outermost cells of QCustomPlot are centred on the ends of the range.
        const double half = axis.range.span() / value_cells / 2;
        grid->setRange(depth > 1 ? QCPRange(1, depth) : QCPRange(0.75, 1.25),
            QCPRange(axis.range.low + half, axis.range.high - half));
        std::vector<double> column(value_cells);
        Resampler resampler(axis, value_cells);
        std::vector<bool> outside(std::size_t(depth), false), lost = outside, off = outside;
        for (int l = 0; l < depth; ++l) {
            const Distribution& d = *layers[std::size_t(l)];
            std::fill(column.begin(), column.end(), 0);
            off[std::size_t(l)] = d.count == 0;
            lost[std::size_t(l)] = !off[std::size_t(l)] && !std::isfinite(d.rms);
            const double total = d.histogram.total();
            const double zeros = output ? study()->measurement->number(l + 1, Quantity::zero_fraction).value_or(0) : 0;
            const double seen
                = lost[std::size_t(l)] || off[std::size_t(l)] ? 0 : resampler.add(d, column, zeros * total);
            outside[std::size_t(l)] = d.count > 0 && !lost[std::size_t(l)] && seen < 0.5 * total;
            for (int i = 0; i < value_cells; ++i) {
                const double count = column[std::size_t(i)];
                // Less than half an entry in a cell counts as none, since only bins were split, not entries.
                const double shade = count >= 0.5 ? std::clamp(std::log10(count / total), shares.low, shares.high)
                                                  : std::numeric_limits<double>::quiet_NaN();
                grid->setCell(l, i, shade);
                if (depth == 1)
                    grid->setCell(1, i, shade);
            }
        }
        noteWhere(f, tr("most of the signal"), tr("beyond the axis"), outside);
        noteWhere(f, tr("the signal"), tr("not a finite number"), lost);
        noteWhere(f, tr("the signal"), offScaleText(), off);
        collectPins(axis, f);
        f.xHome.high = withPinnedX(f.pins, {1, double(depth)}).high + 0.5;
        setFrame(f);
    }

    /// On a map the chosen layer is marked by a frame around its column; a line would hide it.
    void drawUnder(QPainter&, const Canvas&) override { }
    void drawOver(QPainter& painter, const Canvas& c) override { drawChosenColumn(painter, c); }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        QVector<Tick> ticks;
        for (double at = shares.low; at <= shares.high; ++at) {
            const QString beyond = at == shares.low ? QStringLiteral("≤ ")
                : at == shares.high                 ? QStringLiteral("≥ ")
                                                    : QString();
            ticks << Tick {(at - shares.low) / shares.span(), beyond + powerOfTen(int(at))};
        }
        drawColorScale(painter, style(), c.plot, viridis(), ticks, tr("fraction"));
    }

    QString readoutAt(const QPointF& value) const override { return layerText(*shownStudy(), layerOf(value.x())); }

private:
    /// Maps cannot overlap, so pins are drawn as lines at 5% and 95%.
    void collectPins(const ValueAxis& axis, Frame& f) const
    {
        constexpr std::array<std::size_t, 2> ends {1, 5};   // indices into quantile_levels
        for (const Pin& pin : pins()) {
            if (!isComparable(*study(), *pin.study))
                continue;
            for (const std::size_t q : ends) {
                PinLine line {pin, {}};
                for (const Distribution* d : distributions(*pin.study)) {
                    const double y = axis.at(*d, d->quantiles[q]);
                    line.x << double(line.x.size() + 1);
                    line.y << (std::isfinite(y) ? y : std::numeric_limits<double>::quiet_NaN());
                }
                addPin(f, line);
            }
        }
        f.notes << distanceNotes();
        if (!f.pins.isEmpty())
            f.notes << tr("pinned: 5th and 95th percentiles");
    }

    /// Returns how far the chosen layer of pins is from that of the figure's own study.
    QStringList distanceNotes() const
    {
        QStringList notes;
        const auto layer = std::size_t(study()->layer);
        const QString where = translated(study()->plan->kind->numbered_unit(study()->layer));
        const auto own = distributions(*study());
        for (const Pin& pin : pins()) {
            if (!isComparable(*study(), *pin.study) || isOff(pin))
                continue;
            if (const auto other = distributions(*pin.study); layer <= std::min(own.size(), other.size()))
                notes << distanceWords(
                    tr("%1, %2").arg(pin.name, where), distance_between(*own[layer - 1], *other[layer - 1]));
        }
        return notes;
    }

    std::vector<const Distribution*> distributions(const Study& study) const
    {
        const bool output = output_.value();
        std::vector<const Distribution*> all;
        const Measurement& m = *study.measurement;
        for (int layer = 1; layer <= m.depth(); ++layer)
            all.push_back(output ? m.output(layer) : m.preactivation(layer));
        return all;
    }

    QCPColorMap* map_;   // owned by the plot
    ChoiceOf<bool> output_;
    ChoiceOf<std::optional<Scale>> axis_;   // absent: automatic
};

}   // namespace

FigureKind figure_activations()
{
    return {QStringLiteral("activations"), QObject::tr("Activations over depth"), created<ActivationsFigure>,
        {{networkLayers, 2}, {networkStream, 4}, {networkTokens, 4}}, QObject::tr("Activations")};
}

}   // namespace stepzero
