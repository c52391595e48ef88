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
/// RMS, std and mean, each with a line of its own.
const QVector<Statistic>& statistics();

/// What is looked at.
struct SignalView {
    bool forward = true, backward = true;
    bool preactivation = true;   ///< of layers, in place of their output
    enum class Show { size, correlation, shares, gains } show = Show::size;   ///< correlation and shares: of a branch
    bool logarithmic = true;   ///< sizes and gains

    bool hasOneScale() const { return show == Show::correlation || show == Show::shares; }

    bool looksAt(bool gradient) const { return gradient ? backward : forward; }
    bool looksAtBoth() const { return forward && backward; }
};

/// A tensor that is followed.
struct Trail {
    QString key, name, subject;   ///< of its legend entry; in the legend, and in sentences: "the stream"
    Site (BlockSource::*site)(int place) const;
    bool gradient = false;
    int step = -1;   ///< the step of a block whose branch it is, from 0; −1: signal or gradient themselves
    bool output = false;   ///< of two trails of one branch, the one at its output; of two gains, that to the end
    bool means = false;   ///< what part of its mean square the means of channels are
    std::optional<Quantity> gain {};   ///< of products of H_res, at the stream's sites

    Quantity size() const { return gradient ? Quantity::gradient_rms : Quantity::rms; }
};
/// Signal and gradient, and the branches of a stream.
QVector<Trail> trailsOf(const BlockSource& source, const SignalView& view);

/// Null where nothing was measured, or the signal was lost before.
const Distribution* measuredOf(const BlockSource& source, const Trail& trail, int place);
/// Null where theory is silent.
const Predicted* predictedOf(const BlockSource& source, const Trail& trail, int place, const Statistic& statistic);

/// take(place, index of its block) for each place of a trail.
template <class Take>
void eachPlace(const BlockSource& source, const Trail& trail, const Take& take)
{
    const bool all = trail.step < 0;
    for (int place = all ? source.first() : trail.step + 1; place < source.places();
         place += all ? 1 : source.perBlock())
        take(place, std::size_t(std::max(0, source.blockOf(place) - 1)));
}

/// A trail on the axes; NaN where there is nothing to draw.
struct Series {
    QVector<double> x, y, theory;
    QVector<double> low, high;   ///< of replicas
    std::vector<bool> zero, lost, beyond, off;   ///< by block: exactly zero, not finite, larger than linear axes are,
                                                 ///< off the scale (measured, or in theory)

    bool isEmpty() const;
};
/// `statistic` is that of sizes.
Series seriesOf(const BlockSource& source, const Trail& trail, const SignalView& view, const Statistic& statistic);
/// Where a network of the study's width lies within so many standard deviations, by the laws of its RMS.
Band widthBandOf(const BlockSource& source, const Trail& trail, const SignalView& view, double sigmas);
/// Of the RMS from its theory, over all places that have both, in decades; NaN when none has.
double largestDeviation(const BlockSource& source, const Trail& trail);
/// What follows every sum, so that branches' shares of it were not seen: "a norm" or "φ"; empty: nothing.
QString behindSums(const NetworkPlan& plan);

/// All numbers as a table; of no study, the header of layers.
FigureTable signalTable(const Study* study);

}   // namespace stepzero
