// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms as figures draw them: several on the same bins, so that their heights are comparable, and the distances
// between them as text.
#pragma once

#include <QStringList>
#include <QVector>
#include <optional>

#include "core/math/statistics/distance.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// A histogram as bars. Heights are densities, or fractions of all entries.
struct Outline {
    QVector<double> edges, heights;   ///< edges has one entry more than heights

    double tallest() const;
    double heightAt(double x) const;   ///< 0 outside
};

/// Returns the bars of histograms on bins that they share. `most`: the number of bins of the narrowest.
QVector<Outline> outlinesOf(const QVector<const Histogram*>& all, std::size_t most, bool density = true);

/// The histogram of a pin in a figure.
struct PinnedSample {
    PinLine line;
    const Distribution* sample;
    bool drawn;   ///< false: hidden in the legend
};
/// Returns the bars of a figure's own sample (null: none), and gives the lines of pins the outlines of theirs, all on
/// the same bins. `log`: the axis of heights is logarithmic.
Outline outlineWithPins(
    const Distribution* own, QVector<PinnedSample>& pinned, std::size_t most, bool density, bool log = false);

/// Returns how far a histogram is from the filled one, whose standard deviation is σ: "He: Wasserstein distance 0.415
/// σ, std ratio 0.707". Empty without a distance.
QStringList distanceWords(const QString& name, const std::optional<DistributionDistance>& distance);
/// Returns the same for numbers on a logarithmic axis: "He: Wasserstein distance 0.301 decades".
QString decadesText(const QString& name, double decades);

}   // namespace stepzero
