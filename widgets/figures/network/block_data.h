// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a network by depth, in the order in which figures draw them. A place is a point where the signal is
// observed: place 0 is before the first block, and one place follows every step (attention, MLP) of a residual stream.
// Blocks without steps, such as plain layers, have one place each.
#pragma once

#include <QString>
#include <QVector>
#include <algorithm>

#include "core/study/comparison.h"
#include "core/study/study.h"
#include "widgets/figures/frame/ticks.h"

namespace stepzero {

/// A measured network and its theory, site by site. It refers to its study or variant, which must outlive it.
struct BlockSource {
    const NetworkPlan* plan = nullptr;
    const Measurement* measurement = nullptr;
    const Prediction* prediction = nullptr;

    int depth() const { return plan->depth(); }
    const std::vector<StepInfo>& steps() const { return plan->steps; }
    int perBlock() const { return std::max(1, int(steps().size())); }
    int first() const { return steps().empty() ? 1 : 0; }   ///< first place that figures draw: a stream has a start
    int places() const { return 1 + depth() * perBlock(); }
    int blockOf(int place) const;   ///< returns 0 for place 0
    const StepInfo& stepOf(int place) const;   ///< precondition: place ≥ 1 of a stream
    /// Returns the position of a place on an axis of blocks: l − 1 + k/n after step k of n of block l.
    double xOf(int place) const;
    /// Returns the place nearest to a position on that axis.
    int placeAt(double x) const;
    QString nameOf(int place) const;   ///< Returns "input", "layer 3", "block 3" or "block 3, MLP".

    Site streamSite(int place) const;   ///< site of what leaves the place: the stream, or a layer's output
    Site gradientSite(int place) const;   ///< site that represents its gradient (Reading)
    Site preactivationSite(int place) const { return {blockOf(place), plan->reading.preactivation}; }
    /// precondition here and below: place ≥ 1 of a stream
    Site branchSite(int place) const { return siteOf(place, "_branch"); }
    Site returnSite(int place) const { return siteOf(place, "_return"); }

    /// Return the measured number, BlockRecord::shown(), and the predicted one. NaN when nothing was recorded, or
    /// theory makes no prediction.
    double measured(const Site& site, Quantity quantity) const;
    double predicted(const Site& site, Quantity quantity) const;
    const Predicted* theory(const Site& site, Quantity quantity) const;   ///< null when theory makes no prediction
    /// Returns the standard deviation over replicas of a number that is not a size; NaN for one replica.
    double deviation(const Site& site, Quantity quantity) const;
    /// Returns the distribution that rms and gradient_rms are computed from. Null when nothing was recorded; the
    /// distribution over replicas is also null for one replica.
    const Distribution* distribution(const Site& site, Quantity size) const;
    const Distribution* spread(const Site& site, Quantity size) const;
    /// Returns the attention heads at a place; empty where there is no attention.
    const std::vector<AttentionHead>& heads(int place) const;
    const AttentionPrediction* predictedAttention(int place) const;

private:
    Site siteOf(int place, const char* what) const;
};

BlockSource blockSource(const Study& study);
BlockSource blockSource(const ComparedVariant& variant);
/// Returns the block of the nearest place on an axis of blocks. Place 0 counts as part of the first block.
int blockNear(const Study& study, double x);

/// Returns an axis value: log10 itself, or 10^log10. NaN for a value that the axis cannot show: 0 on a logarithmic
/// axis, or one beyond a linear axis.
double axisValue(double log10, bool logarithmic);
double axisValue(const Distribution& distribution, double number, bool logarithmic);   ///< with its sign, or log10 |x|
double axisValue(const Predicted& predicted, bool logarithmic);

/// Returns ±1 standard deviation over replicas of a number, on an axis; NaN, NaN when the axis cannot show it.
Range replicaBand(const Distribution& mean, const Distribution& spread, double Distribution::*number, bool logarithmic);

/// Returns how far apart two numbers are, given as log10: "3%", "0.4%", "a factor of 12".
QString relativeText(double log10_a, double log10_b);

/// Returns 10^log10 with all digits for CSV; "0" for −inf, empty for NaN.
QString exactPower(double log10);

}   // namespace stepzero
