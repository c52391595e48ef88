// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of "Signal and gradient by layer": which tensors of a network are followed through depth, and their numbers
// place by place.
#pragma once

#include "widgets/figures/frame/bands.h"
#include "widgets/figures/network/block_data.h"

namespace stepzero {

struct Statistic {
    QString key;
    Text name;
    double Distribution::*number;
    Quantity quantity;
    Qt::PenStyle line;
    LegendEntry::Mark mark;
};
/// Returns RMS, std and mean, each of which has a separate line.
const QVector<Statistic>& statistics();

/// The choices of the user for these lines.
struct SignalView {
    bool forward = true, backward = true;
    bool preactivation = true;   ///< for layers: the preactivation instead of the output
    enum class Show { size, correlation, shares, gains } show = Show::size;   ///< correlation and shares: of a branch
    bool logarithmic = true;   ///< for sizes and gains

    bool hasOneScale() const { return show == Show::correlation || show == Show::shares; }

    bool looksAt(bool gradient) const { return gradient ? backward : forward; }
    bool looksAtBoth() const { return forward && backward; }
};

/// A tensor that is followed through depth.
struct Trail {
    QString key, name, subject;   ///< key of its legend entry; its name there, and in sentences: "the stream"
    Site (BlockSource::*site)(int place) const;
    bool gradient = false;
    int step = -1;   ///< index of the step of a block whose branch it is, from 0; −1: the signal or the gradient
    bool output = false;   ///< true for the one at the output of two trails of a branch, and for the gain to the end of
                           ///< two gains
    bool means = false;   ///< true for the fraction of its mean square that the channel means make up
    std::optional<Quantity> gain {};   ///< gain of products of H_res, at the sites of the stream

    Quantity size() const { return gradient ? Quantity::gradient_rms : Quantity::rms; }
};
/// Returns the signal, the gradient, and the branches of a stream.
QVector<Trail> trailsOf(const BlockSource& source, const SignalView& view);

/// Null where nothing was measured, or the signal was lost before.
const Distribution* measuredOf(const BlockSource& source, const Trail& trail, int place);
/// Null where theory makes no prediction.
const Predicted* predictedOf(const BlockSource& source, const Trail& trail, int place, const Statistic& statistic);

/// Calls take(place, index of its block) for each place of a trail.
template <class Take>
void eachPlace(const BlockSource& source, const Trail& trail, const Take& take)
{
    const bool all = trail.step < 0;
    for (int place = all ? source.first() : trail.step + 1; place < source.places();
         place += all ? 1 : source.perBlock())
        take(place, std::size_t(std::max(0, source.blockOf(place) - 1)));
}

/// A trail in axis coordinates; NaN where there is nothing to draw.
struct Series {
    QVector<double> x, y, theory;
    QVector<double> low, high;   ///< band of replicas
    std::vector<bool> zero, lost, beyond, off;   ///< by block: exactly zero, not finite, beyond linear axes, off the
                                                 ///< scale (measured, or in theory)

    bool isEmpty() const;
};
/// `statistic` is used for sizes.
Series seriesOf(const BlockSource& source, const Trail& trail, const SignalView& view, const Statistic& statistic);
/// Returns the band in which a network of the study's width lies within `sigmas` standard deviations, by the
/// theoretical distribution of its RMS.
Band widthBandOf(const BlockSource& source, const Trail& trail, const SignalView& view, double sigmas);
/// Returns the largest deviation of the RMS from theory, over all places that have both, in decades; NaN when none has.
double largestDeviation(const BlockSource& source, const Trail& trail);
/// Returns what follows every sum and hides the branches' shares of it: "a norm" or "φ"; empty: nothing.
QString behindSums(const NetworkPlan& plan);

/// Returns all numbers as a table; for null, the header for layers.
FigureTable signalTable(const Study* study);

}   // namespace stepzero
