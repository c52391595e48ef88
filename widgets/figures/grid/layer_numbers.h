// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a study's cells by layer, as figures draw them: on a linear axis, or as base-10 logarithms, which reach
// beyond the range of double.
#pragma once

#include <QString>
#include <QStringList>
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
    std::optional<double> CellPrediction::*log10_theory;   ///< prediction where theory exceeds the range of double;
                                                           ///< null: never stored

    bool is_rms() const { return number == &CellMoments::rms; }
};

/// Returns output_mean, output_std, output_rms, preactivation_rms and gradient_rms.
const QVector<LayerStatistic>& layerStatistics();
const LayerStatistic& layerStatistic(const QString& key);   ///< precondition: the key exists

/// Returns a number in axis coordinates: log10 of the magnitude if `log`. It is −inf for zero on a logarithmic axis,
/// NaN where nothing is known, and ±inf beyond the range of a linear axis.
double measuredAt(const LayerStatistic& statistic, const CellLayer& layer, bool log);
double predictedAt(const LayerStatistic& statistic, const CellLayer& layer, bool log);
/// ±1 standard deviation over replicas; on a logarithmic axis, the factor 1 + sd/|mean| to both sides. NaN where it is
/// unknown or not finite. `measured` is the result of measuredAt() for the same number.
struct LayerSpan {
    double low = std::numeric_limits<double>::quiet_NaN(), high = low;
};
LayerSpan spanAt(const LayerStatistic& statistic, const CellLayer& layer, bool log, double measured);

/// Accumulates the range of measured numbers and their spans. Ten thousand cells have a million numbers, so it takes
/// logarithms only of the smallest and the largest.
class LayerReach {
public:
    enum class Seen { drawn, zero, beyond, missing };   ///< drawn on this axis, or the reason why not

    explicit LayerReach(bool log) : log_(log) { }
    /// Includes a number of a layer, and the span around it if `spanned`.
    Seen include(const LayerStatistic& statistic, const CellLayer& layer, bool spanned);
    void include(double y);   ///< in axis coordinates; ignored unless finite
    void include(const LayerReach& other);
    bool empty() const { return !range(); }
    std::optional<Range> range() const;   ///< in axis coordinates

private:
    Seen includeOnAxis(const LayerStatistic& statistic, const CellLayer& layer, bool spanned);

    bool log_;
    double least_ = std::numeric_limits<double>::infinity(), most_ = 0;   // sizes whose logarithms are on the axis
    Range axis_ {1e300, -1e300};
};

/// The reasons why layers of a cell are not drawn.
struct UndrawnReasons {
    bool zero = false, beyond = false, missing = false;
    void include(LayerReach::Seen seen);
};

/// Cells with layers that are not drawn. The figure reports them in notes.
struct UndrawnLayers {
    QVector<std::size_t> zero, beyond, missing;
    void add(std::size_t cell, const UndrawnReasons& reasons);
    /// Adds notes on these cells, and on how many cells are computed.
    void addNotes(const GridResult& result, bool log, QStringList& notes) const;
};

/// Returns "0.835 ± 0.012 (theory 0.829)" for people; empty when not measured.
QString layerNumber(const LayerStatistic& statistic, const CellLayer& layer);
/// Returns the number with all digits in ASCII, for files.
QString exactMeasured(const LayerStatistic& statistic, const CellLayer& layer);
QString exactPredicted(const LayerStatistic& statistic, const CellLayer& layer);

/// Returns "layer", or "block" for networks made of blocks.
QString layerWord(const Grid& grid);
/// "layer 3" or "block 3".
QString layerName(const Grid& grid, int layer);

/// Returns the largest number of layers of all cells, including pending ones as far as their list determines it.
int deepest(const GridResult& result);

/// Calls draw(polygon) for each run of layers with finite values, in the order of layers.
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
