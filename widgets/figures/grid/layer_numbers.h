// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a study's cells by layer, as figures draw them: on a linear axis or in base-10 logarithms, which reach
// beyond the range of double.
#pragma once

#include <QString>
#include <QVector>
#include <cmath>
#include <limits>
#include <optional>

#include "core/study/grid/grid_result.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/color_scale.h"

namespace stepzero {

struct LayerStatistic {
    QString key;   ///< "output_rms"
    QString name;   ///< "RMS of the output"
    const CellNumbers* (*of)(const CellLayer& layer);   ///< null when not measured
    double CellMoments::*number;
    std::optional<double> CellPrediction::*theory;
    std::optional<double> CellPrediction::*log10_theory;   ///< where theory has left the range; null: never kept

    bool is_rms() const { return number == &CellMoments::rms; }
};

/// output_mean, output_std, output_rms, preactivation_rms, gradient_rms.
const QVector<LayerStatistic>& layerStatistics();
const LayerStatistic& layerStatistic(const QString& key);   ///< precondition: there is one

/// In axis coordinates: log10 of the magnitude if `log`. −inf for zero on a logarithmic axis, NaN where nothing is
/// known, ±inf beyond the range that a linear axis has.
double measuredAt(const LayerStatistic& statistic, const CellLayer& layer, bool log);
double predictedAt(const LayerStatistic& statistic, const CellLayer& layer, bool log);
/// ±1 standard deviation over replicas, on a logarithmic axis by the factor 1 + sd/|mean| to both sides; NaN where
/// that is not known or not a finite number. `measured` is measuredAt() of the same.
struct LayerSpan {
    double low = std::numeric_limits<double>::quiet_NaN(), high = low;
};
LayerSpan spanAt(const LayerStatistic& statistic, const CellLayer& layer, bool log, double measured);

/// What measured numbers and their spans reach over. Ten thousand cells have a million numbers, so it takes logarithms
/// of the least and the largest alone.
class LayerReach {
public:
    enum class Seen { drawn, zero, beyond, missing };   ///< on this axis, and why not

    explicit LayerReach(bool log) : log_(log) { }
    /// A layer's number, and the span around it if `spanned`.
    Seen include(const LayerStatistic& statistic, const CellLayer& layer, bool spanned);
    void include(double y);   ///< in axis coordinates; nothing where it is not finite
    void include(const LayerReach& other);
    bool empty() const { return !range(); }
    std::optional<Range> range() const;   ///< in axis coordinates

private:
    Seen includeOnAxis(const LayerStatistic& statistic, const CellLayer& layer, bool spanned);

    bool log_;
    double least_ = std::numeric_limits<double>::infinity(), most_ = 0;   // sizes whose logarithms are on the axis
    Range axis_ {1e300, -1e300};
};

/// For people, "0.835 ± 0.012 (theory 0.829)"; empty when not measured.
QString layerNumber(const LayerStatistic& statistic, const CellLayer& layer);
/// With all digits and in ASCII, for files.
QString exactMeasured(const LayerStatistic& statistic, const CellLayer& layer);
QString exactPredicted(const LayerStatistic& statistic, const CellLayer& layer);

/// "layer", or "block" of networks made of blocks.
QString layerWord(const Grid& grid);
/// "layer 3" or "block 3".
QString layerName(const Grid& grid, int layer);

/// The most layers of all cells, those to come included as far as their list tells.
int deepest(const GridResult& result);

/// viridis without the end that is lost on the ground, for lines of more values than there are colours.
ColorStops lineColors(const Theme& theme);
QColor lineColor(int value, int count, const Theme& theme);   ///< precondition: count > 1

/// draw(polygon) for each run of layers that have a finite value, the first layer's first.
template <typename Draw>
void eachRun(const Canvas& canvas, const QVector<double>& values, const Draw& draw)
{
    QPolygonF run;
    for (int i = 0; i <= values.size(); ++i) {
        if (i < values.size() && std::isfinite(values[i])) {
            run << canvas.drawable(i + 1, values[i]);
            continue;
        }
        if (!run.isEmpty())
            draw(run);
        run.clear();
    }
}

}   // namespace stepzero
